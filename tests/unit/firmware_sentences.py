"""Every sentence that the firmware can say to a person, read from its source: refusals, hints, reasons, log lines.

A sentence is told as its template, with %s or %d where a value stands. Sentences about lines that the tool never sends
(broken JSON, broken words) are left out.
"""

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

FIRMWARE = Path(__file__).parents[2] / "firmware" / "table"
VALUES = re.compile("%[sd]")
LEFT_OUT = ("link/jsonin.py", "link/words.py", "link/rpc.py", "link/lines.py")

# callable: which of its arguments (by place or by name) are sentences
SAID = {
    "Refusal": (1, 2),
    "StorageError": (0, 1),
    "ValueError": (0,),
    "_refusal": (0,),
    "_wrong": (2,),
    "_reject": (1,),
    "cut_all": (0,),
    "stop": (0,),
    "_settle": (0,),
    "_keep": (2,),
    "emit": ("text", "why", "hint"),
}


# functions that return sentences
TOLD = ("_load", "_problem", "layout_problem")


def sentences() -> dict[str, str]:
    """Template: where it stands, as `file:line`."""
    found: dict[str, str] = {}
    for file in sorted(FIRMWARE.rglob("*.py")):
        name = file.relative_to(FIRMWARE).as_posix()
        if name not in LEFT_OUT:
            for template, line in in_module(ast.parse(file.read_text(encoding="utf-8"))):
                found.setdefault(template, f"{name}:{line}")
    return found


def stages() -> dict[str, str]:
    """What a part was doing when a fault came, as Fault's fifth argument tells it: template, and the file."""
    found: dict[str, str] = {}
    for file in sorted(FIRMWARE.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Fault" and len(node.args) > 4:
                for template in templates(node.args[4], assigned(tree)):
                    if template:
                        found.setdefault(template, file.name)
    return found


def in_module(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for scope in [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))]:
        values = {**assigned(tree), **assigned(scope)}
        told = getattr(scope, "name", "") in TOLD
        for node in ast.walk(scope):
            expressions = []
            if isinstance(node, ast.Call):
                expressions = arguments(node, wanted(node))
            elif isinstance(node, ast.Return) and told and node.value is not None:
                expressions = [node.value]
            for expression in expressions:
                for template in templates(expression, values):
                    if VALUES.sub("", template).strip(" :,;()"):
                        yield template, node.lineno


def wanted(call: ast.Call) -> tuple:
    """Which arguments of a call are sentences."""
    if isinstance(call.func, ast.Attribute):
        lists = isinstance(call.func.value, ast.Name) and call.func.value.id == "problems"
        return (0,) if lists else SAID.get(call.func.attr, ())
    return SAID.get(getattr(call.func, "id", ""), ())


def arguments(call: ast.Call, wanted: tuple) -> Iterator[ast.expr]:
    for at, one in enumerate(call.args):
        if at in wanted and not isinstance(one, ast.Starred):
            yield one
    for keyword in call.keywords:
        if keyword.arg in wanted:
            yield keyword.value


def assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """What the names of a module or a function stand for."""
    found: dict[str, list[ast.expr]] = {}
    inside = scope.body if isinstance(scope, ast.Module) else ast.walk(scope)
    for node in inside:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            added = ast.BinOp(ast.Constant("%s"), ast.Add(), node.value)
            found.setdefault(node.target.id, []).append(added)
    return found


def templates(node: ast.expr, values: dict[str, list[ast.expr]], depth: int = 0) -> list[str]:
    """The texts that an expression can be; none where only a run could tell."""
    again = lambda one: templates(one, values, depth + 1)  # noqa: E731
    if depth > 6:
        return []
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return again(node.left)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [again(part) or ["%s"] for part in (node.left, node.right)]
        return ["".join(pair) for pair in itertools.product(*parts)]
    if isinstance(node, ast.IfExp):
        return again(node.body) + again(node.orelse)
    if isinstance(node, ast.BoolOp):
        return [text for part in node.values for text in again(part)]
    if isinstance(node, ast.Dict):
        return [text for part in node.values for text in again(part)]
    if isinstance(node, ast.Tuple):
        return [text for part in node.elts[1:] for text in again(part)]  # (kind, message, hint)
    if isinstance(node, ast.Subscript):
        return again(node.value) if isinstance(node.value, ast.Name) else []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        rest = [text for part in node.args[1:] for text in again(part)]
        return again(node.func.value) + rest if isinstance(node.func.value, (ast.Dict, ast.Name)) else rest
    if isinstance(node, ast.Name):
        return [text for value in values.get(node.id, ()) for text in again(value)]
    return []


def measured() -> dict[str, str]:
    """What self-tests say of what they measured, clause by clause, and their units: template, and the file."""
    found: dict[str, str] = {}
    for file in sorted((FIRMWARE / "selftest").glob("*.py")):
        for scope in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
                values = assigned(scope)
                for said in _measured(scope):
                    for template in templates(said, values):
                        plain = re.sub(r"%\.\df", "%s", template).replace("%%", "%")
                        for clause in filter(None, plain.split("; ")):
                            found.setdefault(clause.strip("; "), file.name)
    return found


def _measured(scope: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(scope):
        name = getattr(getattr(node, "func", None), "id", "")
        if isinstance(node, ast.Call) and name == "verdict":
            yield from node.args[3:5]
        elif isinstance(node, ast.Call) and name == "_first":
            yield node.args[3]
        elif isinstance(node, ast.Call) and name == "_asked":
            yield node.args[4]
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "append":
            yield from (one.elts[2] for one in node.args if isinstance(one, ast.Tuple) and len(one.elts) == 3)
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and len(node.value.elts) == 3:
            yield from (node.value.elts[0], node.value.elts[2])  # (what, margin, drift), (side, part, text)
