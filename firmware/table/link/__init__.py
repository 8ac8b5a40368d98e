"""The table's side of the line to a laptop: docs/link.md. Nothing here decides anything about tiles or motors."""
