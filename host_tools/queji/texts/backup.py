"""Texts of `queji config export` and `import`."""

TEXTS = {
    "help.config export": (
        """Copy settings, house rules, base times, counters and calibration into a file.

The journal and the secret of the dice stay on the table.

\b
  queji config export FILE""",
        """把设置、牌规、基准时间、计数和校准复制到文件。

日志和骰子的密钥留在牌桌上。

\b
  queji config export 文件""",
    ),
    "help.config import": (
        """Put back what was exported. Everything is checked first; when one thing does not fit nothing is changed.

From another table come settings and house rules alone, unless --all is given: base times, counters and calibration
belong to one table's mechanics.

\b
  queji config import FILE --check
  queji config import FILE""",
        """写回导出的内容。先全部检查；只要有一项不合适就什么都不改。

来自另一张牌桌时只写回设置和牌规，除非给出 --all：基准时间、计数和校准属于某一张牌桌的机械部分。

\b
  queji config import 文件 --check
  queji config import 文件""",
    ),
    "option.check": ("Only tell what would change.", "只说明会改变什么。"),
    "option.all_parts": (
        "From another table too: base times, counters, calibration.",
        "来自另一张牌桌时也写回基准时间、计数和校准。",
    ),
    "config.exported": (
        "{file}: written, {parts} parts of table {id}.",
        "{file}：已写入，牌桌 {id} 的 {parts} 个部分。",
    ),
    "config.differs": ("{part}.{name}: {was} -> {now}", "{part}.{name}：{was} -> {now}"),
    "config.unknown": ("Not known to this firmware, left out: {names}", "此固件不认识，已略去：{names}"),
    "config.other_table": (
        "The file is of another table ({id}): settings and house rules alone.",
        "文件来自另一张牌桌（{id}）：只写回设置和牌规。",
    ),
    "config.same": ("Nothing differs.", "没有差别。"),
    "config.would_change": ("Differences: {count}; nothing was changed.", "{count} 处不同；什么都没有改。"),
    "config.imported": (
        "Differences: {count}; the table is now as in the file.",
        "{count} 处不同；牌桌现在与文件一致。",
    ),
    "error.backup_none": ("{file} is not a file of 'queji config export'.", "{file} 不是 queji config export 的文件。"),
    "error.backup_none.hint": ("Choose the file that was exported.", "请选择导出的文件。"),
    "error.backup_newer": (
        "{file} has version {version}; this tool knows up to {known}.",
        "{file} 的版本是 {version}；此工具只认识到 {known}。",
    ),
    "error.backup_newer.hint": ("Update the tool.", "请更新此工具。"),
    "error.backup_unfit": ("{part} does not fit, nothing was changed: {why}", "{part} 不合适，什么都没有改：{why}"),
    "error.backup_half": (
        "{part} could not be written, what was before is back: {why}",
        "{part} 无法写入，已恢复原来的内容：{why}",
    ),
}
