# SPDX-License-Identifier: Apache-2.0
"""Attacks by files that scenes name: pictures, MaterialX, profiles of lights, packages. See attack_scenes.py."""

import struct
import zlib

from attack_scenes import HEAD, SPHERE, TRIANGLE, dome, one, package, picture, png


def png_chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png_with(chunks):
    """A picture of one pixel with chunks before its data."""
    return (b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)) + chunks +
            png_chunk(b"IDAT", zlib.compress(b"\0abc")) + png_chunk(b"IEND", b""))


def png_texts(count, size=7_900_000):
    packed = zlib.compress(bytes([65]) * size, 9)
    return png_with(b"".join(png_chunk(b"zTXt", b"k%d\0\0" % i + packed) for i in range(count)))


def png_profile(size):
    return png_with(png_chunk(b"iCCP", b"p\0\0" + zlib.compress(struct.pack(">I", size) + bytes(size - 4), 9)))


def segment(marker, content):
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


def jpeg_of_scans(width, height, scans):
    """A progressive picture with many scans of no data."""
    frame = segment(0xC2, struct.pack(">BHHB", 8, height, width, 1) + bytes([1, 0x11, 0]))
    tables = segment(0xDB, bytes([0]) + bytes([1] * 64))
    # One code of one bit for each table: a difference of 0, or 32,767 blocks without coefficients.
    codes = segment(0xC4, bytes([0x00, 1] + [0] * 15 + [0])) + segment(0xC4, bytes([0x10, 1] + [0] * 15 + [0xE0]))
    begin = segment(0xDA, bytes([1, 1, 0x00, 0, 0, 0x01])) + b"\0" * 8
    scan = segment(0xDA, bytes([1, 1, 0x00, 1, 63, 0x01])) + b"\0" * 4
    return b"\xff\xd8" + tables + frame + codes + begin + scan * scans + b"\xff\xd9"


def exr_attribute(name, kind, content):
    return name.encode() + b"\0" + kind.encode() + b"\0" + struct.pack("<i", len(content)) + content


def exr(width, height, channels=("R", "G", "B"), compression=0, tile=None, data=b""):
    """The header of a picture, with the table of its lines but without them."""
    listed_channels = b"".join(name.encode() + b"\0" + struct.pack("<iBBBBii", 1, 0, 0, 0, 0, 1, 1) for name in channels) + b"\0"
    box = struct.pack("<iiii", 0, 0, width - 1, height - 1)
    header = (exr_attribute("channels", "chlist", listed_channels) + exr_attribute("compression", "compression", bytes([compression])) +
              exr_attribute("dataWindow", "box2i", box) + exr_attribute("displayWindow", "box2i", box) +
              exr_attribute("lineOrder", "lineOrder", b"\0") + exr_attribute("pixelAspectRatio", "float", struct.pack("<f", 1)) +
              exr_attribute("screenWindowCenter", "v2f", struct.pack("<ff", 0, 0)) +
              exr_attribute("screenWindowWidth", "float", struct.pack("<f", 1)))
    version = 2
    if tile:
        header += exr_attribute("tiles", "tiledesc", struct.pack("<IIB", tile[0], tile[1], 0))
        version |= 0x200
    return struct.pack("<ii", 20000630, version) + header + b"\0" + data


def mtlx(elements, attributes=""):
    return f'<?xml version="1.0"?>\n<materialx version="1.38"{attributes}>\n{elements}</materialx>\n'


def with_mtlx(content, files=None):
    """A mesh whose material is the first one of a MaterialX file."""
    return {"root.usda": HEAD + 'def Mesh "A" (prepend apiSchemas = ["MaterialBindingAPI"]) {\n' +
                                f"{TRIANGLE}rel material:binding = </M/Materials/m0>\n}}\n"
                                'def "M" (references = @m.mtlx@</MaterialX>) {\n}\n',
            "m.mtlx": content} | (files or {})


SURFACE = '<standard_surface name="s" type="surfaceshader">\n{}</standard_surface>\n'
MATERIAL = '<surfacematerial name="m{}" type="material"><input name="surfaceshader" type="surfaceshader" nodename="s"/></surfacematerial>\n'


def mtlx_materials(materials, inputs):
    """Each material has its own copy of a surface."""
    return with_mtlx(mtlx(SURFACE.format("".join(f'<input name="i{i}" type="float" value="1"/>\n' for i in range(inputs))) +
                          "".join(MATERIAL.format(i) for i in range(materials))))


def mtlx_prefix(count, size):
    """Each file name begins with a long prefix."""
    inputs = "".join(f'<input name="i{i}" type="filename" value="a"/>\n' for i in range(count))
    return with_mtlx(mtlx(SURFACE.format(inputs) + MATERIAL.format(0), f' fileprefix="{"p" * size}"'))


def mtlx_color_space(count, size):
    inputs = "".join(f'<input name="i{i}" type="color3" value="1,1,1"/>\n' for i in range(count))
    return with_mtlx(mtlx(SURFACE.format(inputs).replace("surfaceshader\">", f"surfaceshader\" colorspace=\"{'c' * size}\">", 1) +
                          MATERIAL.format(0)))


def mtlx_includes(count, elements):
    """One file, again and again."""
    return with_mtlx(mtlx('<xi:include href="i.mtlx"/>\n' * count),
                     {"i.mtlx": mtlx("".join(f'<constant name="c{i}" type="float"/>\n' for i in range(elements)))})


def mtlx_doubling_includes(depth):
    files = {f"i{k}.mtlx": mtlx(f'<xi:include href="i{k + 1}.mtlx"/>\n' * 2) for k in range(depth)}
    files[f"i{depth}.mtlx"] = mtlx('<constant name="c" type="float"/>\n' * 1000)
    return with_mtlx(mtlx('<xi:include href="i0.mtlx"/>\n'), files)


def mtlx_inherited_by_includes(elements, size):
    constants = "".join(f'<constant name="c{i}" type="float"/>\n' for i in range(elements))
    return with_mtlx(mtlx('<xi:include href="i.mtlx"/>\n'), {"i.mtlx": mtlx(constants, f' colorspace="{"c" * size}"')})


def mtlx_graph(count):
    """Each input looks for the first output among many nodes."""
    nodes = "".join(f'<constant name="c{i}" type="float"/>\n' for i in range(count))
    inputs = "".join(f'<input name="i{i}" type="float" nodegraph="g"/>\n' for i in range(count))
    return with_mtlx(mtlx(f'<nodegraph name="g">\n{nodes}<output name="o" type="float" nodename="c0"/>\n</nodegraph>\n' +
                          SURFACE.format(inputs) + MATERIAL.format(0)))


def mtlx_deep(depth):
    return with_mtlx(mtlx("<a>" * depth + "</a>" * depth))


def profiled(text):
    light = 'def SphereLight "L" (prepend apiSchemas = ["ShapingAPI"]) {\nasset inputs:shaping:ies:file = @p.ies@\n}\n'
    return {"root.usda": HEAD + light + SPHERE, "p.ies": text}


def many_profiles(count):
    numbers = "IESNA\nTILT=NONE\n1 1 1 300 300 1 1 0 0 0 1 1 1\n"
    angles = " ".join(f"{i * 0.6:.1f}" for i in range(300))
    text = numbers + angles + "\n" + angles + "\n" + "1 " * 90_000
    lights = "".join(f'def SphereLight "L{i}" (prepend apiSchemas = ["ShapingAPI"]) {{\nasset inputs:shaping:ies:file = @./p.ies@\n'
                     f"float inputs:shaping:ies:angleScale = {i}\n}}\n" for i in range(count))
    return {"root.usda": HEAD + lights + SPHERE, "p.ies": text}


def package_of_entries(count):
    layer = HEAD + "".join(f'def "A{i}" (references = @b{i}.usda@</B>) {{\n}}\n' for i in range(count))
    return {"root.usdz": package([("a.usda", layer.encode())] +
                                 [(f"b{i}.usda", (HEAD + 'def "B" {\n}\n').encode()) for i in range(count)])}


def package_of_equal_names(count):
    return {"root.usdz": package([("a.usda", HEAD.encode())] * count)}


def package_of_long_names(count):
    return {"root.usdz": package([("a.usda", HEAD.encode())] + [("b" * 60_000 + f"{i}.usda", b"") for i in range(count)])}


def package_of_textures(content, count):
    materials = "".join(f'def "A{i}" {{\nasset f = @t{i}.png@\n}}\n' for i in range(count))
    return {"root.usdz": package([("a.usda", (HEAD + materials).encode())] + [(f"t{i}.png", content) for i in range(count)])}


def bitmap(width, height):
    """A BMP file whose header claims its pixels."""
    return (b"BM" + struct.pack("<IHHI", 54, 0, 0, 54) +
            struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0) + bytes(40_000))


def targa(width, height):
    """Runs of 128 equal pixels."""
    return struct.pack("<BBBHHBHHHHBB", 0, 0, 10, 0, 0, 0, 0, 0, width, height, 32, 0) + (b"\xff\0\0\0\0") * (width * height // 128)


def gif(width, height, frames):
    frame = b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x02" + b"\x02\x44\x01" + b"\0"
    return b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + bytes(6) + frame * frames + b"\x3b"


def photoshop(width, height):
    return b"8BPS" + struct.pack(">H6xHIIHH", 1, 16, height, width, 16, 3) + bytes(12) + b"\0\0" + bytes(40_000)


def same_texture(content, count):
    """One picture that materials use in different ways."""
    text = "".join(f"""def Material "M{i}" {{
token outputs:surface.connect = </M{i}/S.outputs:surface>
def Shader "S" {{
uniform token info:id = "UsdPreviewSurface"
color3f inputs:diffuseColor.connect = </M{i}/T.outputs:rgb>
token outputs:surface
}}
def Shader "T" {{
uniform token info:id = "UsdUVTexture"
asset inputs:file = @./t.png@
float4 inputs:scale = ({i}, 1, 1, 1)
token inputs:sourceColorSpace = "{['raw', 'sRGB', 'auto'][i % 3]}"
token inputs:wrapS = "{['repeat', 'clamp', 'mirror', 'black'][i % 4]}"
float3 outputs:rgb
}}
}}
def Mesh "A{i}" (prepend apiSchemas = ["MaterialBindingAPI"]) {{
{TRIANGLE}rel material:binding = </M{i}>
}}
""" for i in range(count))
    return {"root.usda": HEAD + text, "t.png": content}


def cards(count):
    body = "".join(f'asset model:cardTexture{side} = @t{{0}}{side}.png@\n' for side in ("XPos", "XNeg", "YPos", "YNeg", "ZPos", "ZNeg"))
    return one("".join(f'def "A{i}" (prepend apiSchemas = ["GeomModelAPI"]; kind = "component") {{\n'
                       'uniform token model:drawMode = "cards"\n'
                       f'uniform bool model:applyDrawMode = true\nfloat3[] extentsHint = [(0, 0, 0), (1, 1, 1)]\n{body.format(i)}}}\n'
                       for i in range(count)))


ATTACKS = {
    "png_texts": lambda: picture(png_texts(60)),
    "png_profile": lambda: picture(png_profile(7_900_000)),
    "jpeg_scans": lambda: picture(jpeg_of_scans(8000, 8000, 5000), "t.jpg"),
    "jpeg_scans_of_a_small_one": lambda: picture(jpeg_of_scans(64, 64, 200_000), "t.jpg"),
    "exr_wide": lambda: picture(exr(1 << 30, 1), "t.exr"),
    "exr_high": lambda: picture(exr(1, 1 << 30), "t.exr"),
    "exr_large": lambda: picture(exr(32768, 8192, data=bytes(70_000)), "t.exr"),
    "exr_blocks": lambda: picture(exr(1 << 20, 256, compression=9, data=bytes(100)), "t.exr"),
    "exr_tile": lambda: picture(exr(64, 64, tile=(1 << 30, 1 << 30), data=bytes(100)), "t.exr"),
    "exr_large_tile": lambda: picture(exr(16384, 16384, tile=(16384, 16384), data=bytes(40_000)), "t.exr"),
    "exr_channels": lambda: picture(exr(32768, 16, [f"c{i:05}" for i in range(20_000)], data=bytes(100)), "t.exr"),
    "exr_dome": lambda: dome(exr(32768, 8192, data=bytes(70_000)), "t.exr"),
    "bitmap_claims": lambda: picture(bitmap(16384, 16384), "t.bmp"),
    "targa_runs": lambda: picture(targa(16384, 4096), "t.tga"),
    "gif_frames": lambda: picture(gif(16384, 16384, 3000), "t.gif"),
    "photoshop_claims": lambda: picture(photoshop(16384, 16384), "t.psd"),
    "same_texture": lambda: same_texture(png(1 << 13, 1 << 12), 500),
    "cards": lambda: cards(5000),
    "mtlx_materials": lambda: mtlx_materials(3000, 3000),
    "mtlx_prefix": lambda: mtlx_prefix(5000, 200_000),
    "mtlx_color_space": lambda: mtlx_color_space(5000, 200_000),
    "mtlx_includes": lambda: mtlx_includes(1000, 5000),
    "mtlx_doubling_includes": lambda: mtlx_doubling_includes(14),
    "mtlx_inherited_by_includes": lambda: mtlx_inherited_by_includes(5000, 200_000),
    "mtlx_graph": lambda: mtlx_graph(20_000),
    "mtlx_deep": lambda: mtlx_deep(100_000),
    "profile_counts": lambda: profiled("IESNA\nTILT=INCLUDE\n1\n1e300\n1 1 1 1e300 1e300 1 1 0 0 0 1 1 1\n"),
    "profile_not_numbers": lambda: profiled("IESNA\nTILT=NONE\n1 nan 1 2 2 1 1 0 0 0 1 1 1\n0 90\n0 90\nnan inf 1e308 -1\n"),
    "profile_long": lambda: profiled("IESNA\nTILT=NONE\n1 1 1 1000 1000 1 1 0 0 0 1 1 1\n" +
                                     (" ".join(map(str, range(1000))) + "\n") * 2 + "1 " * 1_000_000),
    "profiles": lambda: many_profiles(2000),
    "package_of_entries": lambda: package_of_entries(20_000),
    "package_of_equal_names": lambda: package_of_equal_names(30_000),
    "package_of_long_names": lambda: package_of_long_names(300),
    "package_of_textures": lambda: package_of_textures(png_with(b""), 10_000),
}
