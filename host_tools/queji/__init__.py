"""The laptop's side of an automatic mahjong table: the link, the command line, the virtual table."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("queji")
except PackageNotFoundError:  # run from a checkout that is not installed
    __version__ = "0"
