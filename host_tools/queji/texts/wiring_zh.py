"""The words of a board's wiring page in Chinese, as wiring_en has them in English, and those of its drawing."""

KINDS = {
    "motor": "电机，输出，高电平 = 通",
    "pwm": "PWM 输出",
    "lamp": "灯，输出，高电平 = 亮",
    "input": "输入，低电平 = 有效",
    "key": "按键，低电平 = 按下",
    "analog": "模拟输入",
    "i2c": "总线",
    "memory": "总线上的 FRAM 芯片",
    "select": "输出",
    "strip": "WS2812 数据",
    "reset": "输出，低电平 = 扩展器的所有输出断开",
}
SPECIAL = {
    "emergency_stop": "输入，常闭：低电平 = 正常，高电平 = 已按下或断线",
    "expander_interrupt": "输入，低电平 = 某个扩展器的输入有变化",
    "disc_reverse": "方向，输出，高电平 = 反转",
}
ACTIVE_HIGH = ("低电平 =", "高电平 =")

HEAD = """\
# {name} 的接线

[English](wiring.md)

由 `queji board wiring` 根据 `pins.csv` 生成；要改请改该表，不要改本页。

控制器：Raspberry Pi {product}（{chip}）。{expanders} 片扩展器 MCP23017，一片模拟多路开关 CD74HC4067。逻辑电平全部为 3.3 V。

![接线图](wiring.zh-CN.svg)
"""
PINS = "控制器的引脚"
PINS_COLUMNS = ("脚位", "GPIO", "信号", "是什么")
EXPANDERS = "扩展器"
EXPANDERS_TEXT = "端口 A 输出，端口 B 输入。地址脚 A2 A1 A0 按最后一行接。B7 不接：它不能作输入（数据手册修订版 D）。"
PIN = "引脚"
HIGH = "高电平有效，其余输入为低电平有效（`mechanics.json` 的 `active_high`）：{signals}。"
BETWEEN = "、"
RECORD = "记录芯片"
MUX = "多路开关"
MUX_COLUMNS = ("通道", "信号")

MEMORY = """\
`fram` 是 32 kB 的 FRAM，地址 {address}：MB85RC256V、FM24W256 或 CY15B256J，8 脚，3.3 V，VDD（8 脚）旁 100 nF。SDA（5）和 SCL（6）
接总线，WP（7）和 VSS（4）接 GND，A2 A1 A0（3、2、1）接成 {bits}。它在理牌时记住每墩牌在哪里，断电后可以接着理，也减少闪存的磨损；不能用 EEPROM，
它太慢而且会磨损。没有它的牌桌在 `pins.csv` 中去掉这一行：理牌途中断电后就必须把牌清空。"""

NOTES = """\
## 不可省略

1. **每个电机输入都要有下拉电阻**：扩展器上的电机驱动器，每个输入 10 k 接 GND；控制器自己引脚上的（`disc`、`disc_reverse`、`dome_up`、`dome_down`）用
   4.7 k。控制器起动、死机或更新时没有东西驱动这些线，全靠下拉电阻使电机不动。
2. **`expander_reset` 上的下拉电阻**：4.7 k 接 GND，一根线接到所有扩展器的 RESET（18 脚）。低电平或无驱动时，扩展器放开全部输出。这根线上不得有任何上拉。
3. **急停有两个常闭触点。** 一个给继电器线圈供电，继电器接通电机的 24 V：按下急停，不经任何程序就切断电机的电源。另一个把 `emergency_stop` 拉到 GND；按下或断线时为高电平，
   固件锁定停止状态。松开急停什么都不会动：必须先确认。继电器用强制导向触点，24 V 直流 15 A，线圈并联二极管。
4. **15 A 慢熔保险丝**，装在电源之后。固件在 `amps_max`（12 A）时先停。
5. 单点接地，星形：电机电流不得流经控制器的地线。AGND（脚位 33）供多路开关、分压器和光敏管使用。

## 电路

- **总线**：`i2c_sda` 和 `i2c_scl` 各用 2.2 k 接 3.3 V，只接一处；导线总长最多约 1 m。每片扩展器旁 100 nF。所有扩展器的 INTA（漏极开路）接
  `expander_interrupt`，用 10 k 接 3.3 V；INTB 不接。
- **罩盖、推牌头、升牌**：DRV8871 或同类，各一片，限流约 2.5 A（ILIM 26 k）。`dome_up` 和 `dome_down` 是它的两个输入；两者都高为制动。推牌头和升牌只用一个输入，另一个接 GND。
  续流二极管在驱动器里；若用普通 MOSFET，每个电机并联一只（60 V、3 A）。
- **洗牌盘和吸牌轮**：DRV8876，各一片，PMODE 接 GND，nSLEEP 接 3.3 V。EN 使电机运行：`disc`（20 kHz PWM）、`pickup`。PH 使它反转：`disc_reverse`、`pickup_reverse`。
  反转时两者都为高：有正、反两个输入的驱动器（如 DRV8871）此时会制动。
- **按键、限位、霍尔传感器**：触点或漏极开路接 GND，在控制器一端 10 k 接 3.3 V、10 nF 接 GND。扩展器自带的上拉（100 k）对电机旁的长线太弱。`head_home`、`lift_home`、
  `dome_top`、`dome_bottom` 和 `disc_turn` 到位时为低电平。高电平有效的传感器写入 `mechanics.json` 的 `active_high`。
- **光电传感器**：红外 LED（150 欧接 3.3 V）与光敏管隔着牌的通路相对；集电极接 3.3 V，发射极接多路开关并用 10 k 接 GND。无牌约为 65535 中的 52000，有牌约 9000。
- **电源电压**：100 k 和 10 k，1 %，接在保险丝之后、继电器之前，10 k 上并联 100 nF：3.3 V 对应 36.3 V。
- **电机电流**：3 毫欧、3 W 的分流电阻，串在驱动器的 24 V 中，INA240A2（增益 50）用 3.3 V 供电：3.3 V 对应 22 A。
- **灯带**：数据经 5 V 供电的 74AHCT125（3.3 V 对 WS2812 太低）和 330 欧；灯带两端各 1000 uF 并各接 5 V，5 A 保险丝。像素顺序：骰子 0 至 20（三颗各 7 个），座位 21 至 24，
  牌墙从 25 起。
- **指示灯**：24 V LED 灯，各由一只 BSS138 或 2N7002 接通到 GND，栅极串 1 k，栅极到 GND 100 k。`buzzer` 相同，用 5 V 无源蜂鸣器，并联二极管。
- **控制器供电**：5 V 经肖特基二极管接 VSYS（脚位 39），这样接 USB 的电脑不会给牌桌供电。

## 元件

| 数量 | 元件 |
|---|---|
| 1 | 控制器 |
| 4 | MCP23017 |
| 1 | CD74HC4067 |
| 1 | FRAM MB85RC256V，或上面列出的其他型号（可以不装） |
| 9 | DRV8871：四个推牌头、四个升牌、罩盖 |
| 5 | DRV8876：洗牌盘、四个吸牌轮 |
| 1 | INA240A2 与 3 毫欧、3 W 的分流电阻 |
| 1 | 74AHCT125 |
| 101 | WS2812 像素 |
| 9 | 霍尔传感器 DRV5023（推牌头、升牌、洗牌盘），带磁铁 |
| 12 | 红外 LED 与光敏管，每组一对 |
| 2 | 罩盖的限位开关 |
| 12 | 按键 |
| 9 | 24 V LED 灯：每方两个，另有就绪灯 |
| 10 | BSS138 或 2N7002 |
| 1 | 5 V 无源蜂鸣器 |
| 1 | 有两个常闭触点的急停 |
| 1 | 24 V、15 A 强制导向触点继电器 |
| 1 | 24 V、15 A 电源，以及转为 5 V、5 A 的转换器 |

## 第一次运行之前

1. 对本文件夹运行 `queji board check`，应无发现。
2. 电机不插，控制器没有程序：每个驱动器输入和 `expander_reset` 都是 0 V。
3. 插上电机，接通 24 V：什么都不转。按急停：驱动器的 24 V 消失。
4. 然后才写入固件；逐个运行自检，一只手放在急停上。
"""

RP2350 = """
## 仅限 RP2350

A2 步进版的输入引脚（勘误 E9）漏电流大到能把只有弱下拉的线保持在 2.2 V。控制器自己引脚上的下拉电阻，首先是 `expander_reset` 的，必须不大于 8.2 k：上面的 4.7 k 即可。
"""

# Each text of the drawing that is no name and no number; {} stands for a name.
DRAWING = {
    "Wiring of {}": "{} 的接线",
    "Made from pins.csv by 'queji board wiring'. Names in the boxes are signals; wire equal names together.": (
        "由 queji board wiring 根据 pins.csv 生成。框中的名称是信号；同名的接在一起。"
    ),
    "Raspberry Pi {}, from above, USB socket at the top": "Raspberry Pi {}，俯视，USB 插座在上",
    "MCP23017 at {}": "MCP23017，地址 {}",
    "FRAM at {}": "FRAM，地址 {}",
    "CD74HC4067 (24-pin package)": "CD74HC4067（24 脚封装）",
    "* A0 to A2 below are the expander's address pins,": "* 下面的 A0 至 A2 是扩展器的地址脚，",
    "   not the outputs A0 to A2 of port A.": "   不是端口 A 的输出 A0 至 A2。",
    "(output only)": "（只能输出）",
    "GND (analogue)": "GND（模拟）",
    "3.3 V out": "3.3 V 输出",
    "5 V, through a diode": "5 V，经二极管",
    "restart key": "复位键",
    "free": "空",
    "motor": "电机",
    "lamp": "灯",
    "contact or Hall sensor": "触点或霍尔传感器",
    "key": "按键",
    "analogue": "模拟",
    "light strip": "灯带",
    "bus, select, reset": "总线、选择、复位",
    "supply": "电源",
    "Supply and emergency stop: two contacts of one button, both normally closed": "电源与急停：同一按钮的两个触点，都是常闭",
    "fuse 15 A": "保险丝 15 A",
    "emergency stop": "急停",
    "contact": "触点",
    "contact 1 (NC)": "触点 1（常闭）",
    "contact 2 (NC)": "触点 2（常闭）",
    "emergency_stop: contact closed = 0 V = all is well.": "emergency_stop：触点闭合 = 0 V = 正常。",
    "relay coil 24 V": "继电器线圈 24 V",
    "relay contact": "继电器触点",
    "(open at rest)": "（静止时断开）",
    "diode across it": "并联二极管",
    "shunt 3 mΩ": "分流 3 mΩ",
    "shunt 3 mΩ, 3 W": "分流 3 mΩ，3 W",
    "+24 V of the motor drivers": "电机驱动器的 +24 V",
    "24 V behind the fuse": "保险丝之后的 24 V",
    "24 V to 5 V, 5 A": "24 V 转 5 V，5 A",
    "VSYS, strip": "VSYS、灯带",
    "Expander bus, RESET and interrupt": "扩展器总线、RESET 与中断",
    "SDA, SCL, INTA of all": "全部的 SDA、SCL、INTA",
    "RESET of all: low, or not": "全部的 RESET：低电平或",
    "driven: all motors off": "无驱动时电机全停",
    "Dome, heads, lifts": "罩盖、推牌头、升牌",
    "Head, lift: IN1 alone (10 k to GND), IN2 to GND.": "推牌头、升牌：只用 IN1（10 k 接 GND），IN2 接 GND。",
    "Disc, pick-ups: run and direction": "洗牌盘、吸牌轮：运行与方向",
    "..._pickup: EN, ..._pickup_reverse: PH, 10 k each to GND.": "..._pickup 接 EN，..._pickup_reverse 接 PH，各 10 k 接 GND。",
    "Keys, limits, Hall sensors: 0 V is active": "按键、限位、霍尔传感器：0 V 有效",
    "key or limit": "按键或限位",
    "Hall sensor": "霍尔传感器",
    "Photo sensors: light is high, a tile is low": "光电传感器：有光为高，有牌为低",
    "infrared": "红外",
    "photo": "光敏",
    "transistor": "三极管",
    "tile →": "牌 →",
    "LED and transistor look at each other across the tile's way.": "LED 与光敏管隔着牌的通路相对。",
    "Supply voltage and motor current": "电源电压与电机电流",
    "with 100 nF to GND;": "并联 100 nF 到 GND；",
    "gain 50": "增益 50",
    "fed 3.3 V; 3.3 V = 22 A": "3.3 V 供电；3.3 V = 22 A",
    "Light strip: WS2812 at 5 V": "灯带：5 V 的 WS2812",
    "101 pixels": "101 个像素",
    "at 5 V": "5 V 供电",
    "Feed 5 V at both ends of the strip, fuse 5 A.": "灯带两端都接 5 V，保险丝 5 A。",
    "dice 0–20 (three of 7), seats 21–24,": "骰子 0–20（三颗各 7 个），座位 21–24，",
    "walls 25 + 19 × seat + stack − 1": "牌墙 25 + 19 × 座位 + 墩 − 1",
    "Lamps and buzzer": "指示灯与蜂鸣器",
    "LED lamp": "LED 灯",
    "passive buzzer": "无源蜂鸣器",
    "BSS138 or": "BSS138 或",
    "A diode across the buzzer. Lamps: 60 mA each at most.": "蜂鸣器并联二极管。灯：每个最多 60 mA。",
}
