"""How Alembic runs here: with the store it is given, inside one transaction of a writer."""

from __future__ import annotations

from alembic import context

from arpad.office.store.engine import Store
from arpad.office.store.migrate import begin_at_head
from arpad.office.store.schema import metadata

store: Store = context.config.attributes["store"]
with store.writing() as connection:
    context.configure(connection=connection, target_metadata=metadata, transactional_ddl=False)
    context.run_migrations()
    begin_at_head(connection)
