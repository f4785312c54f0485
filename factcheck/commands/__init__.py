"""The commands of the command line, one module per group.

Each module has ``register(app)``, which adds its commands to the Typer app; a
command reads its options, makes one call into the library and prints.
"""
