"""Texts of `queji bench`."""

TEXTS = {
    "help.bench": (
        """Measure the firmware on the virtual table: sorting, speed, memory, link, dice, mixing.

NAME chooses subjects; without one all are measured, which takes minutes. The numbers go to build/bench.json. Goals are
shown beside them and miss without failing: they depend on this computer where seconds are in them.

\b
  queji bench
  queji bench sorts line --seeds 20""",
        """在虚拟牌桌上测量固件：理牌、速度、内存、通信、骰子、洗牌均匀度。

NAME 选择项目；缺省则全部测量，需数分钟。结果写入 build/bench.json。目标值列在旁边，未达到不算失败：含秒数的项目取决于本机。

\b
  queji bench
  queji bench sorts line --seeds 20""",
    ),
    "option.bench-seeds": ("How many hands a median is taken of.", "取中位数的局数。"),
    "option.bench-out": ("The file of the results.", "结果文件。"),
    "bench.running": ("Measuring {name} …", "正在测量 {name} …"),
    "bench.column.name": ("number", "数值名"),
    "bench.column.value": ("measured", "实测"),
    "bench.column.goal": ("goal", "目标"),
    "bench.kept": ("Kept in {file}.", "已存入 {file}。"),
    "error.bench": ("{name} could not be measured: {why}", "无法测量 {name}：{why}"),
    "error.bench.hint": (
        "Is everything installed ('make bench' does it)? The reason given is the program's own.",
        "依赖是否齐全（make bench 会安装）？所述原因来自程序本身。",
    ),
}
