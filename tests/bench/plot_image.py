# SPDX-License-Identifier: Apache-2.0
"""Double logarithmic plots as PNG files, without any library. For the script growth."""
import math
import struct
import zlib

WIDTH, HEIGHT = 620, 560  # Of one plot, in pixels.
LEFT, TOP, RIGHT, BOTTOM = 60, 40, 400, 500  # Of its axes.
COLORS = [(31, 119, 180), (214, 39, 40), (44, 160, 44), (255, 127, 14), (148, 103, 189), (140, 86, 75), (227, 119, 194),
          (23, 190, 207), (188, 189, 34), (0, 0, 0), (90, 90, 200), (200, 120, 120), (60, 120, 90), (120, 60, 0)]
# Rows of three pixels, from the top, as octal digits.
GLYPHS = {
    "0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717", "6": "74757", "7": "71111", "8": "75757",
    "9": "75717", "A": "25755", "B": "65656", "C": "34443", "D": "65556", "E": "74647", "F": "74644", "G": "34553", "H": "55755",
    "I": "72227", "J": "11152", "K": "55655", "L": "44447", "M": "57755", "N": "65555", "O": "25552", "P": "65644", "Q": "25563",
    "R": "65655", "S": "34216", "T": "72222", "U": "55557", "V": "55552", "W": "55775", "X": "55255", "Y": "55222", "Z": "71247",
    ".": "00002", "-": "00700", ":": "02020",
}


class Plot:
    """Curves of cost against work. Each is divided by its cost at the smallest work, so that slopes can be compared."""

    def __init__(self, title, works):
        self.title = title
        self.works = works
        self.curves = []

    def add(self, label, costs):
        self.curves.append((label, costs))

    @staticmethod
    def write(plots, path):
        """Writes plots side by side."""
        image = Image(WIDTH * len(plots), HEIGHT)
        for i, plot in enumerate(plots):
            plot._draw(image, i * WIDTH)
        path.write_bytes(image.png())

    def _draw(self, image, left):
        factors = [cost / costs[0] for _, costs in self.curves for cost in costs]
        span = math.log2(self.works[-1] / self.works[0])
        low = min(0.0, math.floor(math.log2(min(factors, default=1))))
        high = max(span, math.ceil(math.log2(max(factors, default=1))))

        def place(work, factor):
            x = math.log2(work / self.works[0]) / span
            y = (math.log2(factor) - low) / (high - low)
            return left + LEFT + x * (RIGHT - LEFT), BOTTOM - y * (BOTTOM - TOP)
        image.text(left + LEFT, 12, self.title, (0, 0, 0))
        for work in self.works:
            x, _ = place(work, 1)
            image.line((x, TOP), (x, BOTTOM), (225, 225, 225))
            image.text(x - 6, BOTTOM + 10, str(work), (0, 0, 0))
        for power in range(int(low), int(high) + 1):
            _, y = place(self.works[0], 2.0 ** power)
            image.line((left + LEFT, y), (left + RIGHT, y), (225, 225, 225))
            image.text(left + 12, y - 5, f"{2.0 ** power:g}", (0, 0, 0))
        image.line(place(self.works[0], 1), place(self.works[-1], self.works[-1] / self.works[0]), (120, 120, 120), dash=6)
        for i, (label, costs) in enumerate(self.curves):
            color = COLORS[i % len(COLORS)]
            ends = [place(work, cost / costs[0]) for work, cost in zip(self.works, costs)]
            for start, end in zip(ends, ends[1:]):
                image.line(start, end, color, thickness=2)
            y = TOP + 18 * i
            image.line((left + RIGHT + 14, y + 5), (left + RIGHT + 34, y + 5), color, thickness=3)
            image.text(left + RIGHT + 42, y, label, (0, 0, 0))


class Image:
    """Pixels of red, green and blue; white at first."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.pixels = bytearray(b"\xff" * (3 * width * height))

    def _set(self, x, y, color):
        if 0 <= x < self.width and 0 <= y < self.height:
            self.pixels[3 * (y * self.width + x):3 * (y * self.width + x) + 3] = bytes(color)

    def line(self, start, end, color, thickness=1, dash=0):
        steps = max(1, math.ceil(max(abs(end[0] - start[0]), abs(end[1] - start[1]))))
        for i in range(steps + 1):
            if dash and i // dash % 2:
                continue
            x = round(start[0] + (end[0] - start[0]) * i / steps)
            y = round(start[1] + (end[1] - start[1]) * i / steps)
            for dx in range(thickness):
                for dy in range(thickness):
                    self._set(x + dx, y + dy, color)

    def text(self, x, y, text, color, size=2):
        for i, letter in enumerate(text.upper()):
            for row, bits in enumerate(GLYPHS.get(letter, "00000")):
                for column in range(3):
                    if not int(bits) >> (2 - column) & 1:
                        continue
                    for dx in range(size):
                        for dy in range(size):
                            self._set(round(x) + (4 * i + column) * size + dx, round(y) + row * size + dy, color)

    def png(self):
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        stride = 3 * self.width
        rows = b"".join(b"\0" + bytes(self.pixels[y * stride:(y + 1) * stride]) for y in range(self.height))
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0))
                + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))
