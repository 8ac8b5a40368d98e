"""What `queji board` says. FINDINGS: mistake -> what is wrong, why it matters, what to do, each (English, Chinese)."""

FINDINGS = {
    "not_a_folder": (
        ("There is no such folder.", "没有这个文件夹。"),
        (
            "A board is a folder with pins.csv, mechanics.json and board.json.",
            "一块板就是一个文件夹，内有 pins.csv、mechanics.json 和 board.json。",
        ),
        (
            "Give the path of a board's folder, for example boards/rpi_pico.",
            "请给出板文件夹的路径，例如 boards/rpi_pico。",
        ),
    ),
    "file_missing": (
        ("The file is missing.", "缺少此文件。"),
        ("The firmware does not start without it.", "没有它固件不会启动。"),
        ("Copy it from boards/rpi_pico and change it for this board.", "从 boards/rpi_pico 复制一份，再按本板修改。"),
    ),
    "file_unreadable": (
        ("The file cannot be read: {reason}.", "无法读取此文件：{reason}。"),
        ("Nothing in it can be checked.", "其中内容都无法检查。"),
        ("Make it a readable file.", "请让它成为可读的文件。"),
    ),
    "not_text": (
        ("The file is not UTF-8 text.", "此文件不是 UTF-8 文本。"),
        ("The controller reads it as UTF-8 text.", "控制器按 UTF-8 文本读取它。"),
        (
            "Save it as UTF-8 from a text editor, or from a spreadsheet as CSV.",
            "用文本编辑器另存为 UTF-8，或由电子表格另存为 CSV。",
        ),
    ),
    "empty": (
        ("The file says nothing.", "此文件没有内容。"),
        ("A table without it has no pins or no measures.", "没有它，桌子就没有引脚或尺寸数据。"),
        (
            "Copy the contents from boards/rpi_pico and change them for this board.",
            "从 boards/rpi_pico 复制内容，再按本板修改。",
        ),
    ),
    "no_header": (
        ("The first line is '{line}', not 'signal,pin'.", "第一行是“{line}”，而不是“signal,pin”。"),
        ("Without the heading it is not certain what the columns mean.", "没有表头就不能确定各列的含义。"),
        ("Put 'signal,pin' on a line of its own before the first signal.", "在第一个信号之前单独写一行“signal,pin”。"),
    ),
    "bad_line": (
        ("'{line}' is not a signal and a pin.", "“{line}”不是“信号,引脚”。"),
        ("Each line wires one signal to one pin.", "每行把一个信号接到一个引脚。"),
        (
            "Write the signal, a comma and the pin: disc,GP8. A comment has '#' at the start of its line.",
            "按“信号,引脚”书写，例如 disc,GP8。注释行以“#”开头。",
        ),
    ),
    "bad_pin": (
        ("'{pin}' of signal {signal} is not the name of a pin.", "信号 {signal} 的“{pin}”不是引脚名。"),
        ("Pins are named GP0, 0x20.A0, MUX.0 or 0x50.", "引脚只写作 GP0、0x20.A0、MUX.0 或 0x50 这几种形式。"),
        (
            "Name a pin of the controller (GP8), of an expander (0x20.A3), a channel of the multiplexer (MUX.7) "
            "or the address of the FRAM chip (0x50).",
            "写控制器引脚（GP8）、扩展器引脚（0x20.A3）、多路开关通道（MUX.7）或 FRAM 芯片的地址（0x50）。",
        ),
    ),
    "signal_missing": (
        ("Signal {signal} has no line.", "缺少信号 {signal} 的行。"),
        (
            "The firmware drives this part and does not start without knowing its pin.",
            "固件要驱动这个部件，不知道引脚就不会启动。",
        ),
        ("Add a line '{signal},' with the pin that it is wired to.", "加一行“{signal},”并写上所接引脚。"),
    ),
    "signal_unknown": (
        ("The table has no signal '{signal}'.", "桌子没有信号“{signal}”。"),
        (
            "A line that nothing reads is most often a slip, and the signal meant is then missing.",
            "没有程序读取的行多半是笔误，本来要写的信号就缺了。",
        ),
        (
            "Remove the line, or use a name of firmware/table/parts.py.",
            "删除此行，或改用 firmware/table/parts.py 中的名字。",
        ),
    ),
    "signal_unknown_near": (
        ("The table has no signal '{signal}'.", "桌子没有信号“{signal}”。"),
        (
            "A line that nothing reads is most often a slip, and the signal meant is then missing.",
            "没有程序读取的行多半是笔误，本来要写的信号就缺了。",
        ),
        ("If '{near}' is meant, write so; otherwise remove the line.", "如果是指“{near}”请改正，否则删除此行。"),
    ),
    "signal_twice": (
        ("Signal {signal} stands a second time; first on line {first}.", "信号 {signal} 重复；第一次在第 {first} 行。"),
        (
            "It has one pin only; the other line would silently win or lose.",
            "它只能有一个引脚，两行中总有一行会悄悄失效。",
        ),
        ("Keep the line that is right and remove the other.", "保留正确的一行，删除另一行。"),
    ),
    "pin_twice": (
        (
            "Pin {pin} of {signal} is already used by {other} on line {first}.",
            "{signal} 的引脚 {pin} 已由第 {first} 行的 {other} 使用。",
        ),
        (
            "Two signals on one wire: each would move or read the other's part.",
            "两个信号在一根线上，会互相驱动或误读对方的部件。",
        ),
        ("Give one of the two another pin, as it is wired.", "按实际接线给其中一个换引脚。"),
    ),
    "no_such_gpio": (
        ("The {chip} has no {pin}.", "{chip} 没有 {pin}。"),
        ("Its last pin is GP{last}.", "它最后一个引脚是 GP{last}。"),
        ("Use a pin that is free: {free}.", "请用空闲引脚：{free}。"),
    ),
    "gpio_reserved": (
        ("{pin} is used by the {product} itself ({use}).", "{pin} 由 {product} 自身使用（{use}）。"),
        (
            "It is not on the board's pads, and driving it disturbs the controller.",
            "它没有引到焊盘，驱动它会干扰控制器。",
        ),
        ("Wire {signal} to a pin that is free: {free}.", "把 {signal} 接到空闲引脚：{free}。"),
    ),
    "not_adc": (
        ("{pin} of {signal} cannot measure a voltage.", "{signal} 的 {pin} 不能测量电压。"),
        (
            "{signal} is analogue; only some pins of the {chip} reach its converter. {pin} can be: {can}.",
            "{signal} 是模拟量，{chip} 只有部分引脚接到模数转换器。{pin} 可作：{can}。",
        ),
        ("Use one of {adc}.", "请用 {adc} 之一。"),
    ),
    "wrong_place": (
        ("{signal} ({kind}) cannot be wired to {pin}.", "{signal}（{kind}）不能接到 {pin}。"),
        ("The firmware handles such a signal only at: {places}.", "固件只支持把这种信号接在：{places}。"),
        ("Wire it to one of these.", "请改接到其中之一。"),
    ),
    "mux_channel": (
        ("The multiplexer has no channel {pin}.", "多路开关没有通道 {pin}。"),
        ("It has four select lines: channels 0 to 15.", "它有四根选择线：通道 0 至 15。"),
        ("Use MUX.0 to MUX.15.", "请用 MUX.0 至 MUX.15。"),
    ),
    "expander_address": (
        ("An MCP23017 cannot have the address {address}.", "MCP23017 不可能有地址 {address}。"),
        ("Its three address pins give 0x20 to 0x27.", "它的三个地址脚只能给出 0x20 至 0x27。"),
        ("Use the address that A0, A1 and A2 of the chip are wired to.", "按芯片 A0、A1、A2 的实际接法写地址。"),
    ),
    "fram_address": (
        ("A FRAM chip cannot have the address {address}.", "FRAM 芯片不可能有地址 {address}。"),
        ("Its three address pins give 0x50 to 0x57.", "它的三个地址脚只能给出 0x50 至 0x57。"),
        ("Use the address that A0, A1 and A2 of the chip are wired to.", "按芯片 A0、A1、A2 的实际接法写地址。"),
    ),
    "expander_bit7": (
        ("{pin} of {signal} cannot be an input.", "{signal} 的 {pin} 不能作输入。"),
        (
            "GPA7 and GPB7 of the MCP23017 are outputs only (datasheet revision D): as inputs they can corrupt the bus, and a motor command with it.",
            "MCP23017 的 GPA7 和 GPB7 只能作输出（数据手册 D 版）：作输入会破坏总线通信，进而破坏电机命令。",
        ),
        ("Use one of B0 to B6 for this input.", "此输入请用 B0 至 B6 之一。"),
    ),
    "expander_output_b": (
        ("{signal} is an output, but {pin} is on port B.", "{signal} 是输出，但 {pin} 在 B 口。"),
        ("The firmware drives port A and reads port B of every expander.", "固件驱动每个扩展器的 A 口，读取 B 口。"),
        ("Use one of A0 to A7.", "请用 A0 至 A7 之一。"),
    ),
    "expander_input_a": (
        ("{signal} is an input, but {pin} is on port A.", "{signal} 是输入，但 {pin} 在 A 口。"),
        (
            "The firmware drives port A and reads port B of every expander: it would drive against the sensor.",
            "固件驱动每个扩展器的 A 口，读取 B 口，会与传感器对顶。",
        ),
        ("Use one of B0 to B6.", "请用 B0 至 B6 之一。"),
    ),
    "expander_shared": (
        (
            "{signal} is on expander {address}, which serves {owner}.",
            "{signal} 在扩展器 {address} 上，而它属于 {owner}。",
        ),
        (
            "Each side has an expander of its own, so that a dead one stops one side only.",
            "每方各有一个扩展器，这样一个坏了只停一方。",
        ),
        ("If it is a slip, write the address of {side}'s expander.", "如果是笔误，请写 {side} 的扩展器地址。"),
    ),
    "i2c_line": (
        ("{pin} is {is}, not {want}.", "{pin} 是 {is}，不是 {want}。"),
        (
            "On this chip even pins are SDA and odd pins SCL. {pin} can be: {can}.",
            "此芯片偶数引脚为 SDA，奇数引脚为 SCL。{pin} 可作：{can}。",
        ),
        (
            "Exchange the two lines, or move {signal} to a pin of its kind.",
            "对调两根线，或把 {signal} 移到对应的引脚。",
        ),
    ),
    "i2c_instances": (
        ("SDA is on I2C{sda}, but {pin} is SCL of I2C{scl}.", "SDA 在 I2C{sda}，但 {pin} 是 I2C{scl} 的 SCL。"),
        ("Both lines of the bus must belong to the same I2C block.", "总线的两根线必须属于同一个 I2C 模块。"),
        (
            "Use neighbours, an even pin and the next one: GP0 and GP1, for example.",
            "请用相邻的偶数与奇数引脚，例如 GP0 和 GP1。",
        ),
    ),
    "pwm_slice": (
        (
            "{pin} of {signal} and {at} of {other} share PWM slice {slice}.",
            "{signal} 的 {pin} 与 {other} 的 {at} 共用 PWM 单元 {slice}。",
        ),
        (
            "A slice has one frequency: the buzzer's tone would change the speed of the disc.",
            "一个单元只有一个频率：蜂鸣器的音调会改变洗牌盘的转速。",
        ),
        (
            "Move one of them to a pin of another slice; pins 16 apart, and an even pin and the next, share one.",
            "把其中一个移到别的单元；相差 16 的引脚、偶数引脚与其下一个引脚都共用单元。",
        ),
    ),
    "bad_json": (
        ("Not JSON at column {column}: {reason}.", "第 {column} 列不是合法的 JSON：{reason}。"),
        (
            "The firmware reads this file as JSON and does not start without it.",
            "固件把此文件作为 JSON 读取，读不出就不会启动。",
        ),
        ("Mend that place; look for a comma too many or a quote too few.", "修正该处；检查多余的逗号或缺少的引号。"),
    ),
    "not_object": (
        ("{key} is not an object.", "{key} 不是对象。"),
        ("It is expected as names and values in braces.", "这里应是花括号里的名字和值。"),
        ("Write it as an object in braces, as in boards/rpi_pico.", "按 boards/rpi_pico 的样子写成花括号对象。"),
    ),
    "mcu_unknown": (
        ("The mcu '{mcu}' is not known.", "不认识 mcu“{mcu}”。"),
        ("What a pin can do depends on the chip.", "引脚的功能取决于芯片。"),
        ("Write one of: {known}.", "请写以下之一：{known}。"),
    ),
    "mcu_other": (
        ("A {product} has an {on}, but the mcu is {mcu}.", "{product} 上是 {on}，而 mcu 写的是 {mcu}。"),
        (
            "The pins are checked against the chip, and the program is compiled for it.",
            "引脚按芯片检查，程序也按芯片编译。",
        ),
        ("Correct whichever of the two is wrong.", "改正两者中错误的一个。"),
    ),
    "key_missing": (
        ("{key} is missing.", "缺少 {key}。"),
        ("The firmware needs every one of these values.", "固件需要每一个值。"),
        ("Add it, with the value measured on this table.", "请补上，并填入本桌的实测值。"),
    ),
    "key_unknown": (
        ("{key} is not a value that the table knows.", "桌子不认识 {key}。"),
        ("It would be ignored, and is most often a slip.", "它会被忽略，多半是笔误。"),
        ("Correct the name, or remove it.", "改正名字，或删除它。"),
    ),
    "key_twice": (
        ("{key} stands a second time; first on line {first}.", "{key} 重复；第一次在第 {first} 行。"),
        ("The later value silently wins.", "后面的值会悄悄生效。"),
        ("Keep one of the two.", "两者只留一个。"),
    ),
    "not_whole": (
        ("{key} is {value}, not a whole number.", "{key} 是 {value}，不是整数。"),
        ("The firmware computes with whole numbers here.", "固件在这里用整数计算。"),
        ("Write a number without quotes and without a decimal point.", "写不带引号和小数点的数。"),
    ),
    "not_a_number": (
        ("{key} is {value}, not a number.", "{key} 是 {value}，不是数字。"),
        ("The firmware computes with it.", "固件要用它计算。"),
        ("Write a number without quotes.", "写不带引号的数。"),
    ),
    "not_a_text": (
        ("{key} is {value}, not text.", "{key} 是 {value}，不是文字。"),
        ("It is shown to people.", "它要显示给人看。"),
        ("Write it in quotes.", "请写在引号里。"),
    ),
    "not_a_list": (
        ("{key} is {value}, not a list.", "{key} 是 {value}，不是列表。"),
        ("It names any number of inputs.", "它列出若干输入。"),
        ("Write names in brackets: [] for none.", "把名字写在方括号里，没有就写 []。"),
    ),
    "not_an_input": (
        ("{key} names {value}, which is not a contact, sensor or key.", "{key} 中的 {value} 不是触点、传感器或按键。"),
        (
            "Only these can be turned over; turning an output over would keep a motor on after a reset.",
            "只有这些可以反相；输出反相会使电机在复位后一直转。",
        ),
        ("Remove it from the list, or correct the name.", "从列表删除，或改正名字。"),
    ),
    "out_of_range": (
        (
            "{key} is {value} {unit}; {low} to {high} is possible.",
            "{key} 是 {value} {unit}；可用范围 {low} 至 {high}。",
        ),
        ("It is {what}; outside these bounds a table cannot work.", "超出范围的桌子无法工作。"),
        ("Measure again, and look at the unit.", "请重新测量，并核对单位。"),
    ),
    "order": (
        ("{small} ({a}) must be less than {large} ({b}).", "{small}（{a}）必须小于 {large}（{b}）。"),
        (
            "The one is the bound of the other; the wrong way round the table would stop at once, or never.",
            "一个是另一个的界限；颠倒了桌子会立刻停机，或永不停机。",
        ),
        ("Correct whichever of the two is wrong.", "改正两者中错误的一个。"),
    ),
    "shorter_than_ticks": (
        (
            "{key} is {value} ms, shorter than two control ticks of {tick} ms.",
            "{key} 是 {value} 毫秒，短于两个 {tick} 毫秒的控制周期。",
        ),
        (
            "A change is believed when it is seen in two ticks; a shorter one is missed.",
            "变化要在两个周期里都看到才算数，更短的会漏掉。",
        ),
        ("Make it {least} ms or longer, or tick_ms shorter.", "改为 {least} 毫秒以上，或缩短 tick_ms。"),
    ),
}

TEXTS = {
    "help.board": (
        """Begin, check and draw the wiring of a board: a folder with pins.csv, mechanics.json and board.json.

\b
  queji board new my_table
  queji board check my_table
  queji board wiring my_table""",
        """新建、检查并绘制控制板接线：含 pins.csv、mechanics.json、board.json 的文件夹。

\b
  queji board new my_table
  queji board check my_table
  queji board wiring my_table""",
    ),
    "help.board check": (
        """Find mistakes in a board's pins and mechanics: where, what, why, and what to do.

DIR is a folder, or the name of a board that comes with the tool. Exit code 0: none found, 1: some found.""",
        """查找控制板引脚与机械参数的错误：位置、内容、原因、处理办法。

DIR 是文件夹，或随工具附带的板名。退出码 0：没有错误，1：有错误。""",
    ),
    "help.board new": (
        """Begin a board's folder from one that comes with the tool. At a terminal it asks; Enter takes what stands in brackets.

\b
  queji board new my_table
  queji board new my_table --from rpi_pico2 --yes
  queji board new my_table --pin disc=GP10 --pin disc_reverse=GP19 --set head.turn_ms=500 --yes

DIR is written whole: pins, mechanics, controller, manifest, wiring page. What is there is never overwritten. Exit code 1:
something is left to do, and what.""",
        """从随工具附带的板开始，新建一个控制板文件夹。在终端会逐项询问；回车取方括号里的值。

\b
  queji board new my_table
  queji board new my_table --from rpi_pico2 --yes
  queji board new my_table --pin disc=GP10 --pin disc_reverse=GP19 --set head.turn_ms=500 --yes

DIR 会完整写出：引脚、机械参数、控制器、清单、接线页。绝不覆盖已有文件。退出码 1：还有事要做，并说明是什么。""",
    ),
    "option.new-from": ("Which board to begin from: rpi_pico or rpi_pico2.", "从哪块板开始：rpi_pico 或 rpi_pico2。"),
    "option.new-product": (
        "The controller: Pico, Pico W, Pico 2, Pico 2 W, or another of the same chip.",
        "控制器：Pico、Pico W、Pico 2、Pico 2 W，或同芯片的其他板。",
    ),
    "option.new-name": ("What the table is called.", "牌桌名称。"),
    "option.new-volts": (
        "The motors' supply; its bounds are a sixth below and above.",
        "电机电源电压；上下限各为六分之一。",
    ),
    "option.new-fram": ("Whether a FRAM chip is fitted.", "是否装有 FRAM 芯片。"),
    "option.new-active-high": (
        "Sensors that read high when active: any of heads, lifts, dome, disc, keys.",
        "有效时为高电平的传感器：heads、lifts、dome、disc、keys 中任意几个。",
    ),
    "option.new-expanders": (
        "Addresses of the sides' expanders, e.g. 0x20,0x21,0x22,0x23.",
        "四方扩展器的地址，例如 0x20,0x21,0x22,0x23。",
    ),
    "option.new-pin": (
        "A signal that is wired elsewhere: disc=GP10. Any number of times.",
        "接在别处的信号：disc=GP10。可多次给出。",
    ),
    "option.new-set": (
        "A value of mechanics.json: head.turn_ms=500. Any number of times.",
        "mechanics.json 的值：head.turn_ms=500。可多次给出。",
    ),
    "option.new-yes": ("Ask nothing: the reference's values for what is not given.", "不询问：未给出的取参考值。"),
    "new.from": ("Which board is it like", "与哪块板相同"),
    "new.product": ("Which controller ({choices})", "哪种控制器（{choices}）"),
    "new.name": ("What is the table called", "牌桌名称"),
    "new.volts": ("Volts of the motors' supply", "电机电源电压（V）"),
    "new.fram": ("Is a FRAM chip fitted?", "装有 FRAM 芯片吗？"),
    "new.active_high": (
        "Which sensors read HIGH when active (PNP, normally closed): {groups}; Enter: none",
        "哪些传感器有效时为高电平（PNP、常闭）：{groups}；回车：没有",
    ),
    "new.expanders": (
        "Addresses of the expanders of east, south, west, north",
        "东、南、西、北扩展器的地址",
    ),
    "new.number.longest_wall": ("Stacks of the longest wall that fits in front of a side", "一方最长能放几墩"),
    "new.number.disc.rpm": ("Turns a minute of the disc while it sorts", "理牌时洗牌盘每分钟转数"),
    "new.number.head.turn_ms": ("Milliseconds of one turn of a head", "推牌头一转的毫秒数"),
    "new.number.lift.turn_ms": ("Milliseconds of one turn of a lift", "升牌一转的毫秒数"),
    "new.number.dome.stroke_ms": ("Milliseconds of the dome from one end to the other", "罩盖一次行程的毫秒数"),
    "new.number.supply.amps_max": (
        "Amps of all motors that are too many (less than the fuse)",
        "电机总电流上限（A，小于保险丝）",
    ),
    "new.pins": ("Is the controller wired as on the reference's wiring page?", "控制器按参考接线页接线吗？"),
    "new.pin": ("{signal} ({kind})", "{signal}（{kind}）"),
    "new.written": ("Written into {folder}: {files}", "已写入 {folder}：{files}"),
    "new.left": (
        "This is left to do; then: queji board check {folder}; queji board wiring {folder}.",
        "以上尚待处理；随后：queji board check {folder}；queji board wiring {folder}。",
    ),
    "new.next": (
        "Next: wire by {folder}/wiring.md; queji flash --board {folder}; queji fit --board {folder} (docs/fitting.md).",
        "下一步：按 {folder}/wiring.zh-CN.md 接线；queji flash --board {folder}；queji fit --board {folder}（docs/fitting.zh-CN.md）。",
    ),
    "error.new_name": ("'{name}' cannot be a board's name.", "“{name}”不能作板名。"),
    "error.new_name.hint": (
        "Letters, digits, _ and -, at most 32: the table says it on the line.",
        "请用字母、数字、_ 和 -，最多 32 个：牌桌会在线路上报出它。",
    ),
    "error.new_exists": (
        "{folder} is there already and not empty; nothing is overwritten.",
        "{folder} 已存在且不为空；不会覆盖。",
    ),
    "error.new_exists.hint": ("Name another folder.", "请换一个文件夹名。"),
    "error.new_from": ("There is no board '{name}' to begin from.", "没有可作起点的板“{name}”。"),
    "error.new_from.hint": ("There are: {boards}.", "有：{boards}。"),
    "error.new_group": ("'{name}' is no group of sensors.", "“{name}”不是传感器组。"),
    "error.new_group.hint": ("There are: {groups}.", "有：{groups}。"),
    "error.new_key": ("mechanics.json has no '{name}'.", "mechanics.json 中没有“{name}”。"),
    "error.new_key.hint": ("Keys are written with their group, as head.turn_ms.", "键要带组名，例如 head.turn_ms。"),
    "error.new_signal": ("The table has no signal '{name}'.", "牌桌没有信号“{name}”。"),
    "error.new_signal.hint": (
        "'queji board check' and boards/rpi_pico/pins.csv name them.",
        "名称见 boards/rpi_pico/pins.csv。",
    ),
    "error.new_expanders": ("'{words}' is not four addresses.", "“{words}”不是四个地址。"),
    "error.new_expanders.hint": ("As 0x20,0x21,0x22,0x23: one a side.", "例如 0x20,0x21,0x22,0x23：每方一个。"),
    "error.new_pair": ("'{word}' is not KEY=NUMBER.", "“{word}”不是 键=数字。"),
    "error.new_pair.hint": ("As head.turn_ms=500.", "例如 head.turn_ms=500。"),
    "help.board pins": (
        """What each pin of the controller can be (ADC, I2C, PWM slice, SPI), its pad, and which signal is wired to it.

DIR is a folder, or the name of a board that comes with the tool.""",
        """控制器每个引脚可作什么（ADC、I2C、PWM 单元、SPI）、它的焊盘号，以及接了哪个信号。

DIR 是文件夹，或随工具附带的板名。""",
    ),
    "board.pin": ("pin", "引脚"),
    "board.pad": ("pad", "焊盘"),
    "board.signal": ("signal", "信号"),
    "board.can": ("can be", "可作"),
    "board.free": ("free", "空闲"),
    "board.own": ("({use})", "（{use}）"),
    "help.board wiring": (
        "Make the wiring page of a board from its pins.csv, into its folder or --out: wiring.md and wiring.svg, and both in Chinese.",
        "由 pins.csv 生成接线页 wiring.zh-CN.md 和 wiring.zh-CN.svg（以及英文的），放在该文件夹或 --out 指定处。",
    ),
    "option.wiring-out": (
        "Folder to write to, instead of the board's own.",
        "写入的文件夹，缺省为控制板自己的文件夹。",
    ),
    "board.fine": ("{folder}: no mistakes found.", "{folder}：没有发现错误。"),
    "board.count": ("{count} found in {folder}.", "{folder} 中发现 {count} 处。"),
    "board.why": ("why: {words}", "原因：{words}"),
    "board.do": ("do:  {words}", "处理：{words}"),
    "board.written": ("written: {file}", "已写入：{file}"),
}

for _code, _sentences in FINDINGS.items():
    for _part, _words in zip(("what", "why", "do"), _sentences, strict=True):
        TEXTS[f"board.{_code}.{_part}"] = _words
