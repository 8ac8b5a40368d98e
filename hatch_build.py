"""Puts the firmware and the boards into a wheel; an editable install reads them from the checkout."""

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FirmwareInWheel(BuildHookInterface):
    def initialize(self, version, build_data):
        if version == "editable":
            return
        for folder in ("firmware", "boards"):
            build_data["force_include"][folder] = f"queji/data/{folder}"
