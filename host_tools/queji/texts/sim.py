"""What `queji sim` says: messages, errors and help, key -> (English, Chinese)."""

TEXTS = {
    "sim.connect": (
        "Talk to it:  queji -p {port} status   (any terminal program works too)",
        "与它通信：queji -p {port} status（也可用任何终端程序）",
    ),
    "sim.break": (
        "Break it:    queji sim faults, queji sim inject FAULT TARGET, queji sim press KEY, queji sim view",
        "制造故障：queji sim faults、queji sim inject 故障 对象、queji sim press 按键、queji sim view",
    ),
    "sim.injected": ("Injected: {fault}", "已注入故障：{fault}"),
    "sim.repaired": ("Repaired: {count}", "已修复：{count} 处"),
    "sim.pressed": ("Pressed {keys} for {ms} ms", "已按 {keys}，{ms} 毫秒"),
    "sim.emergency_on": ("The emergency stop is pressed.", "急停已按下。"),
    "sim.emergency_off": ("The emergency stop is released.", "急停已松开。"),
    "sim.power_on": ("Power is on.", "电源已接通。"),
    "sim.power_off": ("Power is off: the port is gone until it returns.", "电源已断开：恢复供电前端口不存在。"),
    "sim.was_reset": ("The controller was reset.", "控制器已复位。"),
    "sim.pushed": ("Tiles pushed in: {count}", "推入牌数：{count}"),
    "sim.players": ("Players: stacks {layout}, by themselves: {auto}", "玩家：每方墩数 {layout}，自动放牌：{auto}"),
    "sim.one": ("{port}  control {control}  process {pid}", "{port}  控制套接字 {control}  进程 {pid}"),
    "sim.no_one": ("No virtual table is running.", "没有正在运行的虚拟牌桌。"),
    "sim.column_fault": ("fault", "故障"),
    "sim.column_target": ("target", "对象"),
    "sim.column_args": ("arguments", "参数"),
    "sim.column_what": ("what happens", "现象"),
    "error.sim_none": ("No virtual table to talk to: {why}", "没有可用的虚拟牌桌：{why}"),
    "error.sim_died": ("The virtual table ended by itself: {why}", "虚拟牌桌意外结束：{why}"),
    "error.sim_refused": ("The virtual table refused: {why}", "虚拟牌桌拒绝：{why}"),
    "error.sim_refused.hint": (
        "'queji sim --help' and 'queji sim faults' list what can be done.",
        "queji sim --help 和 queji sim faults 列出可做的事。",
    ),
    "error.sim_speed": (
        "A virtual table's speed is 0.1 to 100, not {word}.",
        "虚拟牌桌的速度为 0.1 至 100，不是 {word}。",
    ),
    "error.sim_board": (
        "There is no board '{word}': give a folder with pins.csv, or one of {boards}.",
        "没有控制板“{word}”：请给出含 pins.csv 的文件夹，或 {boards} 之一。",
    ),
    "error.sim_board_wrong": ("The board is not right, {place}: {what}", "控制板有误，{place}：{what}"),
    "error.sim_board_wrong.hint": (
        "'queji board check {folder}' says why and what to do ({count} found).",
        "queji board check {folder} 说明原因与处理（共 {count} 处）。",
    ),
    "error.sim_longest": ("{word}: {why}", "{word}：{why}"),
    "sim.nothing_repaired": ("Nothing was broken like that.", "没有这样的故障。"),
    "error.sim_pair": ("'{word}' is not NAME=VALUE.", "“{word}”不是 名称=值。"),
    "error.sim_layout": (
        "'{word}' is not a layout: four counts of stacks, e.g. 14,13,14,13.",
        "“{word}”不是有效布局：应为四个墩数，如 14,13,14,13。",
    ),
    "error.sim_set": ("No standard set has {word} tiles: {sets}.", "没有 {word} 张的标准牌：{sets}。"),
    "option.sim-layout": ("Stacks per side instead of a standard set.", "以每方墩数代替标准牌数。"),
    "option.sim-players": (
        "auto: the players push the tiles in whenever the dome is up.",
        "auto：罩盖升起时玩家自动推牌。",
    ),
    "option.sim-mechanics": (
        "What the table is really like, when the board's folder says otherwise: a mechanics.json to find with 'queji fit'.",
        "桌子的真实参数（与控制板文件夹所写不同时）：一份供 queji fit 去测出的 mechanics.json。",
    ),
    "error.sim_mechanics": ("{file} is not right, {place}: {what}", "{file} 有误，{place}：{what}"),
    "error.sim_mechanics.hint": (
        "Begin with a copy of a board's mechanics.json.",
        "请从某块板的 mechanics.json 复制后修改。",
    ),
    "option.players_auto": ("Whether they push tiles in by themselves.", "是否自动推牌。"),
    "option.tcp_port": (
        "Serve this TCP port of this machine instead of a pseudo-terminal (0: any free one).",
        "用本机此 TCP 端口代替伪终端（0：任选空闲端口）。",
    ),
    "option.board": ("Board folder or name (default rpi_pico).", "板子的文件夹或名称（缺省 rpi_pico）。"),
    "option.socket": (
        "Control socket of the virtual table, when more than one is running.",
        "有多个虚拟牌桌时，指定其控制套接字。",
    ),
    "option.fault_target": (
        "Where: a side, a signal, an address; see `queji sim faults`.",
        "位置：方位、信号或地址，见 queji sim faults。",
    ),
    "option.press_ms": ("How long, in ms.", "按住时间（毫秒）。"),
    "help.sim": (
        """Run a virtual table: the real firmware in MicroPython, the mechanics beside it, a serial port in front.

\b
  queji sim                       a table in real time; the port's name is printed
  queji sim --set 136 --speed 4   another set, four times faster
  queji sim --state ~/table       tiles and memory survive the end
  queji sim --tcp 5000            socket://127.0.0.1:5000 instead of a terminal
  queji sim --json                first line: {"port": ..., "control": ...}

While one runs, the commands below break it, press its keys and look at its mechanics. Needs Linux or macOS.""",
        """运行虚拟牌桌：真实固件在 MicroPython 中运行，旁边是机械模型，前面是串口。

\b
  queji sim                       实时运行；打印端口名
  queji sim --set 136 --speed 4   136 张，四倍速
  queji sim --state ~/table       结束后保留牌与存储
  queji sim --tcp 5000            用 socket://127.0.0.1:5000 代替伪终端
  queji sim --json                第一行：{"port": ..., "control": ...}

运行时，用下列命令制造故障、按键、查看机械状态。需要 Linux 或 macOS。""",
    ),
    "help.sim inject": (
        """Break something in the virtual table that is running.

\b
  queji sim inject tile_stuck south where=head
  queji sim inject sensor_stuck east_lift_home value=1
  queji sim inject serial change=200       one byte in 200 changed (lose=, double=; way=in|out|both)""",
        """在正在运行的虚拟牌桌上制造故障。

\b
  queji sim inject tile_stuck south where=head
  queji sim inject sensor_stuck east_lift_home value=1
  queji sim inject serial change=200       每 200 字节改变一个（lose=、double=；way=in|out|both）""",
    ),
    "help.sim repair": (
        "Take faults back: one kind, one kind at one target, or all.",
        "修复故障：一种、一种在一处，或全部。",
    ),
    "help.sim press": (
        "Press a key, or several at once, e.g. east_lift_key.",
        "按一个或同时按几个键，如 east_lift_key。",
    ),
    "help.sim emergency": ("Press or release the emergency stop.", "按下或松开急停。"),
    "help.sim power": ("Cut the mains or switch it on.", "断开或接通电源。"),
    "help.sim reset": ("Reset the controller.", "复位控制器。"),
    "help.sim push": (
        "Push the used tiles into the hole, all or this many; players who do so by themselves then leave it at that.",
        "把用过的牌推入洞口，全部或指定张数；此后自动放牌的玩家本次不再推牌。",
    ),
    "help.sim players": (
        "Tell the players which set to put in, or whether to do it by themselves.",
        "告诉玩家放哪副牌，或是否自动放牌。",
    ),
    "help.sim view": ("Show the mechanics as they are at this moment.", "显示此刻的机械状态。"),
    "help.sim list": ("List the virtual tables that are running.", "列出正在运行的虚拟牌桌。"),
    "help.sim quit": ("End a virtual table.", "结束虚拟牌桌。"),
    "help.sim faults": ("List the faults that can be injected.", "列出可注入的故障。"),
}
