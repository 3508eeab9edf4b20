#!/usr/bin/env python3
"""Writes the small images of this folder, byte by byte, but for rgb.jpg, which stb_image_write made
of 16 by 8 pixels, the left half red."""

import pathlib
import struct
import zlib

HERE = pathlib.Path(__file__).parent


def png(name, width, height, depth, kind, rows):
    def chunk(tag, body):
        return struct.pack(">I", len(body)) + tag + body + struct.pack(">I", zlib.crc32(tag + body))

    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows))
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
    (HERE / name).write_bytes(data)


def hdr():
    # Old style, without run lengths: the top left pixel is (2, 0, 0), the rest dark.
    pixels = [bytes((128, 0, 0, 130))] + [bytes((16, 32, 64, 120))] * 7
    head = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n"
    (HERE / "rgb.hdr").write_bytes(head + b"".join(pixels))


def exr():
    width, height = 3, 2

    def attribute(name, kind, body):
        return name + b"\0" + kind + b"\0" + struct.pack("<I", len(body)) + body

    channels = b"".join(c + b"\0" + struct.pack("<IIII", 1, 0, 1, 1) for c in (b"A", b"B", b"G", b"R"))
    box = struct.pack("<iiii", 0, 0, width - 1, height - 1)
    head = struct.pack("<II", 20000630, 2)
    head += attribute(b"channels", b"chlist", channels + b"\0")
    head += attribute(b"compression", b"compression", b"\0")
    head += attribute(b"dataWindow", b"box2i", box) + attribute(b"displayWindow", b"box2i", box)
    head += attribute(b"lineOrder", b"lineOrder", b"\0")
    head += attribute(b"pixelAspectRatio", b"float", struct.pack("<f", 1))
    head += attribute(b"screenWindowCenter", b"v2f", struct.pack("<ff", 0, 0))
    head += attribute(b"screenWindowWidth", b"float", struct.pack("<f", 1)) + b"\0"
    lines = []
    for y in range(height):
        red = [2.0 if (x, y) == (0, 0) else 0.0 for x in range(width)]
        rows = ([1.0] * width, [0.25] * width, [0.5] * width, red)
        body = b"".join(struct.pack("<3e", *row) for row in rows)
        lines.append(struct.pack("<iI", y, len(body)) + body)
    table = len(head) + 8 * height
    offsets = b"".join(struct.pack("<Q", table + y * len(lines[0])) for y in range(height))
    (HERE / "rgba.exr").write_bytes(head + offsets + b"".join(lines))


png("grey16.png", 3, 2, 16, 0, [struct.pack(">3H", 65535, 256, 1), struct.pack(">3H", 0, 2, 3)])
png("rgba8.png", 3, 2, 8, 6, [bytes((255, 0, 0, 255)) + bytes((0, 9, 0, 128)) * 2, bytes((0, 0, 7, 64)) * 3])
hdr()
exr()
