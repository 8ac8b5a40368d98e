"""What `--help` says: `help.COMMAND` for commands, `option.NAME` for options. A line `\\b` keeps the lines after it as they are."""

TEXTS = {
    "section.look": ("Look", "查看"),
    "section.play": ("Play", "使用"),
    "section.service": ("Service", "维护"),
    "section.alone": ("Without a table", "无需牌桌"),
    "section.other": ("More", "其他"),
    "option.port": (
        "The table's port, socket://HOST:PORT, or sim: (a virtual table for this command). Otherwise QUEJI_PORT, or the only table there is.",
        "牌桌端口、socket://主机:端口，或 sim:（仅供本命令的虚拟牌桌）。缺省取 QUEJI_PORT，或唯一的牌桌。",
    ),
    "option.json": ("Machine-readable output on stdout.", "在标准输出给出机器可读的结果。"),
    "option.lang": ("Language: en or zh (from LC_ALL or LANG).", "语言：en 或 zh（缺省取 LC_ALL 或 LANG）。"),
    "option.trace": ("Show every line sent (->) and received (<-) on stderr.", "在标准错误显示收发的每一行。"),
    "option.wait": (
        "Wait for the end (the default), or return when the table has accepted.",
        "等待结束（缺省），或在牌桌接受后立即返回。",
    ),
    "option.udev": (
        "Print the udev rule that keeps ModemManager off the table (Linux).",
        "打印让 ModemManager 不碰牌桌的 udev 规则（Linux）。",
    ),
    "option.svg": ("Write one picture to this file and end.", "把一幅画面写入此文件后结束。"),
    "option.once": ("Print one picture and end.", "打印一幅画面后结束。"),
    "option.seed": ("Seed of the virtual table's chance.", "虚拟牌桌随机数种子。"),
    "option.speed": ("How many times faster than real time.", "比真实时间快多少倍。"),
    "option.tiles": ("Tile set of the two sets at the table: 108 to 152.", "两副牌的牌数：108 至 152。"),
    "option.state": ("Keep the virtual table's memory in this folder.", "把虚拟牌桌的存储保存在此文件夹。"),
    "option.rolls": (
        "Sums of the rolls, e.g. 7,5; otherwise the last rolls at the table.",
        "各次点数之和，如 7,5；缺省取牌桌上最近的掷骰。",
    ),
    "option.allow-motion": ("I have looked: nobody's hands are in the table.", "我已确认：没有人的手在牌桌里。"),
    "option.seconds": ("How long a test waits for a person.", "等待人配合的秒数。"),
    "option.demo-speed": ("How many times faster than a real table.", "比真实牌桌快多少倍。"),
    "help": (
        """Talk to an automatic mahjong table: look at it, play with it, service it.

\b
  queji ports             which ports have a table
  queji watch             live picture of the table
  queji tiles 136         17 stacks a side
  queji sort              dome down, sort, and wait for the end
  queji sim               a virtual table on this machine
  queji demo              see one at work, half a minute

Exit codes: 0 done, 1 test failed, 2 usage, 3 no table, 4 link, 5 refused by the table, 6 fault of the table,
7 table restarted, 8 update failed, 9 a file cannot be written, 130 interrupted.""",
        """与自动麻将桌通信：查看、使用、维护。

\b
  queji ports             哪些端口有牌桌
  queji watch             牌桌实时画面
  queji tiles 136         每方 17 墩
  queji sort              罩盖落下，理牌并等待结束
  queji sim               在本机运行虚拟牌桌
  queji demo              半分钟演示

退出码：0 完成，1 测试未通过，2 用法，3 没有牌桌，4 线路，5 牌桌拒绝，6 牌桌故障，7 牌桌重启，8 更新失败，9 文件无法写入，130 中断。""",
    ),
    "help.ports": (
        """List the ports that may have a table, and what answers there.

Boards are found by USB's vendor id 2E8A (Raspberry Pi) and a hello; virtual tables of 'queji sim' are listed too.

\b
  queji ports
  queji ports --udev | sudo tee /etc/udev/rules.d/70-queji.rules""",
        """列出可能有牌桌的端口及其应答。

按 USB 厂商号 2E8A（树莓派）和 hello 查找；queji sim 的虚拟牌桌也会列出。

\b
  queji ports
  queji ports --udev | sudo tee /etc/udev/rules.d/70-queji.rules""",
    ),
    "help.info": (
        "Which table this is: firmware, board, id, starts so far.",
        "这是哪张牌桌：固件、控制板、编号、启动次数。",
    ),
    "help.status": (
        """What the table is doing and what is where.

\b
  queji status
  queji status --json""",
        """牌桌在做什么、各物在何处。

\b
  queji status
  queji status --json""",
    ),
    "help.watch": (
        """Live picture of the table; Ctrl-C ends it. With --json: one event a line.

\b
  queji watch
  queji watch --lang zh
  queji watch --once
  queji watch --svg table.svg""",
        """牌桌实时画面；Ctrl-C 结束。加 --json：每行一条消息。

\b
  queji watch
  queji watch --once
  queji watch --svg table.svg""",
    ),
    "help.tiles": (
        """Ask for the tile set, or change it: a number of tiles, or four counts of stacks (E,S,W,N).

A change while tiles are being sorted applies to the next sort.

\b
  queji tiles
  queji tiles 136
  queji tiles 14,13,14,13""",
        """查询或更改牌数：总张数，或四方墩数（东南西北）。

理牌途中更改，下次理牌起生效。

\b
  queji tiles
  queji tiles 136
  queji tiles 14,13,14,13""",
    ),
    "help.sort": (
        """Close the dome, raise the waiting walls, sort the used set; waits for the end.

Ctrl-C while waiting only ends the watching: the table goes on sorting.

\b
  queji dome up && queji sort
  queji sort --no-wait""",
        """罩盖落下，升起等候的牌墙，理好用过的牌；等待结束。

等待时按 Ctrl-C 只停止跟踪：牌桌继续理牌。

\b
  queji dome up && queji sort
  queji sort --no-wait""",
    ),
    "help.raise": (
        "Bring the waiting walls up to the table top; waits for the end.",
        "把等候的牌墙升到桌面；等待结束。",
    ),
    "help.dome": (
        """Move the dome: up to put the used tiles in, down to close.

\b
  queji dome up
  queji dome down""",
        """移动罩盖：up 升起放牌，down 落下。

\b
  queji dome up
  queji dome down""",
    ),
    "help.pause": ("Pause a sort: motors stop, dome up, counts kept.", "暂停理牌：电机停，罩盖升起，计数保留。"),
    "help.resume": ("Go on with a paused sort.", "继续暂停的理牌。"),
    "help.stop": (
        "Stop every motor at once. Not an emergency stop: that is the red knob at the table.",
        "立即停止所有电机。这不是急停：急停是桌边的红色旋钮。",
    ),
    "help.acknowledge": (
        "After a stop: leave the stopped state. Nothing moves by itself.",
        "停止之后：解除停止状态。不会自行动作。",
    ),
    "help.dice": (
        """Roll the table's dice.

\b
  queji dice
  queji dice 3""",
        """用牌桌掷骰。

\b
  queji dice
  queji dice 3""",
    ),
    "help.dealer": (
        """Show the dealer, set one, or pass the deal on.

\b
  queji dealer
  queji dealer set south
  queji dealer next""",
        """查看庄家、定庄，或过庄。

\b
  queji dealer
  queji dealer set south
  queji dealer next""",
    ),
    "help.dealer show": ("Who deals.", "谁坐庄。"),
    "help.dealer set": (
        "Make a seat the dealer: 0-3, east, south, west, north.",
        "指定庄家：0-3，或 east south west north（东南西北）。",
    ),
    "help.dealer next": ("Pass the deal to the next seat.", "下家坐庄。"),
    "help.break": (
        """Where the wall is broken, by the table's rules.

\b
  queji break
  queji break --rolls 7,5""",
        """按规则在哪里开门。

\b
  queji break
  queji break --rolls 7,5""",
    ),
    "help.config": (
        """The table's settings.

\b
  queji config
  queji config get NAME
  queji config set NAME VALUE
  queji config reset NAME
  queji config export FILE""",
        """牌桌设置。

\b
  queji config
  queji config get 名称
  queji config set 名称 值
  queji config reset 名称
  queji config export 文件""",
    ),
    "help.config list": ("All settings.", "所有设置。"),
    "help.config get": ("One setting.", "一项设置。"),
    "help.config set": ("Change one setting; the table checks the value.", "更改一项设置；由牌桌检查取值。"),
    "help.config reset": (
        "One setting, or with --all every one, back to its default.",
        "一项设置（或 --all 全部）恢复默认值。",
    ),
    "option.all": ("Every setting.", "所有设置。"),
    "help.faults": (
        "The latched fault and the warnings, each with what to do; 'clear' clears them.",
        "故障与警告及处理办法；clear 清除。",
    ),
    "help.faults list": ("The latched fault and the warnings.", "故障与警告。"),
    "help.faults clear": ("Clear fault and warnings. Moves nothing.", "清除故障和警告。不动作。"),
    "help.test": (
        """Self-tests of the table's parts.

\b
  queji test                     list
  queji test sensors             keys, sensors and levels as read now
  queji test run NAME…           tests by name or number: photos, east_head, head, 14
  queji test all --allow-motion --report table.html --junit table.xml
  queji test motors --allow-motion
  queji test calibrate           learn the light barriers

Parts move only with --allow-motion, after a countdown or when a key is held at the table.""",
        """牌桌部件自检。

\b
  queji test                     列表
  queji test sensors             按键、传感器和电平的当前读数
  queji test run 名称…           按名称或编号测试：photos、east_head、head、14
  queji test all --allow-motion --report table.html --junit table.xml
  queji test motors --allow-motion
  queji test calibrate           校准光电传感器

只有给出 --allow-motion，并在倒计时后或按住桌上任一键时，部件才会动作。""",
    ),
    "help.test list": ("The self-tests the table knows.", "牌桌支持的自检。"),
    "help.test sensors": ("What keys and sensors read now.", "按键与传感器的当前读数。"),
    "help.test motors": ("Every test that moves a part, one after the other.", "逐个运行所有会动作的测试。"),
    "help.test run": ("Tests by name or number; 'head' is the head of every side.", "按名称或编号运行测试；head 指四方的推牌头。"),
    "help.demo": (
        "Half a minute of a virtual table at work: two hands, and a tile that sticks.",
        "虚拟牌桌演示半分钟：两局牌，以及一张卡住的牌。",
    ),
    "help.call": (
        """Send one request as it is and print the answer (docs/link.md lists the requests).

\b
  queji call hello
  queji call dice count=3
  queji call tiles '{"layout":[14,13,14,13]}'""",
        """原样发送一个请求并打印应答（请求列表见 docs/link.md）。

\b
  queji call hello
  queji call dice count=3
  queji call tiles '{"layout":[14,13,14,13]}'""",
    ),
    "help.completion": (
        """Print the completion script of a shell.

\b
  eval "$(queji completion bash)"
  eval "$(queji completion zsh)"
  queji completion fish > ~/.config/fish/completions/queji.fish""",
        """打印命令行补全脚本。

\b
  eval "$(queji completion bash)"
  eval "$(queji completion zsh)"
  queji completion fish > ~/.config/fish/completions/queji.fish""",
    ),
}
