"""The moving parts: each move is bounded, measured against its base time, and tried once more before it is a fault."""
