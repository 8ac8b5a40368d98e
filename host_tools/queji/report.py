"""Reports of self-tests for other eyes: JUnit XML for machines, one HTML file for the customer."""

from __future__ import annotations

import html
import time
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from queji import __version__, texts
from queji.describe import counts
from queji.selftests import Result, part_of, remark, title
from queji.texts import say, text

IDENTITY = ("product", "name", "id", "board", "firmware", "hash", "micropython", "boots", "settings")


def span(limits: Any) -> str:
    """`1200-1600`, `at most 842`, or the one value that is right."""
    if isinstance(limits, list) and len(limits) == 2:
        if limits[0] is None:
            return f"≤ {limits[1]}"
        return str(limits[0]) if limits[0] == limits[1] else f"{limits[0]} – {limits[1]}"
    return "" if limits is None else counts(limits)


def tally(results: Sequence[Result]) -> dict[str, int]:
    """How many passed, failed (stopped and refused ones too) and were skipped."""
    skips = sum(one["state"] == "skipped" for one in results)
    good = sum(bool(one["passed"]) for one in results)
    return {"passed": good, "failed": len(results) - good - skips, "skipped": skips}


def junit(results: Sequence[Result], table: dict[str, Any]) -> str:
    """JUnit XML, as continuous integration reads it; `table` is the answer of hello."""
    found = tally(results)
    seconds = sum((one.get("ms") or 0) for one in results) / 1000
    suite = ElementTree.Element(
        "testsuite",
        name="queji self-test",
        tests=str(len(results)),
        failures=str(found["failed"]),
        errors="0",
        skipped=str(found["skipped"]),
        time=f"{seconds:.3f}",
        timestamp=time.strftime("%Y-%m-%dT%H:%M:%S"),
        hostname=str(table.get("id", "")),
    )
    properties = ElementTree.SubElement(suite, "properties")
    for name in IDENTITY:
        if table.get(name) not in (None, ""):
            ElementTree.SubElement(properties, "property", name=name, value=_clean(table[name]))
    for one in results:
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=f"queji.{table.get('board', 'table')}",
            name=_clean(one["name"]),
            time=f"{(one.get('ms') or 0) / 1000:.3f}",
        )
        if one["state"] == "skipped":
            ElementTree.SubElement(case, "skipped", message=_clean(one.get("text")))
        elif not one["passed"]:
            failure = ElementTree.SubElement(case, "failure", type=one["state"], message=_clean(one.get("text")))
            failure.text = _clean(_facts(one))
        elif _facts(one):
            ElementTree.SubElement(case, "system-out").text = _clean(_facts(one))
    suites = ElementTree.Element("testsuites")
    suites.append(suite)
    ElementTree.indent(suites)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suites, encoding="unicode") + "\n"


def _facts(one: Result) -> str:
    words = []
    for name in ("measured", "limits", "unit", "side", "part", "text"):
        value = one.get(name)
        if value not in (None, ""):
            words.append(f"{name}: {span(value) if name == 'limits' else value}")
    return "\n".join(words)


def _clean(value: Any) -> str:
    """As XML 1.0 allows it: a table's text may hold anything."""
    return "".join(c for c in str(value or "") if c in "\t\n\r" or ord(c) >= 0x20 and not 0xD800 <= ord(c) <= 0xDFFF)


def page(results: Sequence[Result], table: dict[str, Any], wear: dict[str, Any] | None = None) -> str:
    """One self-contained HTML page in the language chosen: the table's identity, the verdict, each test.

    `table` is the answer of hello, with the owner's `name` if there is one; `wear` that of wear.
    """
    found = tally(results)
    good = not found["failed"]
    identity = [(text(f"report.{name}"), table[name]) for name in IDENTITY if table.get(name) not in (None, "")]
    identity.append((text("report.when"), time.strftime("%Y-%m-%d %H:%M")))
    identity.append((text("report.tool"), __version__))
    heads = [text(f"test.{name}") for name in ("number", "name", "result", "measured", "limits", "text")]
    verdict = text("report.bad" if not good else "report.partly" if found["skipped"] else "report.good")
    body = [
        f"<h1>{_h(text('report.title'))}</h1>",
        f'<p class="verdict {"passed" if good else "failed"}">{_h(verdict)} <span>'
        f"{_h(text('report.tally', **found))}</span></p>",
        _rows(identity),
        f"<h2>{_h(text('report.tests'))}</h2>",
        "<table><thead><tr>" + "".join(f"<th>{_h(head)}</th>" for head in heads) + "</tr></thead><tbody>",
        *[_row(one) for one in results],
        "</tbody></table>",
    ]
    if wear:
        body += [f"<h2>{_h(text('report.wear'))}</h2>", _rows(_wear(wear))]
    body.append(f"<footer>{_h(text('report.footer'))}</footer>")
    return _PAGE.format(
        lang="zh-CN" if texts.language() == "zh" else "en",
        title=_h(f"{text('report.title')} {table.get('name') or table.get('id', '')}"),
        body="\n".join(body),
    )


def _row(one: Result) -> str:
    unit = say(one.get("unit") or "")
    measured = one.get("measured")
    side, part = one.get("side"), one.get("part")
    note = remark(str(one.get("text") or ""))
    if not one["passed"] and part and not one.get("fault"):
        note = text("of_part", part=part_of(f"{side}_{part}" if side else part), what=note)
    cells = (
        one.get("number") or "",
        title(one["name"]),
        text(f"test.{one['state']}"),
        "" if measured is None else f"{counts(measured)} {unit}",
        "" if one.get("limits") is None else f"{span(one['limits'])} {unit}",
        note,
    )
    return f'<tr class="{one["state"]}">' + "".join(f"<td>{_h(cell)}</td>" for cell in cells) + "</tr>"


def _wear(wear: dict[str, Any]) -> list[tuple[str, str]]:
    rows = [
        (text("wear.sorts"), str(wear.get("sorts", 0))),
        (text("wear.tiles"), str(wear.get("tiles", 0))),
        (text("wear.hours"), str((wear.get("minutes") or 0) // 60)),
    ]
    for name in ("head_turns", "lift_turns", "dome_strokes", "jams"):
        rows.append((text(f"wear.{name}"), counts(wear.get(name))))
    return rows


def _rows(rows: Sequence[tuple[str, Any]]) -> str:
    cells = "".join(f"<tr><th>{_h(name)}</th><td>{_h(value)}</td></tr>" for name, value in rows)
    return f'<table class="facts">{cells}</table>'


def _h(value: Any) -> str:
    return html.escape(str(value))


_PAGE = """<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 15px/1.5 system-ui, "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; margin: 2em auto; max-width: 60em;
  padding: 0 1em; color: #222; background: #fff }}
h1 {{ font-size: 1.6em; margin: 0 }} h2 {{ font-size: 1.15em; margin: 1.6em 0 .4em }}
.verdict {{ font-size: 1.3em; font-weight: 600; padding: .5em .8em; border-radius: .4em }}
.verdict span {{ font-size: .7em; font-weight: 400; margin-left: 1em }}
.verdict.passed {{ background: #e2f3e5; color: #14532d }} .verdict.failed {{ background: #fde4e1; color: #7f1d1d }}
table {{ border-collapse: collapse; width: 100% }} .facts {{ width: auto }}
th, td {{ text-align: left; padding: .3em .7em; border-bottom: 1px solid #ddd; vertical-align: top }}
.facts th {{ font-weight: 500; color: #555 }}
tr.failed td, tr.refused td, tr.stopped td {{ background: #fde4e1 }} tr.skipped td {{ color: #777 }}
footer {{ margin-top: 2em; color: #777; font-size: .85em }}
@media print {{ body {{ margin: 0; max-width: none }} }}
</style>
<body>
{body}
</body>
</html>
"""
