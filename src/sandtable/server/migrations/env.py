"""Alembic's entry: the connection is given by ``migrations.upgrade``."""

from alembic import context

from sandtable.server.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=connection.dialect.name == "sqlite")
with context.begin_transaction():
    context.run_migrations()
