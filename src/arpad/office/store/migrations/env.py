"""How Alembic runs here: with the store it is given, inside one transaction of a writer."""

from __future__ import annotations

from alembic import context

from arpad.office.store.engine import Store
from arpad.office.store.migrate import begin_chain_at_upgrade
from arpad.office.store.schema import metadata

store: Store = context.config.attributes["store"]
with store.writing() as connection:
    context.configure(connection=connection, target_metadata=metadata, transactional_ddl=False)
    context.run_migrations()
    begin_chain_at_upgrade(connection)
