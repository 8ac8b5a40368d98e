"""What `queji fit` says."""

TEXTS = {
    "help.fit": (
        """Measure the table and write what was found into its mechanics.json.

\b
  queji fit --board my_table                            what does not move: supply, light barriers
  queji fit --board my_table --allow-motion             everything
  queji fit cams disc --board my_table --allow-motion   some of it; the rest later
  queji fit --allow-motion --dry-run                    only show what would change

PART: supply, cams, dome, disc, current, sensors, belts. It runs the table's own self-tests; parts move only with --allow-motion,
after a countdown. The file that was there stays beside the new one as mechanics.json.before. Then 'queji flash --board DIR'
brings it onto the table. docs/fitting.md leads through all of it.""",
        """测量牌桌，并把结果写入它的 mechanics.json。

\b
  queji fit --board my_table                            不动作的部分：电源、光电传感器
  queji fit --board my_table --allow-motion             全部
  queji fit cams disc --board my_table --allow-motion   只测一部分，其余以后再测
  queji fit --allow-motion --dry-run                    只显示会改什么

PART：supply、cams、dome、disc、current、sensors、belts。测量用的是牌桌自己的自检；只有给出 --allow-motion 并在倒计时后部件才会动作。
原文件保留为 mechanics.json.before。随后用 queji flash --board DIR 送到牌桌。全过程见 docs/fitting.zh-CN.md。""",
    ),
    "option.fit-board": (
        "The board's folder, whose mechanics.json is written; without it that of the reference is only read.",
        "控制板文件夹，写入其中的 mechanics.json；不给则只读取参考板的。",
    ),
    "option.fit-out": (
        "Write to this file, without asking, instead of the folder's mechanics.json; it is gone on from if it is there.",
        "写入此文件（不再询问），代替文件夹里的 mechanics.json；已存在时在其基础上继续。",
    ),
    "option.fit-dry": ("Only show what would change.", "只显示会改什么。"),
    "option.fit-yes": ("Write without asking.", "不询问，直接写入。"),
    "option.fit-volts": (
        "What a voltmeter shows at the supply, behind the fuse: the table's own reading is corrected by it.",
        "电压表在保险丝之后测得的电源电压：用来校正牌桌自己的读数。",
    ),
    "fit.part.supply": ("supply", "电源"),
    "fit.part.cams": ("heads and lifts", "推牌头与升牌"),
    "fit.part.dome": ("dome", "罩盖"),
    "fit.part.disc": ("mixing disc", "洗牌盘"),
    "fit.part.current": ("motor current", "电机电流"),
    "fit.part.sensors": ("light barriers", "光电传感器"),
    "fit.part.belts": ("belts", "传送带"),
    "fit.value": ("value", "参数"),
    "fit.was": ("was", "原值"),
    "fit.measured": ("measured", "实测"),
    "fit.change": ("differs", "相差"),
    "fit.new": ("new", "新值"),
    "fit.same": ("stays: less than {percent} % is how a table is from day to day", "不改：{percent} % 以内属日常波动"),
    "fit.why.supply.volts_full_scale": (
        "what the divider makes of a volt: the bounds of the supply are held against it",
        "分压比：电源上下限以它为准",
    ),
    "fit.why.head.turn_ms": ("twice this is the bound of a turn", "一转的时限是它的两倍"),
    "fit.why.lift.turn_ms": ("twice this is the bound of a turn", "一转的时限是它的两倍"),
    "fit.why.dome.stroke_ms": ("twice this is the bound of a stroke", "一次行程的时限是它的两倍"),
    "fit.why.disc.rpm_full_duty": ("a speed becomes a duty by it", "转速按它换算成占空比"),
    "fit.why.disc.rpm_min": ("slower than this the disc does not start", "低于此转速洗牌盘起动不了"),
    "fit.why.disc.spin_up_ms": ("so long it may take before it counts as slow", "在此时间内不算转得慢"),
    "fit.why.pickup.belt_ms": (
        "a belt is cleared by running backward for a third longer",
        "倒转清带的时间比它多三分之一",
    ),
    "fit.why.head.tile_ms": (
        "a shadow of less than 40 % of it is no tile, one of nearly twice as long are two",
        "短于它的 40 % 不算牌，将近它的两倍是两张牌",
    ),
    "fit.why.head.gap_ms": (
        "two ticks must fit into it, or two tiles count as one",
        "其中须容得下两个控制周期，否则两张会算成一张",
    ),
    "fit.why.supply.amps_running": (
        "less than half of it is a motor that is dead, much more one that is held",
        "不到一半说明电机不转，大得多说明堵转",
    ),
    "fit.why.photo.blocked_below": ("for barriers that the table has not learned", "用于牌桌尚未校准的传感器"),
    "fit.why.photo.clear_above": ("for barriers that the table has not learned", "用于牌桌尚未校准的传感器"),
    "fit.unreasonable": (
        "{value} {unit} cannot be: {low:g} to {high:g} is possible. Nothing is changed; look at the part, its sensor and the unit.",
        "{value} {unit} 不合理：可能范围 {low:g} 至 {high:g}。未作更改；请检查部件、传感器和单位。",
    ),
    "fit.uneven": (
        "{slow} takes {ms} ms, the fastest {fast} ms: that one is not well. Free and grease it first; nothing is changed.",
        "{slow} 用 {ms} 毫秒，最快的 {fast} 毫秒：这一个不正常。请先清理加油；未作更改。",
    ),
    "fit.none": (
        "None of the four came round. If they do turn, {name} ({ms:g}) is far from the truth: time a turn with a watch, write it there, flash, and fit again.",
        "四个都没有转完一圈。如果它们确实在转，说明 {name}（{ms:g}）差得太远：用秒表量一圈，写进去，刷入后再测。",
    ),
    "fit.volts_outside": (
        "The supply reads {volts} V; volts_min and volts_max say {low:g} to {high:g}. Which is true is for a voltmeter to say.",
        "电源读数 {volts} V；volts_min 与 volts_max 为 {low:g} 至 {high:g}。请用电压表确认哪个对。",
    ),
    "fit.volts_apart": (
        "The table reads {volts} V, the voltmeter {meter} V: too far apart for a tolerance of parts. Look at the divider's resistors.",
        "牌桌读数 {volts} V，电压表 {meter} V：相差太大，不是元件误差。请检查分压电阻。",
    ),
    "fit.rest": (
        "{amps} A while nothing is switched on, at most {limit} A should be: a motor runs by itself, or the sensor is off.",
        "没有接通任何电机却有 {amps} A，最多应为 {limit} A：有电机自行转动，或电流传感器有偏差。",
    ),
    "fit.amps_low": (
        "{name}: {amps} A, all together {mean} A on average. The firmware would take its motor for a dead one; say so with a motor of its kind, or mend it.",
        "{name}：{amps} A，平均 {mean} A。固件会认为它的电机不转；请换同类电机或修好它。",
    ),
    "fit.amps_high": (
        "{name}: {amps} A, near to amps_stalled ({stalled:g} A). The firmware would take it for a held one; measure the current of a held motor and correct amps_stalled.",
        "{name}：{amps} A，接近 amps_stalled（{stalled:g} A）。固件会认为它堵转；请测出堵转电流并改正 amps_stalled。",
    ),
    "fit.amps_together": (
        "{count} motors run together in a sort: {amps} A, and amps_max is {most:g} A. A sort would end with a fault: raise amps_max (less than the fuse), or take a larger supply.",
        "理牌时有 {count} 个电机同时运行：{amps} A，而 amps_max 为 {most:g} A。理牌会以故障结束：请调高 amps_max（小于保险丝），或换更大的电源。",
    ),
    "fit.levels_apart": (
        "{dark} clear reads {clear}, {bright} blocked {blocked}: no threshold for all lies between. Each has its own, learned; mend the LED or the resistor of these two.",
        "{dark} 无遮挡为 {clear}，{bright} 遮挡为 {blocked}：没有共同的阈值。各传感器已各自校准；请检查这两个的 LED 或电阻。",
    ),
    "fit.unmeasured": ("Not measured, and as it was: {names}.", "未测量，保持原样：{names}。"),
    "fit.problem": ("{part}: {what}", "{part}：{what}"),
    "fit.skip_moves": (
        "Left out: {part}. It moves; 'queji fit {name} --allow-motion' measures it.",
        "略过：{part}。它会动作；用 queji fit {name} --allow-motion 测量。",
    ),
    "fit.skip_asks": (
        "Left out: {part}. A person must hold tiles; 'queji fit {name}' at a terminal measures it.",
        "略过：{part}。需要有人放牌；请在终端运行 queji fit {name}。",
    ),
    "fit.other": (
        "The table runs with {name} {table}, {folder} says {file}: not flashed yet, or another table's folder (--board).",
        "牌桌所用的 {name} 是 {table}，{folder} 里是 {file}：还没有刷入，或者是别的桌子的文件夹（--board）。",
    ),
    "fit.voltmeter": (
        "What does a voltmeter show at the supply, behind the fuse? (V; empty: not measured)",
        "电压表在保险丝之后测得多少？（V；留空：未测）",
    ),
    "fit.agree": ("Change {file}?", "更改 {file} 吗？"),
    "fit.dry": ("{file} is as it was (--dry-run).", "{file} 未作更改（--dry-run）。"),
    "fit.unwritten": (
        "{file} is as it was. --yes writes it, --out FILE another one.",
        "{file} 未作更改。加 --yes 写入，或用 --out FILE 另存。",
    ),
    "fit.written": ("Written: {file}", "已写入：{file}"),
    "fit.kept": ("As it was: {file}", "原文件：{file}"),
    "fit.next": (
        "Onto the table: queji flash --board {folder}; then queji test all --allow-motion.",
        "送到牌桌：queji flash --board {folder}；随后 queji test all --allow-motion。",
    ),
    "fit.nothing": ("{file} fits; nothing to change.", "{file} 已合适，无需更改。"),
    "error.fit_motion": ("This part is measured while it moves.", "此部分要在动作中测量。"),
    "error.fit_motion.hint": (
        "Hands off the table, a hand on the emergency stop, then add --allow-motion.",
        "手离开牌桌，一只手放在急停上，然后加上 --allow-motion。",
    ),
    "error.fit_board": ("No folder of this table's board: {board}.", "找不到此牌桌的控制板文件夹：{board}。"),
    "error.fit_board.hint": (
        "Name it with --board DIR; with the tool come: {boards}.",
        "用 --board DIR 指定；随工具附带：{boards}。",
    ),
    "error.fit_reference": (
        "{folder} is the reference's own; what one table measures is not written there.",
        "{folder} 是参考板自己的；某张桌子的测值不写入那里。",
    ),
    "error.fit_reference.hint": (
        "'queji board new my_table' begins a folder for this table, then --board my_table; or --out FILE, or --dry-run.",
        "用 queji board new my_table 为这张桌子建文件夹，再加 --board my_table；或用 --out FILE，或 --dry-run。",
    ),
    "error.fit_mechanics": (
        "The numbers to begin with are not right, {place}: {what}",
        "起始参数有误，{place}：{what}",
    ),
    "error.fit_mechanics.hint": (
        "'queji board check {folder}' tells all of it.",
        "queji board check {folder} 会列出全部。",
    ),
    "error.fit_busy": ("The table is at work ({state}); nothing was measured.", "牌桌正在工作（{state}）；没有测量。"),
    "error.fit_busy.hint": (
        "Wait for its end, or end it: 'queji pause', 'queji stop'.",
        "等它结束，或用 queji pause、queji stop 结束它。",
    ),
    "error.fit_fault": ("The table stands ({state}); nothing was measured.", "牌桌处于{state}状态；没有测量。"),
    "error.fit_fault.hint": (
        "'queji faults' says why; 'queji faults clear' and 'queji acknowledge' once it is mended.",
        "queji faults 说明原因；排除后用 queji faults clear 和 queji acknowledge。",
    ),
    "error.fit_check": (
        "With what was measured {place} would be wrong: {what} Nothing was written.",
        "按实测值改后 {place} 会出错：{what} 没有写入。",
    ),
    "error.fit_check.hint": (
        "Correct the other of the two values in mechanics.json, then again.",
        "请先改正 mechanics.json 中的另一个值，再测一次。",
    ),
    "error.fit_problems": (
        "Not well measured: {count}; what stands there stayed as it was.",
        "有 {count} 项未能测量；相应的值保持原样。",
    ),
    "error.fit_problems.hint": (
        "Mend them, then measure that part alone: queji fit PART.",
        "排除后只测那一部分：queji fit PART。",
    ),
    "error.interrupted_fit": (
        "Interrupted: the table was told to stop, nothing was written.",
        "已中断：已令牌桌停止，没有写入。",
    ),
    "selftest.speeds": ("disc: speed against duty", "洗牌盘：转速与占空比"),
    "selftest.belts": ("belts: a tile's way and time", "传送带：牌的行程与时间"),
}
