"""Faults of the table that can be injected at any time, by name: one row each, and how each is put in and taken out.

    inject(plant, "tile_stuck", "south", where="head", clears="jog")
    repair(plant, "tile_stuck", "south")      # or repair(plant): all of them

A target is a side, a signal of pins.csv, a motor (`east_head`, `disc`, `dome`), an expander's address or nothing.
Faults of the serial line belong to the simulator, a torn file to the flash.
"""

from .parts import HEAD, INDEX, INPUTS, KEYS, LIFT, MOTOR_INDEX, NOISE, PHOTO, SIDES, SUPPLY_MV
from .tiles import BOX, COUNT, LOST, SET, TOP
from .tiles import DISC as ON_DISC

# name: (kind of target, {argument: default}, help in English, help in Chinese)
FAULTS = {
    "tile_stuck": (
        "side",
        {"where": "head", "clears": "jog", "tries": 1},
        "A tile is stuck at the wheel, belt, head, channel or (never caught) disc; where=…, clears=jog|repair, tries=n",
        "卡牌:吸牌轮、皮带、叠牌头、牌道或盘内;where=位置,clears=jog(点动可排除)或repair(只能人工排除)",
    ),
    "tile_missing": ("", {"n": 1}, "Tiles of the used set are lost; n=how many", "缺牌;n=张数"),
    "tile_extra": ("", {"n": 1}, "Tiles too many are on the disc; n=how many", "多牌;n=张数"),
    "tiles_glued": ("", {"n": 1}, "Pairs of tiles stick together; n=how many pairs", "两张牌粘连;n=对数"),
    "sensor_stuck": ("input", {"value": "on"}, "A sensor always says value=on|off", "传感器一直为value=on或off"),
    "sensor_drift": (
        "photo",
        {"counts": -15000},
        "A photo sensor reads counts=… too high (dirt: negative)",
        "光电传感器读数漂移counts",
    ),
    "sensor_noise": ("photo", {"counts": 12000}, "A photo sensor is noisy by +-counts", "光电传感器噪声±counts"),
    "motor_dead": ("motor", {}, "A motor does not turn and takes no current", "电机不转且无电流"),
    "motor_slow": ("motor", {"factor": 0.5}, "A motor turns at factor of its speed", "电机转速降到factor倍"),
    "motor_stalled": ("motor", {}, "A motor is blocked and takes its stall current", "电机堵转"),
    "motor_runaway": ("motor", {}, "A motor runs on whatever the pins say (shorted driver)", "电机失控(驱动击穿)"),
    "limit_never": ("input", {}, "A limit switch or stop sensor never closes", "限位或停止传感器永不到位"),
    "key_stuck": ("key", {}, "A key is stuck down", "按键卡住"),
    "expander_dead": ("expander", {}, "A port expander does not answer; its outputs are off", "端口扩展芯片无应答"),
    "fram_dead": ("", {}, "The FRAM chip does not answer", "FRAM芯片无应答"),
    "supply_sag": ("", {"volts": 18.0}, "The supply falls to volts", "电源电压跌到volts"),
    "controller_reset": (
        "",
        {"in_ms": 0},
        "The controller is reset; in_ms=how long from now",
        "控制器复位;in_ms=多少毫秒后",
    ),
    "power_cut": ("", {"in_ms": 0}, "The power goes; in_ms=how long from now", "断电;in_ms=多少毫秒后"),
}


class FaultError(ValueError):
    """No such fault, target or argument; the message says which there are."""


def inject(plant, name, target=None, **args):
    """Put a fault in. Raises FaultError."""
    row = FAULTS.get(name)
    if row is None:
        raise FaultError("no fault '{}': there are {}".format(name, ", ".join(sorted(FAULTS))))
    target = check_target(plant, name, row[0], target)
    for arg in args:
        if arg not in row[1]:
            raise FaultError("{} has no argument '{}': it has {}".format(name, arg, ", ".join(row[1]) or "none"))
    values = dict(row[1])
    values.update(args)
    if name in ("controller_reset", "power_cut"):
        plant.reset_asked = name
        plant.on_reset(int(values["in_ms"]))
        return
    _apply(plant, name, target, values)
    plant.faults.append((name, target, values))
    plant.load_changed()
    plant.changed()


def check_target(plant, name, kind, target):
    """The target as a fault of this kind needs it."""
    if kind == "":
        return None
    if kind == "expander":
        address = int(target, 16) if isinstance(target, str) and target.startswith("0x") else target
        if address in SIDES:
            address = 0x20 + SIDES.index(address)
        if plant.board is not None and address not in plant.board.chips:
            raise FaultError("{}: no expander at {}".format(name, target))
        return address
    choices = {"side": SIDES, "input": INPUTS, "photo": PHOTO + ("supply_volts", "motor_amps"), "key": KEYS}
    allowed = tuple(MOTOR_INDEX) if kind == "motor" else choices[kind]
    if isinstance(target, int) and kind == "side" and 0 <= target < 4:
        target = SIDES[target]
    if target not in allowed:
        raise FaultError("{}: no {} '{}'; there are {}".format(name, kind, target, ", ".join(allowed)))
    return target


def _apply(plant, name, target, args):
    if name == "tile_stuck":
        _stick(plant, SIDES.index(target), args)
    elif name == "tile_missing":
        for tile in _used(plant, int(args["n"])):
            if plant.tiles.place[tile] == ON_DISC:
                plant.tiles.take_from_disc(tile, LOST)
            plant.tiles.place[tile] = LOST
    elif name == "tile_extra":
        spare = [t for t in range(COUNT) if plant.tiles.place[t] == BOX and t % SET >= plant.players.tiles_told()]
        spare += [t for t in range(COUNT) if plant.tiles.place[t] == BOX and t not in spare]
        plant.put_in(spare[: int(args["n"])])
    elif name == "tiles_glued":
        tiles = _used(plant, 2 * int(args["n"]))
        for i in range(0, len(tiles) - 1, 2):
            plant.tiles.glued[tiles[i]] = tiles[i + 1]
            plant.tiles.glued[tiles[i + 1]] = tiles[i]
    elif name in ("sensor_stuck", "key_stuck", "limit_never"):
        on = name == "key_stuck" or (name == "sensor_stuck" and args["value"] in ("on", 1, True))
        plant.stick(INDEX[target], 2 if on else 1)
    elif name == "sensor_drift":
        plant.drift[INDEX[target]] = int(args["counts"])
        plant.set_counts(INDEX[target])
    elif name == "sensor_noise":
        plant.noisy[INDEX[target]] = int(args["counts"])
    elif name.startswith("motor_"):
        _motor(plant, MOTOR_INDEX[target], name, args)
    elif name == "expander_dead":
        plant.board.set_dead(target, True)
    elif name == "fram_dead":
        plant.board.fram.dead = True
    elif name == "supply_sag":
        plant.set_supply(int(args["volts"] * 1000))


def _motor(plant, motor, name, args):
    if name == "motor_dead":
        plant.percent[motor] = plant.draw[motor] = 0
    elif name == "motor_stalled":
        plant.percent[motor] = 0
        plant.draw[motor] = 2
    elif name == "motor_slow":
        plant.percent[motor] = max(1, min(255, int(args["factor"] * 100)))
    else:
        plant.runaway[motor] = 1
    plant.motor_changed(motor)


def _stick(plant, side, args):
    where, clears = args["where"], args["clears"]
    if where not in ("wheel", "belt", "head", "channel", "disc") or clears not in ("jog", "repair"):
        raise FaultError("tile_stuck: where=wheel|belt|head|channel|disc, clears=jog|repair")
    tries = int(args["tries"]) if clears == "jog" else 0
    if where == "wheel":
        plant.sides[side].wheel_stuck = clears
    elif where == "belt":
        plant.sides[side].jam_belt(clears, plant.now)
    elif where == "head":
        plant.cams[HEAD - 4 + side].jam(150000, tries, plant.now)
    elif where == "channel":
        plant.cams[LIFT - 4 + side].jam(90000, tries, plant.now)
    else:
        for tile in _used(plant, 1):
            plant.tiles.dull[tile] = 1


def _used(plant, n):
    """`n` tiles of the set in use: from the disc, else from the table top, from the end."""
    tiles = plant.tiles
    found = [tiles.disc[i] for i in range(tiles.on_disc)]
    found += [t for t in range(COUNT) if tiles.place[t] == TOP]
    found.sort()
    return found[-n:] if n else []


def repair(plant, name=None, target=None):
    """Take out the faults of this name and target (None: any). Returns how many; lost tiles are put back on the
    table top, extra ones stay in until they are taken out by hand."""
    kept, gone = [], []
    for fault in plant.faults:
        match = name in (None, fault[0]) and target in (None, fault[1])
        (gone if match else kept).append(fault)
    plant.faults = kept
    for fault in gone:
        _undo(plant, *fault)
    for fault in kept:  # two faults may share a part
        if fault[0].startswith(("motor_", "sensor_", "key_", "limit_")):
            _apply(plant, *fault)
    plant.load_changed()
    plant.changed()
    return len(gone)


def _undo(plant, name, target, args):
    if name == "tile_stuck":
        side = SIDES.index(target)
        plant.sides[side].wheel_stuck = False
        plant.sides[side].jam_belt(False, plant.now)
        plant.cams[side].free(plant.now)
        plant.cams[4 + side].free(plant.now)
        for tile in range(COUNT):
            plant.tiles.dull[tile] = 0
    elif name == "tile_missing":
        for tile in range(COUNT):
            if plant.tiles.place[tile] == LOST:
                plant.tiles.place[tile] = TOP
    elif name == "tiles_glued":
        for tile in range(COUNT):
            plant.tiles.glued[tile] = -1
    elif name in ("sensor_stuck", "key_stuck", "limit_never"):
        plant.stick(INDEX[target], 0)
    elif name == "sensor_drift":
        plant.drift[INDEX[target]] = 0
        plant.set_counts(INDEX[target])
    elif name == "sensor_noise":
        plant.noisy[INDEX[target]] = NOISE if target in PHOTO else NOISE >> 3
    elif name.startswith("motor_"):
        motor = MOTOR_INDEX[target]
        plant.percent[motor] = 100
        plant.draw[motor] = 1
        plant.runaway[motor] = 0
        plant.motor_changed(motor)
    elif name == "expander_dead":
        plant.board.set_dead(target, False)
    elif name == "fram_dead":
        plant.board.fram.dead = False
    elif name == "supply_sag":
        plant.set_supply(SUPPLY_MV)
