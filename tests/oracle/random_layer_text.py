# SPDX-License-Identifier: Apache-2.0
"""Generates random text layers: each walks the grammar of usda and prefers forms that are legal but rare, and most have
one damaged token.

`text(seed)` returns the text of a layer; equal seeds give equal texts.
"""

import random
import re

NUMBERS = ["0", "1", "2", "007", "255", "12", "1.", ".5", "1e3", "-1", "-.5", "1E-2", "-1.5e+2", "-0", "-0.0", "inf",
           "-inf", "nan", "2147483647", "4294967295", "1e400", "9223372036854775808", "-9223372036854775809", "+1", "0x10",
           "1.5.2", "3000000000"]
PLAIN_NUMBERS = NUMBERS[:12]
STRINGS = ['"a"', "'a'", '""', "''", '"""a\nb"""', "'''a'''", r'"\n\t\\\""', r'"\x41\101"', r"'\''", '"é"', '"# no"',
           '"""a"b"""', r'"\q"', '"a\'b"', '"/* no */"', '"a b:c"']
ASSETS = ["@a.usda@", "@@", "@@@a@b@@@", "@./a b.usda@", r"@@@a\@@@b@@@", "@a.usdz[b.usda]@", "@a:SDF_FORMAT_ARGS:b=c@",
          "@é.usda@", '@`"${A}.usda"`@']
PATHS = ["</A>", "</A/B>", "</>", "<.>", "<..>", "<A>", "<../B>", "</A.b>", "</A.b:c>", "</A{v=x}>", "</A{v=x}B>", "<.b>",
         "</A.rel[/B].c>", "</ A>", "</A/>", "<>", "</A{v=}>", "</é>", "</A/../B>", "<./A>"]
SCALARS = {"int": NUMBERS, "double": NUMBERS, "float": NUMBERS, "half": NUMBERS, "uint": NUMBERS, "uchar": NUMBERS,
           "int64": NUMBERS, "uint64": NUMBERS, "timecode": NUMBERS,
           "bool": ["true", "false", "1", "0", "yes", "no", "on", "True", "TRUE", '"true"', "2", "0.5", "'no'"],
           "string": STRINGS, "token": STRINGS, "asset": ASSETS, "pathExpression": ['"//"', '"/A//B"', '"%_"', '"{"'],
           "opaque": ["None"], "group": ["None"], "dictionary": ["{}", "{ int a = 1 }"]}
TUPLES = {"float3": 3, "double2": 2, "int2": 2, "color3f": 3, "quatf": 4, "half4": 4, "texCoord2f": 2, "point3d": 3}
MATRICES = {"matrix2d": 2, "matrix3d": 3, "matrix4d": 4, "frame4d": 4}
NAMES = ["a", "b", "x:y", "x:y:z", "_1", "é", "def", "rel", "class", "over", "custom", "uniform", "add", "delete",
         "reorder", "inherits", "references", "variantSet", "subLayers", "doc", "kind", "None", "inf", "nan", "true",
         "timeSamples", "connect", "default", "offset", "spline", "dictionary", "varying", "1a", "a-b", "x::y", ":x",
         "a.b", "prepend", "payload", "permission", "AnimationBlock", "edit", "write", "at", "minsize", "config"]
OPERATIONS = ["", "", "", "add ", "delete ", "append ", "prepend ", "reorder "]
PRIM_NAMES = ['"A"', '"B"', "'C'", '"é"', '"_"', '"""D"""', '"1A"', '"A B"', '""', '"A:B"', '"A/B"', '"def"']
TOKEN = re.compile(r'""".*?"""|\'\'\'.*?\'\'\'|"[^"\n]*"|\'[^\'\n]*\'|@@@.*?@@@|@[^@\n]*@|<[^>\n]*>|[A-Za-z_][\w:.]*'
                   r'|[-+.\d][\w.+-]*|\n|[ \t]+|#[^\n]*|.', re.DOTALL)
JUNK = ["(", ")", "{", "}", "[", "]", "=", ",", ";", ":", ".", "\n", "def", "over", "None", "int", "rel", "0", '"s"', "</A>",
        "@a@", "custom", "uniform", "add", "# c\n", "/* c */", "variantSet", "timeSamples", "\t", "&", "-", "'", '"', "\\",
        "dictionary", "[]", "()", "{}", "..", "é", "//", "\r\n", "AnimationBlock"]


class Text:
    def __init__(self, seed):
        self.random = random.Random(seed)
        # Most numbers fit, so that a text with many of them is read.
        self.oddness = self.random.choice([0.0, 0.02, 0.1])

    def pick(self, options):
        """Prefers the first third of the options, which are usual."""
        if self.random.random() < self.oddness:
            return self.random.choice(options)
        return self.random.choice(options[:max(1, len(options) // 3)])

    def chance(self, part):
        return self.random.random() < part

    def end(self):
        return self.random.choice(["\n", "\n", "\n", ";\n", " ; ", "\n\n", " # c\n", "; # c\n", " /* c */\n", "\n/* a\nb */\n"])

    def statements(self, makers, most=2):
        text = self.random.choice(["\n", "\n", "", " ", "# c\n"])
        count = self.random.randint(0, most)
        for i in range(count):
            last = i == count - 1
            statement = self.random.choice(makers)()
            ends_block = statement.endswith("}") and not self.chance(self.oddness)
            text += statement + ("\n" if ends_block else "" if last and self.chance(0.2) else self.end())
        return text

    def joined(self, items, brackets="[]"):
        gap = self.random.choice(["", " ", "\n", " # c\n"])
        text = f",{gap} ".join(items)
        if items and self.chance(0.15):
            text += ","
        return brackets[0] + gap + text + gap + brackets[1]

    # ---- values -------------------------------------------------------------------------------

    def scalar(self, kind):
        if kind in SCALARS:
            return self.pick(SCALARS[kind])
        if kind in TUPLES:
            size = TUPLES[kind] + (1 if self.chance(self.oddness) else 0)
            return self.joined([self.pick(PLAIN_NUMBERS) for _ in range(size)], "()")
        size = MATRICES[kind]
        return self.joined([self.joined([self.pick(PLAIN_NUMBERS) for _ in range(size)], "()") for _ in range(size)], "()")

    def type_name(self):
        kind = self.random.choice([*SCALARS, *TUPLES, *MATRICES])
        return kind, kind + ("[]" if kind not in ("dictionary", "opaque", "group") and self.chance(0.4) else "")

    def value(self, kind, is_array):
        if self.chance(0.05):
            return self.random.choice(["None", "None", "AnimationBlock", "[]", "{}", "()"])
        if not is_array:
            return self.scalar(kind)
        return self.joined([self.scalar(kind) for _ in range(self.random.randint(0, 3))])

    def typed_value(self):
        kind, name = self.type_name()
        return name, self.value(kind, name.endswith("]"))

    def entry(self):
        if self.chance(0.2):
            return f"dictionary {self.pick(NAMES)} = {{{self.statements([self.entry], 2)}}}"
        name, value = self.typed_value()
        key = self.pick(NAMES) if self.chance(0.7) else self.pick(STRINGS)
        return f"{name} {key} = {value}"

    def dictionary(self):
        return "{" + self.statements([self.entry]) + "}"

    # ---- metadata -----------------------------------------------------------------------------

    def metadata(self, makers, part=0.35):
        if not self.chance(part):
            return ""
        return " (" + self.statements(makers + [lambda: self.pick(STRINGS)]) + ")"

    def common(self):
        return self.random.choice([
            lambda: f"doc = {self.pick(STRINGS)}", lambda: f"customData = {self.dictionary()}",
            lambda: f"hidden = {self.pick(SCALARS['bool'])}", lambda: f"displayName = {self.pick(STRINGS)}",
            lambda: f"assetInfo = {self.dictionary()}", lambda: f"permission = {self.pick(['public', 'private', 'p'])}",
            lambda: f"symmetryFunction = {self.pick(['f', '', 'a'])}", lambda: f"displayGroup = {self.pick(STRINGS)}",
            lambda: f"unknown = {self.pick(STRINGS + NUMBERS)}", lambda: f"{self.operation()}unknown = [1, 2]",
            lambda: f"prefix = {self.pick(STRINGS)}", lambda: f"unknown = {self.dictionary()}",
            lambda: f"unknown = {self.joined([self.pick(STRINGS) for _ in range(2)])}"])()

    def operation(self):
        return self.random.choice(OPERATIONS if self.chance(self.oddness) else OPERATIONS[:-1])

    def paths(self):
        if self.chance(0.15):
            return "None"
        if self.chance(0.4):
            return self.pick(PATHS)
        return self.joined([self.pick(PATHS) for _ in range(self.random.randint(0, 2))])

    def offset(self):
        words = [f"offset = {self.pick(PLAIN_NUMBERS)}", f"scale = {self.pick(PLAIN_NUMBERS)}"]
        if self.chance(0.2):
            words.append(f"customData = {self.dictionary()}")
        self.random.shuffle(words)
        return f" ({self.random.choice(['; ', ';', chr(10)]).join(words[:self.random.randint(0, 3)])})" if self.chance(0.4) else ""

    def arcs(self):
        if self.chance(0.1):
            return "None"
        items = []
        for _ in range(self.random.randint(0, 2)):
            asset = self.pick(ASSETS) if self.chance(0.7) else ""
            path = self.pick(PATHS) if self.chance(0.7) or not asset else ""
            items.append(asset + path + self.offset())
        return self.joined(items) if len(items) != 1 or self.chance(0.5) else items[0]

    def names_or_strings(self):
        return self.strings() if self.chance(self.oddness) else self.random.choice(['"v"', "'w'", '["v", "w"]', '["v",]'])

    def strings(self):
        if self.chance(0.1):
            return "None"
        fewest = 0 if self.chance(self.oddness) else 1
        items = [self.pick(STRINGS) for _ in range(self.random.randint(fewest, 2))]
        return self.joined(items) if len(items) != 1 or self.chance(0.5) else items[0]

    def prim_metadata(self):
        return self.random.choice([
            self.common, lambda: f"active = {self.pick(SCALARS['bool'])}", lambda: f"kind = {self.pick(STRINGS)}",
            lambda: f"{self.operation()}references = {self.arcs()}", lambda: f"{self.operation()}payload = {self.arcs()}",
            lambda: f"{self.operation()}inherits = {self.paths()}", lambda: f"{self.operation()}specializes = {self.paths()}",
            lambda: f"{self.operation()}apiSchemas = {self.strings()}", lambda: f"{self.operation()}variantSets = {self.names_or_strings()}",
            lambda: f"variants = {self.dictionary()}", lambda: 'variants = { string v = "x" }',
            lambda: f"instanceable = {self.pick(SCALARS['bool'])}", lambda: f"clips = {self.dictionary()}",
            lambda: f"{self.operation()}clipSets = {self.strings()}", lambda: f"relocates = {self.relocates()}"])()

    def relocates(self):
        return self.joined([f"{self.pick(PATHS)}: {self.pick(PATHS)}" for _ in range(self.random.randint(0, 2))], "{}")

    def property_metadata(self):
        return self.random.choice([
            self.common, lambda: f"interpolation = {self.pick(STRINGS)}", lambda: f"colorSpace = {self.pick(STRINGS)}",
            lambda: f"displayUnit = {self.pick(['cm', 'm', 'degrees', 'x'])}", lambda: f"elementSize = {self.pick(NUMBERS)}",
            lambda: f"allowedTokens = {self.joined([self.pick(STRINGS)])}", lambda: f"noLoadHint = {self.pick(SCALARS['bool'])}",
            lambda: f"arraySizeConstraint = {self.pick(NUMBERS)}", lambda: f"limits = {self.dictionary()}"])()

    def layer_metadata(self):
        return self.random.choice([
            self.common, lambda: f"defaultPrim = {self.pick(STRINGS)}", lambda: f"timeCodesPerSecond = {self.pick(NUMBERS)}",
            lambda: f"subLayers = {self.joined([self.pick(ASSETS) + self.offset() for _ in range(self.random.randint(0, 2))])}",
            lambda: f"customLayerData = {self.dictionary()}", lambda: f"relocates = {self.relocates()}",
            lambda: f"startTimeCode = {self.pick(NUMBERS)}", lambda: f"expressionVariables = {self.dictionary()}",
            lambda: f"upAxis = {self.pick(STRINGS)}", lambda: f"owner = {self.pick(STRINGS)}",
            lambda: f"hasOwnedSubLayers = {self.pick(SCALARS['bool'])}", lambda: f"colorConfiguration = {self.pick(ASSETS)}"])()

    # ---- properties ---------------------------------------------------------------------------

    def attribute(self):
        kind, name = self.type_name()
        head = self.random.choice(["", "", "", "custom ", "uniform ", "custom uniform ", "varying ", "config ", "uniform custom "]
                                  if self.chance(self.oddness) else ["", "", "custom ", "uniform ", "custom uniform "])
        attribute = f"{head}{name} {self.pick(NAMES)}"
        way = self.random.random()
        if way < 0.15:
            return attribute + self.metadata([self.property_metadata])
        if way < 0.6:
            return f"{attribute} = {self.value(kind, name.endswith(']'))}{self.metadata([self.property_metadata], 0.3)}"
        if way < 0.8:
            rows = [f"{self.pick(PLAIN_NUMBERS[:10])}: {self.value(kind, name.endswith(']'))}" for _ in range(self.random.randint(0, 3))]
            return f"{attribute}.timeSamples = {self.joined(rows, '{}')}"
        if way < 0.93:
            return f"{self.operation()}{attribute}.connect = {self.paths()}{self.metadata([self.property_metadata], 0.1)}"
        if way < 0.97:
            return f"double {self.pick(NAMES)}.spline = {self.spline()}"
        return f"{attribute}.default = {self.scalar(kind)}"

    def spline(self):
        rows = self.random.sample(["bezier", "hermite", "pre: held", "post: linear", "loop: (0, 4, 0, 1, 0)",
                                   "pre: sloped(1.5)"], self.random.randint(0, 2))
        for time in range(self.random.randint(0, 3)):
            knot = f"{time}: {self.pick(PLAIN_NUMBERS[:8])}"
            if self.chance(0.3):
                knot += f" & {self.pick(PLAIN_NUMBERS[:8])}"
            if self.chance(0.4):
                knot += "; pre (1, 0.5)"
            if self.chance(0.5):
                knot += "; post " + self.random.choice(["curve (1, 2)", "linear", "held", "none"])
            if self.chance(0.2):
                knot += "; " + self.dictionary()
            rows.append(knot)
        return "{\n" + "".join(row + ",\n" for row in rows) + "}"

    def relationship(self):
        head = self.random.choice(["", "", "custom ", "uniform ", "varying ", "custom varying "])
        text = f"{self.operation()}{head}rel {self.pick(NAMES)}"
        if self.chance(0.7):
            text += f" = {self.paths()}"
        return text + self.metadata([self.property_metadata], 0.2)

    def reorder(self, scope="nameChildren"):
        if not self.chance(self.oddness):
            names = self.random.sample(['"A"', "'B'", '"é"', '"c"'], self.random.randint(1, 3))
            return f"reorder {self.random.choice([scope, 'properties'])} = {self.joined(names)}"
        return f"reorder {self.pick(['nameChildren', 'nameChildren', 'properties', 'rootPrims', 'properties', 'x'])} = {self.strings()}"

    def variant_set(self, depth):
        rows = "".join(f'{name}{self.metadata([self.prim_metadata], 0.3)} {self.block(depth)}\n'
                       for name in self.random.sample(['"x"', '"y"', "'z'", '"1"', '"a-b"', '""', '"x y"'][:4 if self.chance(0.9) else 7], 2))
        name = self.pick(['"v"', "'w'", '"1v"', '""', '"v-w"'])
        return f"variantSet {name} = {{\n{rows}}}"

    def block(self, depth):
        makers = [self.attribute, self.attribute, self.relationship, self.reorder]
        if depth < 3:
            makers += [lambda: self.prim(depth + 1), lambda: self.variant_set(depth + 1)]
        return self.random.choice(["", "\n"]) + "{" + self.statements(makers, 3) + "}"

    def prim(self, depth=0):
        head = self.random.choice(["def", "over", "class"])
        kind = self.random.choice(["", "", " Xform", " Mesh", " é", " A::B", " A.B"][:4 if self.chance(0.95) else 7])
        return f"{head}{kind} {self.pick(PRIM_NAMES)}{self.metadata([self.prim_metadata])} {self.block(depth)}"

    def layer(self):
        text = self.random.choice(["#usda 1.0"] * 150 + ["#usda 1.1", "#usda 1.2", "#usda 1.3", "#usda 1.4", "#usda 1", "#usda 2.0", "#usda 1.0 x"])
        text += self.random.choice(["\n", "\n", "\n\n", "\r\n", "\n# c\n"])
        if self.chance(0.5):
            text += "(" + self.statements([self.layer_metadata, self.layer_metadata, lambda: self.pick(STRINGS)]) + ")\n"
        for _ in range(self.random.randint(1, 2)):
            text += (self.prim() if self.chance(0.9) else self.reorder("rootPrims").replace("properties", "rootPrims")) + "\n"
        return text

    def damaged(self, text):
        """Changes one token behind the first line."""
        head, _, body = text.partition("\n")
        tokens = TOKEN.findall(body)
        if not tokens:
            return text
        at = self.random.randrange(len(tokens))
        way = self.random.randrange(5)
        if way == 0:
            del tokens[at]
        elif way == 1:
            tokens.insert(at, tokens[at])
        elif way == 2:
            tokens.insert(at, self.random.choice(JUNK))
        elif way == 3:
            tokens[at] = self.random.choice(JUNK)
        else:
            other = self.random.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        return head + "\n" + "".join(tokens)


def text(seed):
    out = Text(seed)
    layer = out.layer()
    return out.damaged(layer) if out.chance(0.5) else layer
