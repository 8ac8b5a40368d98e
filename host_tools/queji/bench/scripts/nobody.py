"""A link with nobody at the other end."""

import io


class Nobody(io.IOBase):
    def ioctl(self, request, argument):
        return 0

    def readinto(self, buffer):
        return None

    def write(self, data):
        return len(data)
