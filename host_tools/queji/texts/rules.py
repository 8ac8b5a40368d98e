"""The texts of `queji rules`."""

TEXTS = {
    "draw.draw": ("draw", "荒庄"),
    "draw.four-winds": ("four-winds", "四风连打"),
    "draw.four-kongs": ("four-kongs", "四杠"),
    "draw.three-winners": ("three-winners", "三家和"),
    "draw.draw-stays": ("draw-stays", "荒庄连庄"),
    "draw.draw-passes": ("draw-passes", "荒庄下庄"),
    "error.rules": ("{why}", "规则不允许：{why}"),
    "help.rules": (
        "The game's own rules, without a table: where the wall is broken, who takes what, who deals next.",
        "牌桌所知的规则，无需牌桌：何处开门、谁拿哪张、下一个谁坐庄。",
    ),
    "help.rules break": (
        "Where the wall is broken.\n\n\b\n  queji rules break --ruleset chinese-two-rolls --set 136 --roll 3,4 --roll 2,3",
        "何处开门。\n\n\b\n  queji rules break --ruleset chinese-two-rolls --set 136 --roll 3,4 --roll 2,3",
    ),
    "help.rules deal": (
        "Who takes which tile, the next tile, the tail, the dead wall.\n\n\b\n"
        "  queji rules deal --ruleset japanese --set 136 --roll 3,4",
        "谁拿哪张牌，下一张、牌尾、王牌。\n\n\b\n  queji rules deal --ruleset japanese --set 136 --roll 3,4",
    ),
    "help.rules play": (
        "How the deal moves on, hand by hand: seats of winners, draw, four-winds, four-kongs, three-winners,"
        " draw-stays, draw-passes.\n\n\b\n  queji rules play --policy traditional --results 0,draw,2",
        "逐局看庄家如何轮换：和牌者座位，或 draw、four-winds、four-kongs、three-winners、"
        "draw-stays、draw-passes。\n\n\b\n  queji rules play --policy traditional --results 0,draw,2",
    ),
    "help.rules seat": ("The seat that a sum points to.", "点数数到哪一家。"),
    "help.rules dora": (
        "The dora after an indicator: 1-9 with m, p, s; E S W N; P F C (white, green, red).",
        "指示牌所指的宝牌：1-9 加 m、p、s；E S W N；P F C（白、发、中）。",
    ),
    "help.rules preset": (
        "The house rules of a usual game, or the names of all.",
        "一种常见打法的各项规则，或列出全部名称。",
    ),
    "option.ruleset": ("How the wall is broken and dealt.", "开门与抓牌的规则。"),
    "option.set": ("Tiles in the set, 108 to 152.", "整副牌的张数，108 至 152。"),
    "option.layout": ("Stacks of the four walls: 14,13,14,13.", "四家牌墙的墩数：14,13,14,13。"),
    "option.players": ("Players, 3 or 4.", "人数，3 或 4。"),
    "option.dealer_seat": (
        "The dealer's seat: 0 east, 1 south, 2 west, 3 north.",
        "庄家座位：0 东，1 南，2 西，3 北。",
    ),
    "option.roll": ("The dice of one roll, as 3,4; once for each roll.", "一次掷出的骰子，如 3,4；每掷一次写一个。"),
    "option.last": ("How the dealer takes his last tiles.", "庄家最后两张的拿法。"),
    "option.dead": ("The dead wall.", "王牌。"),
    "option.replacements": ("Which way replacement tiles are taken.", "补牌的方向。"),
    "option.policy": ("How the deal moves on.", "轮庄的规则。"),
    "option.results": ("The results of the hands, with commas.", "各局结果，以逗号分隔。"),
    "option.rounds": ("Rounds in a game.", "一场的圈数。"),
    "option.keep_repeat": ("The repeat counter counts on when a draw passes the deal.", "荒庄下庄时连庄数继续累计。"),
    "option.draw_effect": (
        "What a kind of draw does: KIND=policy, stays, passes or 'no draw'.",
        "某种荒庄的处理：种类=policy、stays、passes 或 'no draw'。",
    ),
    "option.sum": ("The sum of the dice.", "点数之和。"),
    "rules.dealer": ("dealer: {seat}", "庄家：{seat}家"),
    "rules.broken": ("{seat}'s wall, {left} left on the right", "{seat}家牌墙，右边留 {left} 墩"),
    "rules.first": ("first taken: {seat} {stack}", "先拿：{seat}家第 {stack} 墩"),
    "rules.next": ("next tile: {seat} {stack} {tier}", "下一张：{seat}家第 {stack} 墩{tier}"),
    "rules.tail": ("tail: {seat} {stack} {tier}", "牌尾：{seat}家第 {stack} 墩{tier}"),
    "rules.indicator": ("indicator: {seat} {stack} {tier}", "指示牌：{seat}家第 {stack} 墩{tier}"),
    "rules.dead": ("dead wall: {stacks} stacks", "王牌：{stacks} 墩"),
    "rules.hand": ("{seat}: {tiles} tiles", "{seat}家：{tiles} 张"),
    "rules.keys": (">> first   1.. counted off", ">> 先拿   1.. 留下的墩"),
    "rules.dealt_keys": ("> next   1.. left   ## dead   ** dora", "> 下一张  1.. 留下  ## 王牌  ** 指示牌"),
    "rules.hand_number": ("hand", "局"),
    "rules.result": ("result", "结果"),
    "rules.next_dealer": ("next dealer", "下局庄家"),
    "rules.round_wind": ("round", "圈风"),
    "rules.repeat": ("repeat", "连庄"),
    "rules.finished": ("The game is over.", "本场结束。"),
    "rules.counted_to": ("{sum} points, counted to {seat}", "{sum} 点，数到{seat}家"),
    "tier.upper": ("upper", "上张"),
    "tier.lower": ("lower", "下张"),
}
