#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the facts about the schemas, kinds and fields that usd-core registers.

    make_definitions.py                  rewrites resources/definitions/*.txt and tests/assets/definitions/cases.json
    make_definitions.py --cases FILE     writes cases for every pair of schemas to FILE (large)
    make_definitions.py --dumps DIR FILE writes the cases that the reference dumps below DIR hold to FILE

Needs `pip install usd-core==26.11`. The format of the text files is described in resources/definitions/README.md. A case is
the reference's definition of a prim type with applied API schemas. The module's test reads the cases, and further ones
from the file in the environment variable USDSCOPE_DEFINITION_CASES.
"""
import argparse
import gzip
import json
import math
import pathlib
import struct
import sys

from pxr import Kind, Sdf, Tf, Usd

ROOT = pathlib.Path(__file__).resolve().parents[2]
REGISTRY = Usd.SchemaRegistry()
VARIABILITY = {Sdf.VariabilityVarying: "varying", Sdf.VariabilityUniform: "uniform"}
KINDS = {
    Usd.SchemaKind.AbstractBase: "base",
    Usd.SchemaKind.AbstractTyped: "abstract",
    Usd.SchemaKind.ConcreteTyped: "concrete",
    Usd.SchemaKind.NonAppliedAPI: "nonapplied",
    Usd.SchemaKind.SingleApplyAPI: "single",
    Usd.SchemaKind.MultipleApplyAPI: "multiple",
}
# Fields that every property definition has, and documentation, which is not a fact.
PLAIN_FIELDS = {"custom", "variability", "typeName", "default", "documentation", "customData"}
PLACEHOLDER = "__INSTANCE_NAME__"


# ---- values ---------------------------------------------------------------------------------------------------------

def number(value, code):
    """Returns the shortest text that reads back as the same number of the struct type `code`."""
    if not math.isfinite(value):
        return repr(value)
    if code == "d":
        return repr(value).removesuffix(".0")
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if struct.unpack(code, struct.pack(code, float(text)))[0] == value:
            return repr(float(text)).removesuffix(".0")
    raise ValueError(value)


def plain(value, type_name):
    """Returns the value as JSON numbers, strings and lists."""
    if type_name.endswith("[]"):
        return [plain(v, type_name[:-2]) for v in value]
    if isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Sdf.AssetPath):
        return value.path
    if isinstance(value, Sdf.TimeCode):
        return value.GetValue()
    if hasattr(value, "GetReal"):
        return [value.GetReal(), *value.GetImaginary()]
    if hasattr(value, "GetRow"):
        return [list(value.GetRow(i)) for i in range(4)]
    return list(value)


def text(value, code):
    if isinstance(value, list):
        return "[" + ", ".join(text(v, code) for v in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return number(value, code)
    return json.dumps(value, ensure_ascii=False)


def value_text(value, type_name):
    scalar = type_name.removesuffix("[]")
    code = "e" if scalar.startswith("half") or scalar.endswith("h") else \
        "d" if scalar.startswith("double") or scalar.endswith("d") or scalar == "timecode" else "f"
    return text(plain(value, type_name), code)


# ---- schemas --------------------------------------------------------------------------------------------------------

class Schema:
    def __init__(self, tf_type):
        info = REGISTRY.FindSchemaInfo(tf_type)
        self.name, self.family, self.version = info.identifier, info.family, info.version
        self.kind = KINDS[info.kind]
        self.type = tf_type.typeName
        bases = [REGISTRY.FindSchemaInfo(t) for t in tf_type.baseTypes]
        bases = [b.identifier for b in bases if b]
        assert len(bases) <= 1, (self.name, bases)
        self.base = bases[0] if bases else ""
        self.definition = (REGISTRY.FindConcretePrimDefinition(self.name)
                           or REGISTRY.FindAbstractPrimDefinition(self.name)
                           or REGISTRY.FindAppliedAPIPrimDefinition(self.name))
        self.apis = list(self.definition.GetAppliedAPISchemas()) if self.definition else []
        self.properties = properties_of(self.definition) if self.definition else {}
        self.only_to = list(REGISTRY.GetAPISchemaCanOnlyApplyToTypeNames(self.name, "")) if self.kind in ("single", "multiple") else []
        if self.definition:
            extra = set(self.definition.ListMetadataFields()) - {"typeName", "apiSchemas"}
            assert not extra, (self.name, extra)
        if self.kind in ("single", "multiple"):
            own = self.name + (":" + PLACEHOLDER if self.kind == "multiple" else "")
            assert self.apis[0] == own, (self.name, self.apis)
            self.apis.pop(0)


def properties_of(definition):
    """name -> (keyword, type name, default or None, {field: value})"""
    out = {}
    for name in definition.GetPropertyNames():
        fields = {f: definition.GetPropertyMetadata(name, f) for f in definition.ListPropertyMetadataFields(name)}
        assert not fields["custom"], name
        attribute = definition.GetAttributeDefinition(name)
        meta = {f: ([str(t) for t in v] if f == "allowedTokens" else v)
                for f, v in sorted(fields.items()) if f not in PLAIN_FIELDS}
        if not attribute:
            assert definition.GetRelationshipDefinition(name)
            assert definition.GetPropertyMetadata(name, "variability") == Sdf.VariabilityUniform
            out[name] = ("rel", "", None, meta)
            continue
        type_name = str(attribute.GetTypeName())
        value = attribute.GetFallbackValue()
        default = None if value is None else value_text(value, type_name)
        out[name] = (VARIABILITY[attribute.GetVariability()], type_name, default, meta)
    return out


def all_schemas():
    types = Tf.Type.FindByName("UsdSchemaBase").GetAllDerivedTypes()
    schemas = {}
    for tf_type in types:
        schema = Schema(tf_type)
        schemas[schema.name] = schema
    assert not REGISTRY.GetAutoApplyAPISchemas(), "auto-applied schemas have to be written too"
    assert not REGISTRY.GetFallbackPrimTypes(), "fallback prim types of the schemas have to be written too"
    return schemas


def in_order(schemas):
    """Sorts by name, with bases and built-in API schemas first, so that a reader needs one pass."""
    done = {}

    def visit(name):
        if name in done or name not in schemas:
            return
        schema = schemas[name]
        for needed in [schema.base] + [a.split(":")[0] for a in schema.apis]:
            visit(needed)
        done[name] = schema

    for name in sorted(schemas):
        visit(name)
    return list(done.values())


def inherited(schema, schemas):
    """Returns the properties that a schema inherits: those of its base, then those of its API schemas."""
    out = {}
    for source, instance in [(schema.base, "")] + [a.partition(":")[::2] for a in schema.apis]:
        if source not in schemas:
            continue
        for name, facts in schemas[source].properties.items():
            if instance:
                name = name.replace(PLACEHOLDER, instance, 1)
            out.setdefault(name, facts)
    return out


def property_lines(name, facts):
    keyword, type_name, default, meta = facts
    words = [keyword, name] if keyword == "rel" else [keyword, type_name, name]
    yield "  " + " ".join(words) + ("" if default is None else f" = {default}")
    for field, value in meta.items():
        yield f"    {field} = {text(value, 'd')}"


def schema_lines(schemas):
    for schema in in_order(schemas):
        head = ["schema", schema.name, schema.kind] + ([schema.base] if schema.base else [])
        yield ""
        yield " ".join(head)
        yield f"  type {schema.type}"
        if schema.version:
            yield f"  family {schema.family} {schema.version}"
        if schema.apis:
            yield "  apis " + " ".join(schema.apis)
        if schema.only_to:
            yield "  onlyto " + " ".join(schema.only_to)
        known = inherited(schema, schemas)
        assert set(known) <= set(schema.properties), schema.name
        for name in sorted(schema.properties):
            if known.get(name) != schema.properties[name]:
                yield from property_lines(name, schema.properties[name])


def kind_lines():
    yield ""
    waiting = [""]
    while waiting:  # a base comes before its derived schemas
        base = waiting.pop(0)
        for kind in sorted(Kind.Registry().GetAllKinds()):
            if Kind.Registry.GetBaseKind(kind) == base:
                yield " ".join(["kind", kind] + ([base] if base else []))
                waiting.append(kind)


# ---- fields ---------------------------------------------------------------------------------------------------------

# Fields that are not metadata and so are not in the registry: name -> (type, specs).
PLAIN_FIELD_TYPES = {
    "comment": ("string", "layer prim variant attribute relationship"),
    "connectionPaths": ("pathlistop", "attribute"),
    "custom": ("bool", "attribute relationship"),
    "default": ("any", "attribute relationship"),
    "displayUnit": ("token", "attribute"),
    "inheritPaths": ("pathlistop", "prim variant"),
    "layerRelocates": ("relocates", "layer"),
    "primOrder": ("tokenvector", "layer prim variant"),
    "propertyOrder": ("tokenvector", "prim variant"),
    "references": ("referencelistop", "prim variant"),
    "relocates": ("relocates", "prim variant"),
    "specializes": ("pathlistop", "prim variant"),
    "specifier": ("specifier", "prim variant"),
    "spline": ("spline", "attribute"),
    "subLayerOffsets": ("layeroffsetvector", "layer"),
    "subLayers": ("stringvector", "layer"),
    "targetPaths": ("pathlistop", "relationship"),
    "timeSamples": ("timesamples", "attribute relationship"),
    "typeName": ("token", "prim variant attribute"),
    "variability": ("variability", "attribute relationship"),
    "variantSelection": ("variantselection", "prim variant"),
    "variantSetNames": ("stringlistop", "prim variant"),
}
TYPE_NAMES = {"TfToken": "token", "VtDictionary": "dictionary", "SdfAssetPath": "asset", "long": "int64",
              "SdfPermission": "permission", "SdfListOp<TfToken>": "tokenlistop", "SdfListOp<string>": "stringlistop",
              "SdfListOp<long>": "int64listop", "SdfListOp<SdfPayload>": "payloadlistop"}


def field_type_name(tf_type):
    name = tf_type.typeName
    if name.startswith("VtArray<"):
        return TYPE_NAMES.get(name[8:-1], name[8:-1]) + "[]"
    name = TYPE_NAMES.get(name, name)
    assert name.isalnum(), name
    return name


def specs_of_each_kind(layer):
    """Makes one spec of each kind that has metadata in an empty layer."""
    prim = Sdf.CreatePrimInLayer(layer, "/A")
    variants = Sdf.VariantSetSpec(prim, "v")
    return {"layer": layer.pseudoRoot, "prim": prim, "variant": Sdf.VariantSpec(variants, "x"),
            "attribute": Sdf.AttributeSpec(prim, "a", Sdf.ValueTypeNames.Float),
            "relationship": Sdf.RelationshipSpec(prim, "r")}


def field_lines():
    layer = Sdf.Layer.CreateAnonymous()
    specs = specs_of_each_kind(layer)
    rows = {}
    for where, spec in specs.items():
        for name in spec.GetMetaDataInfoKeys():
            type_name = field_type_name(spec.GetTypeForInfo(name))
            fallback = spec.GetFallbackForInfo(name)
            if type_name in ("dictionary", "permission") or type_name.endswith(("[]", "listop")):
                fallback = ""  # all of these are empty, or public
            elif fallback in ("", Sdf.AssetPath()):
                fallback = ""
            else:
                fallback = " = " + value_text(fallback, type_name)
            row = rows.setdefault(name, (type_name, fallback, []))
            assert row[:2] == (type_name, fallback), name
            row[2].append(where)
    for name, (type_name, fallback, where) in sorted(rows.items()):
        if name in PLAIN_FIELD_TYPES:  # typeName: metadata of prims only
            continue
        yield f"metadata {type_name} {name} {','.join(where)}{fallback}"
    for name, (type_name, where) in sorted(PLAIN_FIELD_TYPES.items()):
        yield f"field {type_name} {name} {','.join(where.split())}"


# ---- cases ----------------------------------------------------------------------------------------------------------

def answer(type_name, apis):
    """Returns the reference's definition of a prim with this type name and these applied API schemas."""
    concrete = REGISTRY.FindConcretePrimDefinition(type_name)
    known = type_name if concrete else ""  # On a stage, a prim of an abstract type has no typed schema.
    definition = REGISTRY.BuildComposedPrimDefinition(known, apis) if apis else concrete
    out = {"type": type_name, "apis": apis, "apiSchemas": [], "properties": {}}
    if not definition:
        return out
    out["apiSchemas"] = list(definition.GetAppliedAPISchemas())
    for name in definition.GetPropertyNames():
        attribute = definition.GetAttributeDefinition(name)
        fields = {f: definition.GetPropertyMetadata(name, f) for f in definition.ListPropertyMetadataFields(name)}
        meta = {f: (list(v) if f == "allowedTokens" else v) for f, v in fields.items() if f not in PLAIN_FIELDS}
        if not attribute:
            out["properties"][name] = ["relationship", meta] if meta else ["relationship"]
            continue
        type_name = str(attribute.GetTypeName())
        value = attribute.GetFallbackValue()
        row = [type_name, VARIABILITY[attribute.GetVariability()], None if value is None else plain(value, type_name)]
        out["properties"][name] = row + [meta] if meta else row
    return out


def instanced(schema):
    return schema.name + ":inst" if schema.kind == "multiple" else schema.name


SPECIAL_CASES = [
    ("", ["SkelBindingAPI"]),
    ("Nonsense", ["CollectionAPI:one"]),
    ("Imageable", ["MaterialBindingAPI"]),
    ("Mesh", ["CollectionAPI", "Foo", "MaterialBindingAPI:x", "Mesh", "ClipsAPI", "CollectionAPI:", ":x"]),
    ("Mesh", ["CollectionAPI:a", "CollectionAPI:a", "CollectionAPI:a:b", "CollectionAPI:a:includes"]),
    ("Mesh", ["CollectionAPI:" + PLACEHOLDER, "CollectionAPI:" + PLACEHOLDER + ":x"]),
    ("SphereLight", ["CollectionAPI:lightLink", "LightAPI", "ShapingAPI", "CollectionAPI:other"]),
    ("Mesh", ["CollectionAPI:shadowLink", "MeshLightAPI", "MeshLightAPI"]),
    ("Shader", ["NodeDefAPI", "LightAPI", "NodeGraphNodeAPI"]),
    ("PhysicsJoint", ["PhysicsLimitAPI:transX", "PhysicsDriveAPI:transX", "PhysicsLimitAPI:rotY"]),
    ("Xform", ["CoordSysAPI:a", "GeomModelAPI", "MotionAPI", "VisibilityAPI", "VolumeLightAPI"]),
    ("DomeLight_1", ["LightListAPI", "ListAPI"]),
]


def cases(schemas):
    for schema in in_order(schemas):
        if schema.kind == "concrete":
            yield answer(schema.name, [])
        elif schema.kind in ("single", "multiple"):
            yield answer("", [instanced(schema)])
    for type_name, apis in SPECIAL_CASES:
        yield answer(type_name, apis)


def pair_cases(schemas):
    """Returns every concrete type with every API schema, and every two API schemas in both orders."""
    concrete = [s.name for s in in_order(schemas) if s.kind == "concrete"]
    apis = [instanced(s) for s in in_order(schemas) if s.kind in ("single", "multiple")]
    for api in apis:
        for type_name in concrete:
            yield answer(type_name, [api])
        for other in apis:
            yield answer("", [api, other])


def dump_cases(folder):
    seen = set()
    for path in sorted(pathlib.Path(folder).rglob("*.json.gz")):
        with gzip.open(path) as file:
            dump = json.load(file)
        for prim in dump.get("prims", []):
            type_name = prim.get("schemaType", prim.get("type"))
            key = "+".join([prim.get("type", "")] + prim.get("apiSchemas", []))
            table = dump.get("definitions", {}).get(key)
            if type_name is None or table is None:
                continue
            facts = {n: ["relationship"] if f == "relationship" else f for n, f in table.items()}
            text_of = json.dumps([type_name, prim["apiSchemas"], facts], sort_keys=True)
            if text_of not in seen:
                seen.add(text_of)
                yield {"type": type_name, "apis": prim["apiSchemas"], "apiSchemas": prim["apiSchemas"],
                       "properties": facts, "from": path.name}


def write_cases(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(r, separators=(",", ":")).replace("Infinity", '"inf"').replace('-"inf"', '"-inf"') for r in rows]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    print(f"{path}: {len(lines)} cases", file=sys.stderr)


def write_lines(path, what, lines):
    version = ".".join(str(n) for n in Usd.GetVersion()[1:])
    head = [f"# {what} of OpenUSD {version}, written by tests/oracle/make_definitions.py.",
            "# The format is described in resources/definitions/README.md."]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([*head, *lines]) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", metavar="FILE")
    parser.add_argument("--dumps", nargs=2, metavar=("DIR", "FILE"))
    options = parser.parse_args()
    schemas = all_schemas()
    if options.cases:
        write_cases(pathlib.Path(options.cases), pair_cases(schemas))
    elif options.dumps:
        write_cases(pathlib.Path(options.dumps[1]), dump_cases(options.dumps[0]))
    else:
        write_lines(ROOT / "resources/definitions/schemas.txt", "Schemas and kinds",
                    [*kind_lines(), *schema_lines(schemas)])
        write_lines(ROOT / "resources/definitions/fields.txt", "Fields of specs", field_lines())
        write_cases(ROOT / "tests/assets/definitions/cases.json", cases(schemas))


if __name__ == "__main__":
    main()
