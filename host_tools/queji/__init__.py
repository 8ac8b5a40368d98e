"""The laptop's side of an automatic mahjong table: the link, the command line, the virtual table."""


def __getattr__(name: str) -> str:
    """`__version__`, looked up when it is asked for: the tables of installed packages take long to load."""
    if name != "__version__":
        raise AttributeError(f"module 'queji' has no attribute '{name}'")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("queji")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return "0"
