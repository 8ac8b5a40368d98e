"""Games by requests: each step, what is refused, settings and presets, and a game that loses power."""

from match_players import SIDES, begin, end, follow, game, kept, key, lift, phase, rules, step

OPTIONS = {
    "*": {"layout": (17, 17, 17, 17), "limit_ms": 3_600_000, "flash": 128},
    "test_three_players_by_requests": {"layout": (18, 18, 18, 0), "flash": 128},
}


async def wrong(t, method, kind, **params):
    """A request that is refused and changes nothing; the error."""
    before = kept(t)
    try:
        answer = await t.request(method, **params)
    except Exception as error:
        assert error.kind == kind, (method, params, error.error)
        assert kept(t) == before, (method, params)
        assert error.error["message"]
        return error.error
    raise AssertionError("%s %r was accepted: %r" % (method, params, answer))


async def rolled(t, to):
    """Roll by requests until the phase `to`."""
    while phase(t) != to:
        await t.request("dice")


async def test_a_hand_by_requests(t):
    await rules(t, "chinese-household", seating="entered")
    answer = await t.request("game", do="new", seat=1)
    assert (answer["phase"], answer["do"], answer["who"]) == ("cut", "cut", [0, 1, 2, 3])
    assert (await t.request("cut", seat=2, count=9))["cuts"] == [0, 0, 9, 0]
    await t.request("game", do="cut", seat=2)
    assert (await t.request("game", do="cut"))["phase"] == "seats"
    answer = await t.request("game", do="seats", winds=[3, 0, 1, 2])
    assert (answer["phase"], answer["east"], answer["players"]) == ("dealer", 1, [0, 1, 2, 3])
    await t.request("dice")
    answer = await t.request("game")
    assert (answer["phase"], answer["hand"], answer["round"], answer["repeat"]) == ("break", 1, 0, 0)
    dealer = answer["dealer"]
    first = await t.request("dice", count=2)
    assert first["seat"] == (dealer + first["sum"] - 1) % 4
    assert (await t.request("game"))["who"] == [first["seat"]]
    second = await t.request("dice")
    answer = await t.request("break")
    assert (answer["owner"], answer["left"]) == (first["seat"], first["sum"] + second["sum"])
    status = await t.request("status")
    assert status["game"] == "play" and status["break"]["left"] == answer["left"]
    tiles = (await t.request("wall", seat=dealer))["tiles"]
    assert len(tiles) == 14 and tiles[0][:2] == [answer["first"]["seat"], answer["first"]["stack"]]
    answer = await t.request("game", do="result", seat=dealer)
    assert answer["effect"] == "stays" and answer["next"] == {"dealer": dealer, "repeat": 1, "over": False}
    assert (await t.request("game", do="undo"))["phase"] == "play"
    assert (await t.request("game", do="result", draw="four-winds"))["effect"] == "next"
    answer = await t.request("game", do="next")
    assert (answer["phase"], answer["dealer"], answer["hand"]) == ("break", (dealer + 1) % 4, 2)
    assert (await t.request("game", do="end"))["phase"] == "over"
    assert (await t.request("game", do="end"))["phase"] is None


async def test_what_is_refused(t):
    await rules(t, "chinese-household", seating="entered", first_dealer="entered")
    for do in ("cut", "undo", "next", "end", "kong"):
        await wrong(t, "game", "state", do=do)
    await wrong(t, "game", "params", do="new")
    await wrong(t, "game", "params", do="new", seat=4)
    await wrong(t, "game", "params", do="jump")
    await wrong(t, "wall", "state")
    await t.request("game", do="new", seat=0)
    await wrong(t, "game", "state", do="new", seat=0)
    await wrong(t, "commit", "refused")
    await wrong(t, "dice", "refused")
    await wrong(t, "game", "refused", do="result", seat=0)
    await wrong(t, "game", "refused", do="undo")
    await wrong(t, "tiles", "refused", layout=[18, 18, 18, 0])
    await wrong(t, "preset", "refused", name="japanese-three")
    await wrong(t, "set", "refused", name="layout", value=[18, 18, 18, 0])
    await t.request("game", do="cut", seat=1)
    await wrong(t, "game", "refused", do="cut", seat=1)
    await wrong(t, "cut", "refused", seat=1, count=3)
    await t.request("game", do="cut")
    await wrong(t, "game", "params", do="seats", winds=[0, 1, 2, 2])
    await wrong(t, "game", "params", do="seats")
    await t.request("game", do="seat", seat=2)
    error = await wrong(t, "game", "refused", do="seat", seat=2)
    assert error["data"]["who"] == [0, 1, 3]
    await wrong(t, "dealer", "refused", seat=1)
    await t.request("game", do="seats", winds=[0, 1, 2, 3])
    await wrong(t, "dealer", "refused", next=True)
    await t.request("dealer", seat=3)
    assert phase(t) == "break"
    await wrong(t, "dealer", "refused", seat=1)
    await wrong(t, "dice", "refused", count=3)
    await wrong(t, "game", "refused", do="result", seat=0)
    await wrong(t, "wall", "refused")
    await wrong(t, "break", "refused")
    await rolled(t, "play")
    await wrong(t, "game", "params", do="result")
    await wrong(t, "game", "params", do="result", seat=1, draw="draw")
    await wrong(t, "game", "params", do="result", draw="boredom")
    await wrong(t, "game", "refused", do="next")
    await t.request("game", do="result", seat=1)
    await wrong(t, "game", "refused", do="result", seat=1)
    await wrong(t, "game", "refused", do="kong")
    await wrong(t, "dice", "refused")


async def test_winds_and_roulette_by_requests(t):
    await rules(t, "chinese-household", first_dealer="roulette")
    await t.request("game", do="new", seat=2)
    await wrong(t, "game", "refused", do="draw")
    await t.request("game", do="cut")
    await wrong(t, "dice", "refused")
    for after in ("seats", "seats", "dealer"):
        assert (await t.request("game", do="draw"))["phase"] == after
    answer = await t.request("game")
    assert sorted(answer["given"]) == [0, 1, 2, 3] and answer["do"] == "spin"
    assert (await t.request("game", do="draw"))["phase"] == "break"
    await rolled(t, "play")


async def test_a_kind_of_draw_that_is_none(t):
    await rules(t, "chinese-competition")
    await t.request("game", do="new", seat=0)
    await t.request("game", do="cut")
    await t.request("game", do="seats", winds=[0, 1, 2, 3])
    await rolled(t, "play")
    answer = await t.request("game", do="result", draw="four-winds")
    assert answer["effect"] == "no draw" and answer["phase"] == "play"
    for _ in range(4):
        await t.request("game", do="kong")
    await wrong(t, "game", "refused", do="kong")


async def test_three_players_by_requests(t):
    await t.request("preset", name="japanese-three")
    await t.request("set", name="seating", value="entered")
    await wrong(t, "game", "refused", do="new", seat=3)
    await t.request("game", do="new", seat=2)
    await wrong(t, "game", "refused", do="cut", seat=3)
    await t.request("game", do="cut")
    answer = await t.request("game", do="seats", winds=[1, 2, 0, 0])
    assert answer["east"] == 2 and answer["players"] == [0, 1, 2, None], answer
    for hand in range(12):
        await rolled(t, "play")
        await wrong(t, "game", "refused", do="result", seat=3)
        wall = await t.request("wall", seat=3)
        assert wall["tiles"] == [] and len(wall["indicators"]) == 1
        dealer = (await t.request("game"))["dealer"]
        assert dealer == (2 + hand) % 3
        answer = await t.request("game", do="result", seat=(dealer + 1) % 3)
        assert answer["next"]["over"] == (hand == 11), (hand, answer)
        await t.request("game", do="next")
    assert phase(t) == "over" and game(t)["deal"]["rounds"] == 4


async def test_presets_and_rules(t):
    assert (await t.request("preset"))["preset"] == "chinese-household"
    answer = await t.request("preset", name="taiwanese")
    assert answer["layout"] == [18, 18, 18, 18] and answer["applies"] == "now"
    assert t.app.settings.get("dice") == 3
    found = await t.request("rules")
    assert found["ruleset"] == "taiwanese" and found["first_dealer_dice"] == 3 and len(found) == 21
    assert (await t.request("settings", name="policy")) == {"policy": "traditional"}
    answer = await t.request("set", name="rounds", value=2)
    assert answer["was"] == 4 and answer["applies"] == "now"
    assert (await t.request("preset"))["preset"] is None
    await wrong(t, "set", "params", name="rounds", value=17)
    await wrong(t, "set", "params", name="ruleset", value="bridge")
    await wrong(t, "preset", "params", name="bridge")
    await t.request("defaults")
    assert (await t.request("preset"))["preset"] == "chinese-household"
    await t.request("set", name="last_tiles", value="jump")
    await t.request("set", name="ruleset", value="taiwanese")
    error = await wrong(t, "game", "refused", do="new", seat=0)
    assert "taiwanese" in error["message"], error


async def test_rules_changed_in_a_game_apply_to_the_next(t):
    await rules(t, "chinese-household", seating="entered", first_dealer="east")
    await begin(t)
    answer = await t.request("set", name="policy", value="competition")
    assert answer["applies"] == "next game"
    assert (await t.request("preset", name="chinese-competition"))["applies"] == "next game"
    await t.request("tiles", set=144)  # the same players: for the next walls
    await follow(t)
    await key(t, game(t)["deal"]["dealer"], "hand_key")
    assert (await t.request("game"))["next"]["repeat"] == 1
    journal = await t.request("journal")
    while journal["next"]:
        lines = journal["lines"]
        journal = await t.request("journal", **{"from": journal["next"]})
        journal["lines"] = lines + journal["lines"]
    assert [line for line in journal["lines"] if '"e":"set"' in line and "policy" in line]
    assert [line for line in journal["lines"] if '"what":"begin"' in line]
    await end(t)
    await begin(t)
    assert game(t)["rules"]["policy"] == "competition" and game(t)["layout"] == [18, 18, 18, 18]


# -- power -----------------------------------------------------------------------------------------------------------


async def cut(t):
    """The power goes, and comes back."""
    before = kept(t)
    t.plant.inject("power_cut")
    await t.restart()
    await t.until(lambda: t.app.cycle.state not in ("starting",), 5000)
    await t.request("hello")
    await t.sleep(100)
    return before


async def test_power_goes_at_every_step(t):
    """A ceremony with rolls, a hand, its result, the next hand: each step is still there, and the game goes on."""
    await rules(t, "chinese-household", seating="two-step", first_dealer="two-rolls")
    await begin(t)
    before = await cut(t)
    for _ in range(40):
        assert kept(t) == before and before, (before, kept(t))
        assert not t.app.latch.faults
        if phase(t) == "play":
            break
        await step(t)
        before = await cut(t)
    numbers = [(e["hand"], e["number"]) for e in t.events if e["event"] == "roll"]
    assert len(set(numbers)) == len(numbers), numbers
    await key(t, 1, "hand_key")
    before = await cut(t)
    assert phase(t) == "result" and kept(t) == before
    await lift(t, "dome_open")
    assert phase(t) == "break"
    before = await cut(t)
    assert kept(t) == before
    await follow(t)
    await end(t)
    await cut(t)
    assert phase(t) == "over"
    await begin(t)
    assert game(t)["number"] == 1


async def test_cuts_survive_until_they_are_used(t):
    await rules(t, "chinese-household", seating="entered", first_dealer="east")
    await begin(t)
    await follow(t, "break")
    await cut(t)
    assert t.app.fair.status()["cuts"] == [0, 1, 2, 3]


async def test_power_goes_at_each_write(t):
    """At every flash operation of a step: the step is done, or it was not."""
    await rules(t, "chinese-household", seating="entered", first_dealer="entered")
    await begin(t)
    await follow(t)
    for action in ("result", "undo"):
        for op in range(1, 40):
            was = phase(t)
            t.world.flash.cut(op)
            boots = t.world.boots
            t.press(SIDES[1] + "_hand_key")
            for _ in range(40):
                await t.sleep(50)
                if t.world.boots > boots:
                    break
            cut_off = t.world.boots > boots
            t.world.flash.cut_at = 0
            if not cut_off:
                break  # the whole step took fewer operations
            await t.until(lambda: t.app.cycle.state not in ("starting",), 5000)
            await t.request("hello")
            assert phase(t) in ("play", "result") and game(t)["deal"]["hands"] == 0, (action, op)
            if phase(t) != was:
                await key(t, 1, "hand_key")
        assert not cut_off, "more operations than were tried"
        assert phase(t) == {"result": "result", "undo": "play"}[action], (action, phase(t))


async def test_power_goes_while_the_dome_rises(t):
    """The result counts with the lift key, before anything moves."""
    await rules(t, "chinese-household", seating="entered", first_dealer="east")
    await begin(t)
    await follow(t)
    await key(t, 3, "hand_key")
    t.press("east_lift_key")
    await t.sleep(700)
    assert t.app.cycle.state == "moving"
    before = await cut(t)
    assert phase(t) == "break" and kept(t) == before and before["deal"]["dealer"] == 1
