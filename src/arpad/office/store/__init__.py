"""The database of an office: `schema` the tables, `engine` how it is opened, `migrate` how it is brought up to date,
`packed` how bulk columns are stored."""
