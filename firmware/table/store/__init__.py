"""What outlives power: settings and state, each written whole or not at all: docs/storage.md."""
