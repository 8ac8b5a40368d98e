"""The firmware's modules import only what stands below them, as docs/architecture.md says."""

import ast

import pytest

from queji import paths

# group: (its modules, by the first part of their name below `table`; the groups it may import besides its own)
GROUPS = {
    "basics": (
        ("", "clock", "errors", "events", "checks", "commands", "parts", "log", "firmware_hash", "later", "image"),
        (),
    ),
    "game": (("game",), ()),
    "dice": (("dice", "entropy"), ()),
    "faults": (("faults",), ("basics",)),
    "store": (("store",), ("basics", "game")),
    "fair": (("fair",), ("basics", "dice", "faults", "store")),
    "drivers": (("drivers",), ("basics",)),
    "signals": (("signals", "wires", "wiring", "inputs", "outputs", "motor", "guard"), ("basics", "faults", "drivers")),
    "mechanisms": (("mechanisms",), ("basics", "faults", "signals")),
    "sorting": (("sorting",), ("basics", "faults", "signals", "mechanisms")),
    "hand": (("hand",), ("basics", "game")),
    "play": (("match", "ceremony", "play", "moves"), ("basics", "game")),
    "cycle": (
        ("cycle", "sequence", "below", "recovery", "job", "reasons"),
        ("basics", "faults", "signals", "mechanisms", "sorting"),
    ),
    "console": (("console", "lights", "pictures"), ("basics", "game", "faults", "cycle", "hand", "play")),
    "service": (("service", "trends", "calibration", "backup"), ("basics", "faults", "store")),
    "selftest": (("selftest",), ("basics", "dice", "faults", "store", "signals", "mechanisms", "service")),
    "api": (("api", "seldom"), ("basics", "game", "faults", "store", "hand", "cycle", "service", "selftest", "fair")),
    "link": (("link",), ("basics",)),
}
TOP = "app"  # puts everything together

# What may be imported besides: modules that MicroPython has on the controller and in its unix port.
MICROPYTHON = {
    *("array", "asyncio", "binascii", "collections", "deflate", "errno", "gc", "hashlib", "io", "json", "machine"),
    *("math", "micropython", "neopixel", "os", "platform", "re", "rp2", "select", "struct", "sys", "time", "vfs"),
}
HARDWARE = {"machine", "neopixel", "rp2"}
HARDWARE_GROUPS = {"drivers", "signals", TOP, "main"}


def module_name(path):
    """ "main" or the dotted name below `table` ("" for table/__init__.py)."""
    parts = list(path.relative_to(paths.FIRMWARE).with_suffix("").parts)
    if parts[0] == "table":
        parts = parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_name(path): path for path in sorted(paths.FIRMWARE.rglob("*.py"))}


def group(name):
    first = name.partition(".")[0]
    for key, (modules, _) in GROUPS.items():
        if first in modules:
            return key
    return first


def imports(path):
    """(line, full dotted name) of everything a file imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:  # from .sets import ...: relative to the file's own package
                package = path.parents[node.level - 1].relative_to(paths.FIRMWARE)
                module = ".".join([*package.parts, *filter(None, [module])])
            for alias in node.names:
                below = f"{module}.{alias.name}"
                yield node.lineno, below if below.removeprefix("table.") in FILES else module


@pytest.mark.parametrize("name", FILES)
def test_a_module_imports_only_what_stands_below_it(name):
    own = "main" if name == "main" else group(name)
    assert own in (*GROUPS, TOP, "main"), f"{FILES[name]}: give it a place in GROUPS and in docs/architecture.md"
    for line, target in imports(FILES[name]):
        where = f"{FILES[name]}:{line}: {target}"
        if target.partition(".")[0] != "table":
            assert target.partition(".")[0] in MICROPYTHON, f"{where} is not in MicroPython"
            assert target not in HARDWARE or own in HARDWARE_GROUPS, f"{where}: hardware is below signals"
            continue
        to = group(target.removeprefix("table").removeprefix("."))
        if own == "main":
            assert to in ("app", "signals", "basics"), where
        elif own != TOP:
            assert to == own or to in GROUPS[own][1], f"{where}: {own} must not import {to}"


def test_no_circles_among_the_groups():
    def below(key, seen=()):
        assert key not in seen, f"circle: {' -> '.join((*seen, key))}"
        for other in GROUPS[key][1]:
            below(other, (*seen, key))

    for key in GROUPS:
        below(key)


def test_every_group_is_there_and_told_of():
    text = (paths.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for key in GROUPS:
        assert any(group(name) == key for name in FILES), f"no module of group {key}"
        assert f"`{key}" in text, f"docs/architecture.md does not tell of {key}"


def test_a_forbidden_import_is_seen(tmp_path):
    """The check itself: an import hidden in a function counts too."""
    file = tmp_path / "x.py"
    file.write_text("def f():\n    from table import signals\n    import random\n")
    assert list(imports(file)) == [(2, "table.signals"), (3, "random")]
    assert "random" not in MICROPYTHON


def loaded_with(name, found=None):
    """The modules that the import of `table.<name>` brings, besides those that it loads later."""
    found = set() if found is None else found
    if name not in FILES or name in found:
        return found
    found.add(name)
    for node in ast.parse(FILES[name].read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "table":
            module = (node.module or "").removeprefix("table").removeprefix(".")
            for alias in node.names:
                loaded_with(f"{module}.{alias.name}".removeprefix("."), found)
            loaded_with(module, found)
    return found


LATER = [
    (name, [argument.value for argument in node.args])
    for name, path in FILES.items()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Later", "later.Later")
]


@pytest.mark.parametrize(("where", "names"), LATER, ids=str)
def test_what_is_let_go_takes_along_what_came_with_it(where, names):
    first = names[0].removeprefix("table.")
    with_it = loaded_with(first) - loaded_with("app") - {first}
    assert sorted(names[1:]) == sorted(f"table.{name}" for name in with_it), where
