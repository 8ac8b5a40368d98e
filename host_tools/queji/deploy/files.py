"""A table's own files on this computer: settings, state, calibration, journal, in one ZIP file, and back."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from pathlib import Path
from typing import Any

from queji.deploy import build
from queji.deploy.device import Device
from queji.errors import Usage

ABOUT = "queji-backup.json"
PROGRAM = ("slot_a/", "slot_b/", "table/", "board/", "lib/", "main.py", "active", "update")
SECRET = ("fair",)  # the secret of the dice: not even the owner shall know a roll before it is made
SETTINGS = ("settings.0", "settings.1")
RESTORED = (*SETTINGS, "state.0", "state.1", "photos.0", "photos.1", "trends.0", "trends.1")
LARGEST = 256 * 1024


def save(device: Device, file: Path, hello: dict[str, Any] | None) -> list[str]:
    """Copies the files; their names. Raises what Device raises, and OSError for the file."""
    names = [name for name in device.files() if _own(name)]
    about = {"queji": "backup", "version": 1, "id": device.about()["id"], "hello": hello or {}, "files": {}}
    part = file.with_name(file.name + ".part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as pack:
        for name in names:
            data = device.read(name) or b""
            about["files"][name] = build.digest(data)
            pack.writestr(name, data)
        pack.writestr(ABOUT, json.dumps(about, ensure_ascii=False, indent=1))
    part.replace(file)
    return names


class Wrong(Exception):
    """Why a ZIP file is no backup, or a damaged one."""


def read(file: Path) -> tuple[dict[str, Any], dict[str, bytes]]:
    """What a backup says of itself, and the files that can be put back. Raises Usage for any other file."""
    try:
        content = io.BytesIO(file.read_bytes())
    except OSError as error:
        raise Usage("error.unreadable", file=file, why=error.strerror or error) from None
    try:
        with zipfile.ZipFile(content) as pack:
            about = json.loads(pack.read(ABOUT))
            if about.get("queji") != "backup" or about.get("version") != 1:
                raise Wrong("it is of another kind or version")
            found = {}
            for name, digest in about["files"].items():
                if name in RESTORED:
                    if pack.getinfo(name).file_size > LARGEST:
                        raise Wrong(f"{name} is too large")
                    found[name] = pack.read(name)
                    if build.digest(found[name]) != digest:
                        raise Wrong(f"{name} is damaged")
            return about, found
    except (KeyError, AttributeError, TypeError):
        why = "it is not made like one"
    except (Wrong, json.JSONDecodeError, UnicodeDecodeError) as error:
        why = str(error)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OSError):
        why = "it is damaged" if zipfile.is_zipfile(content) else "it is no ZIP file"
    raise Usage("error.backup_bad", file=file, why=why)


def restore(device: Device, about: dict[str, Any], files: dict[str, bytes], every: bool) -> list[str]:
    """Puts the files back, each whole or not at all; their names. Another table gets its settings alone."""
    same = every or about.get("id") == device.about()["id"]
    names = [name for name in files if same or name in SETTINGS]
    for name in names:
        device.write(name, files[name], build.digest(files[name]))
    gone = [name for name in RESTORED if name not in files and (same or name in SETTINGS)]
    device.remove(gone)  # a newer generation that stayed would win over what was put back
    return names


def _own(name: str) -> bool:
    if name.endswith(".new") or any(name == one or (one.endswith("/") and name.startswith(one)) for one in PROGRAM):
        return False
    return not any(name == one or name.startswith((one + ".", one + "/")) for one in SECRET)
