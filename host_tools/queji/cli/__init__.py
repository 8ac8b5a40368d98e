"""The `queji` command."""

import click


@click.group()
def main() -> None:
    """Talk to an automatic mahjong table."""
