"""Faults of the controller's flash, beside those of the mechanics (faults.py) and of the serial line (noise.py)."""

import os

_ROOT = "/flash"

# name: (kind of target, {argument: default}, help in English, help in Chinese)
FLASH_FAULTS = {
    "file_torn": (
        "file",
        {},
        "A file in the flash loses its second half: settings.0 one generation, settings (the default) both",
        "闪存文件丢失后半部分；settings.0 为一代，settings（缺省）为两代",
    ),
    "flash_full": ("", {}, "No write to the flash succeeds", "闪存写入全部失败"),
    "flash_bad": ("block", {}, "A block of the flash cannot be written", "闪存的一个块无法写入"),
    "flash_cut": (
        "",
        {"op": 1, "torn": False},
        "The power goes at the op-th flash operation from now, torn=true: half-way through it",
        "从现在起第op次闪存操作时断电，torn=true：操作进行到一半",
    ),
}
# name: the same for the line; `inject serial` is carried out by the process that owns the port
SERIAL_FAULTS = {
    "serial": (
        "",
        {"lose": 0, "change": 0, "double": 0, "way": "both"},
        "One byte in so many is lost, changed or doubled; way=in (to the table)|out|both",
        "串口每若干字节丢失、改变或重复一个；way=in（发往牌桌）|out|both",
    )
}


def inject(flash, name, target=None, **args):
    """Break the flash. Raises ValueError: no such file, no such argument."""
    for arg in args:
        if arg not in FLASH_FAULTS[name][1]:
            raise ValueError("%s has no argument '%s'" % (name, arg))
    if name == "file_torn":
        _tear(flash, target or "settings")
    elif name == "flash_full":
        flash.full = True
    elif name == "flash_bad":
        if not isinstance(target, int) or not 0 <= target < flash.blocks:
            raise ValueError("flash_bad: the target is a block, 0 to %d" % (flash.blocks - 1))
        flash.bad.add(target)
    else:
        flash.cut(int(args.get("op", 1)), bool(args.get("torn", False)))


def repair(flash, name=None):
    """Make it writable again; returns how many faults that took out. What was torn stays so."""
    gone = 0
    if flash.full and name in (None, "flash_full"):
        flash.full = False
        gone += 1
    if flash.bad and name in (None, "flash_bad"):
        gone += len(flash.bad)
        flash.bad.clear()
    if flash.cut_at and name in (None, "flash_cut"):
        flash.cut_at = 0
        gone += 1
    return gone


def _tear(flash, target):
    names = [name for name in flash.files(_ROOT) if name[len(_ROOT) + 1 :] in (target, target + ".0", target + ".1")]
    if not names:
        raise ValueError("no file '%s' in the flash: there are %s" % (target, ", ".join(flash.files(_ROOT)) or "none"))
    for name in names:
        half = os.stat(name)[6] // 2
        with open(name, "rb") as f:
            kept = f.read(half)
        with open(name, "wb") as f:
            f.write(kept)
