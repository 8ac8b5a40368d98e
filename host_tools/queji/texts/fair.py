"""Texts of `queji audit` and `queji verify`."""

TEXTS = {
    "help.audit": (
        """Check the dice: read the table's journal, recompute every roll, look at the distribution of the faces.

FILE is a journal that was saved with --save; without it the table is asked. The journal's last hash is printed: whoever
notes it can show later, with --noted, that nothing before it was changed. Distribution needs: pip install 'queji[audit]'

\b
  queji audit
  queji audit --save journal.txt --plot dice.png
  queji audit journal.txt --noted 3f…""",
        """检查骰子：读取牌桌日志，重算每次掷骰，检查点数分布。

FILE 是用 --save 保存的日志；缺省则读取牌桌。最后会打印日志末尾的散列：记下它的人，以后可用 --noted 证明之前的内容未被改动。分布检验需要：pip install 'queji[audit]'

\b
  queji audit
  queji audit --save journal.txt --plot dice.png
  queji audit journal.txt --noted 3f…""",
    ),
    "help.verify": (
        """Compare the program on the table, file by file, with the manifest of a release.

A table that lies would lie here too: docs/fair-dice.md says how to read the flash without its help.

\b
  queji verify manifest.json
  queji verify --make-manifest DIR > manifest.json
  queji verify --show              the first digits as colours along the walls""",
        """把牌桌上的程序逐个文件与发布清单比较。

会说谎的固件在这里也会说谎：docs/fair-dice.zh-CN.md 说明如何绕过固件读取闪存。

\b
  queji verify manifest.json
  queji verify --make-manifest 目录 > manifest.json
  queji verify --show              在牌墙灯带上用颜色显示前几位""",
    ),
    "option.audit-save": ("Save the journal in this file.", "把日志保存到此文件。"),
    "option.audit-plot": ("Draw the distributions into this PNG.", "把分布画成此 PNG 图。"),
    "option.audit-noted": (
        "A hash that was noted earlier: it must be part of this journal.",
        "先前记下的散列：必须出现在此日志中。",
    ),
    "option.make-manifest": (
        "Print the manifest of the program in this folder.",
        "打印此文件夹中程序的清单。",
    ),
    "option.verify-show": (
        "Show the first digits of the program's hash along the walls.",
        "在牌墙灯带上显示程序散列的前几位。",
    ),
    "audit.lines": (
        "Journal: {count} lines, numbers {first} to {last}; it ends in {hash}",
        "日志：{count} 行，编号 {first} 至 {last}；末尾散列 {hash}",
    ),
    "audit.whole": ("Chain of hashes: whole", "散列链：完整"),
    "audit.not_whole": ("Chain of hashes: BROKEN", "散列链：断裂"),
    "audit.rolls": (
        "Rolls: {count}; {verified} recomputed and right, {open} whose secret is not told yet; chains: {chains}",
        "掷骰：{count} 次；{verified} 次重算无误，{open} 次的秘密尚未揭示；链：{chains}",
    ),
    "audit.cut": ("Hands that somebody had cut: {hands}", "有人切过的局：{hands}"),
    "audit.skipped": (
        "Numbers left unused by power cuts: {count}",
        "断电跳过的序号：{count}",
    ),
    "audit.finding": ("line {line}: {what}", "第 {line} 行：{what}"),
    "audit.more": ("… and {count} more", "……另有 {count} 条"),
    "audit.no_scipy": (
        "Distribution: not looked at (pip install 'queji[audit]')",
        "分布：未检验（pip install 'queji[audit]'）",
    ),
    "audit.good": ("Everything is as committed.", "一切与承诺相符。"),
    "audit.test": ("test", "检验"),
    "audit.n": ("n", "数量"),
    "audit.statistic": ("statistic", "统计量"),
    "audit.p": ("p", "p"),
    "audit.verdict": ("at 99 %", "99 %"),
    "audit.fair": ("fair", "公平"),
    "audit.odd": ("ODD", "异常"),
    "audit.few": ("too few", "太少"),
    "audit.test.faces": ("faces of die {dice}", "骰子 {dice} 的点数"),
    "audit.test.pairs": ("pairs of dice {dice}", "骰子 {dice} 的组合"),
    "audit.test.serial": ("correlation with the next face", "与下一点数的相关"),
    "audit.test.runs": ("runs of low and high", "大小游程"),
    "audit.what.broken": ("this is not a line of a journal", "不是日志行"),
    "audit.what.hash": ("line {n} was changed, or one before it", "编号 {n} 的行或其前一行被改动"),
    "audit.what.start": ("a journal begins with a line 'segment'", "日志应以“segment”行开头"),
    "audit.what.seam": ("file at {n} does not continue the one before", "编号 {n} 处的文件没有接续前一个"),
    "audit.what.missing": ("lines between {after} and {n} are missing", "{after} 与 {n} 之间缺行"),
    "audit.what.end": ("the table says that the journal ends in {told}", "牌桌称日志末尾为 {told}"),
    "audit.what.noted": ("{hash} is not part of this journal", "{hash} 不在此日志中"),
    "audit.what.fields": ("the fields of '{event}' cannot be understood", "无法理解“{event}”的字段"),
    "audit.what.anchor": ("chain {chain} was committed twice, differently", "链 {chain} 有两个不同的承诺"),
    "audit.what.reveal": (
        "the secret told for hand {hand} of chain {chain} is not the one committed",
        "链 {chain} 第 {hand} 局揭示的秘密与承诺不符",
    ),
    "audit.what.again": ("number {number} of hand {hand} was used twice", "第 {hand} 局的序号 {number} 用了两次"),
    "audit.what.gap": (
        "hand {hand}: roll {number} where {expected} was due, and no power cut between",
        "第 {hand} 局：应为第 {expected} 次，却是第 {number} 次，其间没有断电",
    ),
    "audit.what.cuts": ("the cuts of chain {chain} were changed after its first roll", "链 {chain} 首次掷骰后切数改变"),
    "audit.what.late": (
        "roll {number} of hand {hand} came after its secret was told",
        "第 {hand} 局第 {number} 次掷骰在秘密揭示之后",
    ),
    "audit.what.never": (
        "the secret of hand {hand} of chain {chain} was never told",
        "链 {chain} 第 {hand} 局的秘密从未揭示",
    ),
    "audit.what.roll": (
        "roll {number} of hand {hand} is told as {told}, but follows as {right}",
        "第 {hand} 局第 {number} 次记为 {told}，应为 {right}",
    ),
    "error.audit": (
        "The journal is not right: {count} finding(s), the first in line {line}.",
        "日志有误：{count} 处，首处在第 {line} 行。",
    ),
    "error.audit.hint": (
        "docs/fair-dice.md says what each finding means; save the journal before anything else.",
        "docs/fair-dice.zh-CN.md 说明每项含义；请先保存日志。",
    ),
    "error.audit_odd": (
        "Every roll is as committed, but the faces are oddly distributed: {what}.",
        "每次掷骰与承诺相符，但点数分布异常：{what}。",
    ),
    "error.audit_odd.hint": (
        "Fair dice look so once in a hundred journals: look again after more rolls.",
        "公平的骰子在一百份日志中也会有一份如此：多掷一些再看。",
    ),
    "error.audit_scipy": ("The plot needs scipy and matplotlib.", "作图需要 scipy 和 matplotlib。"),
    "error.audit_scipy.hint": ("pip install 'queji[audit]'", "pip install 'queji[audit]'"),
    "error.journal": ("{file} is not a journal of a table.", "{file} 不是牌桌日志。"),
    "error.journal.hint": ("'queji audit --save FILE' saves one.", "queji audit --save 文件 可保存日志。"),
    "error.answer": (
        "The table's answer to '{request}' cannot be used: {why}",
        "牌桌对“{request}”的应答无法使用：{why}",
    ),
    "verify.same": (
        "All {count} files are those of the manifest; hash {hash}.",
        "{count} 个文件均与清单一致；散列 {hash}。",
    ),
    "verify.changed": ("differs  {name}", "不同  {name}"),
    "verify.missing": ("missing  {name}", "缺少  {name}"),
    "verify.extra": ("not in the manifest  {name}", "清单中没有  {name}"),
    "colour.red": ("red", "红"),
    "colour.green": ("green", "绿"),
    "colour.blue": ("blue", "蓝"),
    "colour.white": ("white", "白"),
    "error.verify": (
        "The table's program is not the one in the manifest: {changed} differ, {missing} missing, {extra} more.",
        "牌桌程序与清单不符：{changed} 个不同，{missing} 个缺少，{extra} 个多出。",
    ),
    "verify.image_same": (
        "It says that it was made from the files of this manifest: nothing proves that.",
        "它自称由此清单的文件制成：这无法证明。",
    ),
    "verify.image_other": (
        "It says itself that it was made from others than this manifest's ({hash}).",
        "它自称由其他文件制成，而不是此清单的文件（{hash}）。",
    ),
    "error.verify_frozen": (
        "The program ({image}) is frozen into the controller's image; it has no files to compare. {said}",
        "程序（{image}）固化在控制器映像中，没有可比较的文件。{said}",
    ),
    "error.verify_frozen.hint": (
        "Compare the image itself: docs/fair-dice.md, 'Which program runs'.",
        "请比较映像本身：见 docs/fair-dice.zh-CN.md“运行的是哪个程序”。",
    ),
    "error.verify_what": (
        "Give a manifest, or --make-manifest DIR, or --show.",
        "请给出清单，或 --make-manifest 目录，或 --show。",
    ),
    "error.verify_options": ("--make-manifest asks no table.", "--make-manifest 不询问牌桌。"),
    "error.manifest": ("{file} is not a manifest: {why}", "{file} 不是清单：{why}"),
    "error.manifest.hint": (
        "Take the manifest that came with the release; 'queji verify --make-manifest DIR' makes one of a program.",
        "请用随发行版提供的清单；queji verify --make-manifest 目录 可由程序生成一份。",
    ),
    "error.manifest_folder": (
        "{folder} has no folder 'table': no program lies there.",
        "{folder} 中没有 table 文件夹：不是程序所在处。",
    ),
}
