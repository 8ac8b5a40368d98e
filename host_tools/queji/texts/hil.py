"""Texts of `queji hil`, its rig files and transcripts."""

TEXTS = {
    "help.hil": (
        """Test a table through its serial line: every request, every state, a bad line, a hand from end to end.

NAME chooses tests by a part of their name; without one all are run. Nothing moves on a real table without
--allow-motion, and a rig file says what else may be done to it (docs/hil.md). However it ends, the table is stopped and
looked at. FILE.txt is a transcript of your own.

\b
  queji hil                                      a virtual table
  queji hil --table /dev/ttyACM0                 looks only; what would move or change something is skipped
  queji hil --table /dev/ttyACM0 --rig bench.toml --allow-motion --junit hil.xml
  queji hil --list

Exit codes: 0 all passed, 1 a test failed, 2 usage or rig file, 3 no table, 4 the line, the port or the simulator broke,
130 interrupted.""",
        """通过串口测试牌桌：每个请求、每个状态、劣质线路、完整一局。

NAME 按名称片段选择测试；缺省全部运行。未给出 --allow-motion 时，真实牌桌不会动作；其余许可由台架文件说明（docs/hil.zh-CN.md）。
无论如何结束，都会令牌桌停止并检查。FILE.txt 是您自己的脚本。

\b
  queji hil                                      虚拟牌桌
  queji hil --table /dev/ttyACM0                 只查看；会动作或更改的测试跳过
  queji hil --table /dev/ttyACM0 --rig bench.toml --allow-motion --junit hil.xml
  queji hil --list

退出码：0 全部通过，1 有测试失败，2 用法或台架文件错误，3 没有牌桌，4 线路、端口或模拟器故障，130 中断。""",
    ),
    "option.hil-table": (
        "virtual, emulated, or the port of a real table; else the rig file's, else virtual.",
        "virtual、emulated 或真实牌桌的端口；缺省按台架文件，否则为 virtual。",
    ),
    "option.rig": ("Rig file: what is fitted and allowed.", "台架文件：装了什么、允许什么。"),
    "option.hil-list": ("List the tests and run none.", "只列出测试，不运行。"),
    "option.hil-junit": (
        "Write JUnit XML: the table's identity, steps, serial log.",
        "写出 JUnit XML：牌桌身份、步骤、串口记录。",
    ),
    "option.serial-log": (
        "Write every line of the serial line, both ways, with its time.",
        "把串口双向的每一行连同时间写入文件。",
    ),
    # The run
    "hil.opening": ("Opening the table ({which}) …", "正在打开牌桌（{which}）…"),
    "hil.opening_emulated": (
        "Starting the emulated controller: this takes minutes …",
        "正在启动仿真控制器：需要几分钟……",
    ),
    "hil.table": (
        "Table {id}, board {board}, firmware {firmware} ({hash}), settings {settings}, on {port}",
        "牌桌 {id}，板 {board}，固件 {firmware}（{hash}），设置 {settings}，端口 {port}",
    ),
    "hil.moving": (
        "Parts of the table will move: hands off, a hand on the emergency stop.",
        "牌桌部件将会动作：请勿触碰牌桌，手放在急停上。",
    ),
    "hil.outcome.passed": ("passed", "通过"),
    "hil.outcome.failed": ("FAILED", "失败"),
    "hil.outcome.skipped": ("skipped", "跳过"),
    "hil.outcome.infrastructure": ("BROKEN", "故障"),
    "hil.tally": (
        "{passed} passed, {failed} failed, {skipped} skipped, {infrastructure} not carried out",
        "{passed} 项通过，{failed} 项失败，{skipped} 项跳过，{infrastructure} 项无法执行",
    ),
    "hil.safe": ("Left safe: every motor is off, state {state}.", "已安全停止：电机全部关闭，状态 {state}。"),
    "hil.not_safe": (
        "It could NOT be verified that the table stands still: {why} Look at the table, switch off its motor supply.",
        "无法确认牌桌已停止：{why} 请查看牌桌，断开电机电源。",
    ),
    "hil.put_back": ("Settings put back: {names}.", "已恢复的设置：{names}。"),
    "hil.job_runs": ("the job '{name}' still runs.", "任务“{name}”仍在运行。"),
    "hil.motor_on": ("a motor is still on.", "仍有电机在转。"),
    "hil.amps": ("{amps} A flow, more than {limit} A at rest.", "电流 {amps} A，静止时不应超过 {limit} A。"),
    "hil.port_gone": ("Port {port} broke off: {why}", "端口 {port} 中断：{why}"),
    "hil.gone": ("not run, the table was lost before: {why}", "未运行，此前已失去牌桌：{why}"),
    "hil.nothing": ("There is nothing to run.", "没有可运行的测试。"),
    # Why something is skipped
    "hil.skip.virtual": ("needs the virtual table", "需要虚拟牌桌"),
    "hil.skip.part": ("the rig has no {names}", "台架没有 {names}"),
    "hil.skip.motion": ("moves parts: --allow-motion was not given", "会动作：没有给出 --allow-motion"),
    "hil.skip.allow": (
        "no rig file allows '{word}' ({why})",
        "没有台架文件允许 {word}（{why}）",
    ),
    "hil.skip.long": (
        "takes {seconds} s of the table's time, too long for the emulated controller",
        "需要牌桌时间 {seconds} 秒，仿真控制器太慢",
    ),
    "hil.skip.emulated": (
        "needs hands at the table, and the emulated controller has none",
        "需要有人在桌边操作，仿真控制器旁没有人",
    ),
    "hil.skip.alike": (
        "one of many alike: the emulated controller does it only when it is named",
        "同类测试之一：仿真控制器较慢，指明名称时才运行",
    ),
    "hil.skip.interrupted": ("interrupted", "已中断"),
    "hil.skip.state": (
        "the table is in the state {state}, which no request leads out of safely",
        "牌桌处于状态 {state}，没有可安全离开该状态的请求",
    ),
    "hil.skip.nobody": (
        "a person is needed, and nobody can be asked here (no terminal)",
        "需要有人协助，而此处无人可问（没有终端）",
    ),
    "hil.skip.person": ("nobody is asked here: {what}", "此处无人可问：{what}"),
    "hil.needs.motion": ("moves parts of the table", "使牌桌部件动作"),
    "hil.needs.settings": ("changes settings, put back at the end", "更改设置，结束时恢复"),
    "hil.needs.game": ("throws dice, plays a game", "掷骰、进行牌局"),
    "hil.needs.restart": ("restarts the controller", "重启控制器"),
    "hil.needs.people": ("asks a person at the table", "需要桌边有人"),
    # The person at the table
    "hil.person.do": ("At the table: {what}. Then press Enter:", "请在牌桌上：{what}。完成后按回车："),
    "hil.person.ask": ("{question} [Y/n]", "{question} [Y/n]"),
    "hil.person.press": ("press and release: {names}", "按一下：{names}"),
    "hil.person.hold": ("hold for {seconds} s: {names}", "按住 {seconds} 秒：{names}"),
    "hil.person.push": ("push the used tiles into the hole", "把用过的牌推入洞中"),
    "hil.person.pressed": ("press the emergency stop", "按下急停"),
    "hil.person.released": ("release the emergency stop", "松开急停"),
    "hil.person.nobody": ("nobody looks at a virtual table", "虚拟牌桌无人查看"),
    "hil.person.no": ("the answer was no", "回答为否"),
    # Errors
    "error.hil_not_allowed": (
        "'{request}' was not sent: it {why}, and that is not allowed.",
        "“{request}”没有发出：它会{why}，而这未被允许。",
    ),
    "error.hil_pytest": ("'queji hil' needs pytest, which is not installed.", "queji hil 需要 pytest，但没有安装。"),
    "error.hil_pytest.hint": ("pip install 'queji[hil]'", "pip install 'queji[hil]'"),
    "error.hil_names": ("No test has '{names}' in its name.", "没有名称含“{names}”的测试。"),
    "error.hil_names.hint": ("'queji hil --list' lists them.", "queji hil --list 列出所有测试。"),
    "error.hil_transcript_file": ("There is no transcript {file}.", "没有脚本文件 {file}。"),
    "error.hil_other": (
        "The table's {name} is {theirs}, but {file} says {ours}.",
        "牌桌的 {name} 是 {theirs}，而 {file} 写的是 {ours}。",
    ),
    "error.hil_busy": ("The table on {port} is at work ({job}).", "{port} 上的牌桌正在工作（{job}）。"),
    "error.hil_busy.hint": (
        "Wait for its end, or stop it: queji stop, queji acknowledge.",
        "等它结束，或停止它：queji stop，queji acknowledge。",
    ),
    "error.hil_emulated": ("The emulated controller cannot run: {why}", "仿真控制器无法运行：{why}"),
    "error.hil_emulated.hint": (
        "pip install 'queji[emulated]', then queji emulate --get.",
        "pip install 'queji[emulated]'，然后 queji emulate --get。",
    ),
    "error.hil_emulated_start": (
        "The firmware did not start on the emulated controller: {why}",
        "固件没有在仿真控制器上启动：{why}",
    ),
    "error.hil_emulated_start.hint": (
        "'queji emulate' and a terminal on its port show all of what it says.",
        "用 queji emulate 并在其端口打开终端，可看到全部输出。",
    ),
    "error.rig": ("{complaints}", "{complaints}"),
    "error.rig.hint": (
        "docs/hil.md describes the file; the table was not touched.",
        "文件格式见 docs/hil.zh-CN.md；牌桌未受影响。",
    ),
    "error.transcript": ("{complaints}", "{complaints}"),
    "error.transcript.hint": (
        "docs/hil.md lists the steps; the table was not touched.",
        "步骤列表见 docs/hil.zh-CN.md；牌桌未受影响。",
    ),
    "error.hil_collect": ("The tests cannot be read: {why}", "无法读取测试：{why}"),
    # Transcripts
    "transcript.empty": ("no step in it", "没有步骤"),
    "transcript.unknown": ("'{line}' is no step; one is written '{example}'", "“{line}”不是步骤；写法例如“{example}”"),
    "transcript.at_most": (
        "'{line}' must say how long it may take: ', at most 60 s'",
        "“{line}”须写明最长等待：“, at most 60 s”",
    ),
    "transcript.no_question": ("an answer, but nothing was sent before it", "应答之前没有发送任何内容"),
    "transcript.answer": ("'{line}': an answer begins with ok or error", "“{line}”：应答以 ok 或 error 开头"),
    "transcript.request": ("there is no request '{name}'{meant}", "没有请求“{name}”{meant}"),
    "transcript.key": (
        "there is no key '{name}'; one is written 'east lift key' (dice, lift, hand)",
        "没有按键“{name}”；写法例如“east lift key”（dice、lift、hand）",
    ),
    "transcript.event": ("there is no event '{name}'; there are {names}", "没有事件“{name}”；现有 {names}"),
    "transcript.fault": ("there is no fault '{name}'{meant}", "没有故障“{name}”{meant}"),
    "transcript.silent": ("no answer", "没有应答"),
    "transcript.late": ("not within {seconds} s {last}", "{seconds} 秒内未发生 {last}"),
    "transcript.failed": ("{place}: {step}: {seen}", "{place}：{step}：{seen}"),
    # The rig file
    "rig.unreadable": ("{file} cannot be read: {why}", "无法读取 {file}：{why}"),
    "rig.not_text": ("{file} is not UTF-8 text (byte {at}).", "{file} 不是 UTF-8 文本（第 {at} 字节）。"),
    "rig.toml": ("{file}:{line}: no TOML: {why}", "{file}:{line}：不是 TOML：{why}"),
    "rig.unknown": ("'{name}' is not known here{meant}", "这里没有“{name}”{meant}"),
    "rig.no_section": ("'{name}' must be a section: [{name}]", "“{name}”应是一节：[{name}]"),
    "rig.type": ("'{name}' must be {type}", "“{name}”应为 {type}"),
    "rig.type.string": ("text in quotes", "引号中的文字"),
    "rig.type.list": ("a list of names: [\"disc\", \"dome\"]", "名称列表：[\"disc\", \"dome\"]"),
    "rig.type.bool": ("true or false", "true 或 false"),
    "rig.both": ("'parts' and 'missing' exclude one another", "parts 与 missing 只能用一个"),
    "rig.no_board": ("there is no board '{name}'; there are {boards}", "没有板“{name}”；现有 {boards}"),
    "rig.no_part": ("there is no part '{name}'{meant}", "没有部件“{name}”{meant}"),
    "rig.not_wired": ("the board {board} has no '{name}'", "板 {board} 没有“{name}”"),
    "rig.meant": ("; did you mean '{name}'?", "；是指“{name}”吗？"),
    "rig.there_are": ("; there are {names}", "；现有 {names}"),
}
