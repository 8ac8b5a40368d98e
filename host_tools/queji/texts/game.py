"""The texts of `queji game` and of the presets."""

TEXTS = {
    "help.game": (
        """A game at the table, step by step; the players do the same with keys and lights.

\b
  queji config preset chinese-household
  queji game new east          the dice are committed, the players cut
  queji game cut               nobody (else) cuts
  queji game roll              whose turn it is rolls
  queji game result south      south won; queji game result draw: nobody
  queji game undo              it was wrong
  queji game next              it counts: next hand
  queji game                   where the game stands""",
        """牌桌上的一场牌，逐步进行；玩家用按键和灯也能完成同样的事。

\b
  queji config preset chinese-household
  queji game new east          承诺骰子，各家切骰
  queji game cut               不再切骰
  queji game roll              轮到的一家掷骰
  queji game result south      南家和牌；queji game result draw：荒庄
  queji game undo              按错了，收回
  queji game next              生效：下一局
  queji game                   当前进行到哪里""",
    ),
    "help.game status": ("Where the game stands, and who has to do what.", "当前进度，以及轮到谁做什么。"),
    "help.game new": (
        "A game begins, or the next one of a match; SEAT is who begins it.",
        "开始一场，或同一比赛的下一场；SEAT 为开局者。",
    ),
    "help.game cut": (
        "Cut the dice: SEAT COUNT sets a cut (0-15), SEAT alone has cut, without a seat all have.",
        "切骰：SEAT COUNT 设定次数（0-15），只写 SEAT 表示此家已切完，不写座位表示全部切完。",
    ),
    "help.game seats": (
        "Enter seats by custom or lot: at which side sits whoever is east, south, west (and north).",
        "按习惯或抽签录入座位：东、南、西（、北）各坐在哪一方。",
    ),
    "help.game roll": (
        "Roll the dice that are due, draw a wind, or start the roulette, for whoever's turn it is.",
        "替轮到的一家掷骰、摸风，或启动轮盘。",
    ),
    "help.game dealer": (
        "Enter the first dealer, where the rules leave it to the players.",
        "录入首任庄家（规则由玩家决定时）。",
    ),
    "help.game result": (
        "How the hand ended: who won, or the kind of draw. It counts with 'next' or a lift key.",
        "本局结果：谁和牌，或哪种荒庄。用 next 或升降键生效。",
    ),
    "help.game undo": ("Take back what was entered last.", "收回最近录入的内容。"),
    "help.game next": ("The result counts: the deal moves on.", "结果生效：轮庄，下一局。"),
    "help.game replaced": ("A replacement tile was taken from the tail.", "从牌尾补了一张牌。"),
    "help.game end": (
        "The game ends by agreement; once more, and the table is without one.",
        "协议结束本场；再执行一次则没有牌局。",
    ),
    "help.game wall": (
        "Where the next tile, the tail, the indicators and the dead wall lie; with SEAT its dealt tiles.",
        "下一张、牌尾、指示牌、王牌的位置；加 SEAT 则列出该家抓的牌。",
    ),
    "help.game rules": ("The house rules of the next game.", "下一场的各项规则。"),
    "help.config preset": (
        "Set all house rules and the tile set to those of a usual game; without NAME: which are chosen.",
        "把全部规则和牌数设为一种常见打法；不写 NAME 则显示当前选择。",
    ),
    "option.kong": ("For a kong: the next indicator shows.", "杠牌：翻下一张指示牌。"),
    "preset.now": ("rules: {name}; walls {layout}", "规则：{name}；牌墙 {layout}"),
    "preset.set": ("rules: {name}; walls {layout}; {applies}", "规则：{name}；牌墙 {layout}；{applies}"),
    "preset.chinese-household": ("Chinese, at home", "中国家庭打法"),
    "preset.chinese-competition": ("Chinese, competition", "中国竞赛"),
    "preset.taiwanese": ("Taiwanese, sixteen tiles", "台湾十六张"),
    "preset.japanese": ("Japanese, four players", "日本四人"),
    "preset.japanese-three": ("Japanese, three players", "日本三人"),
    "applies.next game": ("applies from the next game", "下一场起生效"),
    "game.none": ("No game: the table is used without one.", "没有牌局：牌桌照常使用。"),
    "game.cuts": ("cuts (E,S,W,N): {cuts}", "切骰（东南西北）：{cuts}"),
    "game.hand": (
        "hand {hand}, {round} round, dealer {dealer}, repeats {repeat}",
        "第 {hand} 局，{round}圈，庄家{dealer}，连庄 {repeat}",
    ),
    "game.given": ("winds drawn: {winds}", "所得风位：{winds}"),
    "game.next": ("then {dealer} deals, repeats {repeat}", "之后{dealer}家坐庄，连庄 {repeat}"),
    "game.next_over": ("then the game is over", "之后本场结束"),
    "game.turn": ("{what}: {who}", "{what}：{who}"),
    "game.do.cut": ("to cut the dice", "请切骰"),
    "game.do.roll": ("to roll", "请掷骰"),
    "game.do.draw": ("to draw a wind", "请摸风"),
    "game.do.enter": ("to be entered by hand key", "请用和牌键录入"),
    "game.do.spin": ("to start the roulette", "请启动轮盘"),
    "game.do.result": ("the hand is being played", "本局进行中"),
    "game.do.lift": ("a result is shown; a lift key, or 'next', makes it count", "结果已显示；按升降键或 next 生效"),
    "game.do.new": ("the game is over", "本场已结束"),
    "game.effect.stays": ("the deal stays", "连庄"),
    "game.effect.next": ("the deal passes", "下庄"),
    "game.effect.winner": ("the winner deals", "和者坐庄"),
    "game.effect.no draw": ("by these rules that is no draw: play goes on", "按此规则不算荒庄：继续打"),
    "wind.0": ("East", "东"),
    "wind.1": ("South", "南"),
    "wind.2": ("West", "西"),
    "wind.3": ("North", "北"),
}
