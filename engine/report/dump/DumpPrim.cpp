// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/SpecifierKeyword.h"
#include "engine/report/dump/DumpContext.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

Json names(std::span<const Token> tokens) {
  Json out = Json::array();
  for (const Token token : tokens) out.push_back(token.text());
  return out;
}

Json variantSetsOf(const Prim& prim) {
  Json out = Json::object();
  for (const VariantSet& set : prim.variantSets()) {
    out[set.name] = {{"selection", set.selection}, {"variants", set.variants}};
  }
  return out;
}

}  // namespace

Json dumpRelationship(const Relationship& relationship, const DumpContext& context) {
  Json targets = Json::array();
  for (const Path target : relationship.targets()) targets.push_back(target.text());
  Json out = {{"name", relationship.name().text()},
              {"custom", relationship.isCustom()},
              {"targets", std::move(targets)},
              {"stack", context.names.stack(relationship.propertyStack())}};
  Json metadata = metadataToJson(relationship.authoredMetadata(), context);
  if (!metadata.empty()) out["metadata"] = std::move(metadata);
  return out;
}

Json dumpPrim(const Prim& prim, const DumpContext& context) {
  Json children = Json::array();
  for (const Prim& child : prim.children()) children.push_back(child.name().text());
  std::vector<Token> properties = prim.propertyNames();
  std::ranges::sort(properties, textLess);

  Json out = {
      {"path", prim.path().text()},
      {"specifier", keywordOf(prim.specifier())},
      {"type", prim.typeName().text()},
      {"active", prim.isActive()},
      {"loaded", prim.isLoaded()},
      {"defined", prim.isDefined()},
      {"abstract", prim.isAbstract()},
      {"model", prim.isModel()},
      {"group", prim.isGroup()},
      {"instance", prim.isInstance()},
      {"instanceProxy", prim.isInstanceProxy()},
      {"kind", prim.kind().text()},
      {"apiSchemas", names(prim.appliedSchemas())},
      {"children", std::move(children)},
      {"properties", names(properties)},
      {"primStack", context.names.stack(prim.primStack())},
  };
  if (prim.schemaTypeName() != prim.typeName()) out["schemaType"] = prim.schemaTypeName().text();
  if (Json sets = variantSetsOf(prim); !sets.empty()) out["variantSets"] = std::move(sets);
  Json metadata = metadataToJson(prim.authoredMetadata(), context);
  if (!metadata.empty()) out["metadata"] = std::move(metadata);

  out["attributes"] = Json::array();
  out["relationships"] = Json::array();
  for (const Token name : properties) {
    if (const Attribute attribute = prim.attribute(name)) {
      if (attribute.isAuthored() || attribute.hasAuthoredValue()) {
        out["attributes"].push_back(dumpAttribute(attribute, context));
      }
    } else if (const Relationship relationship = prim.relationship(name)) {
      if (relationship.isAuthored()) {
        out["relationships"].push_back(dumpRelationship(relationship, context));
      }
    }
  }
  return out;
}

}  // namespace usdscope
