// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/ExplainFact.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/report/skel/PoseSource.h"
#include "engine/report/text/LayerNames.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

std::string_view nameOf(FactEffect effect) {
  switch (effect) {
    case FactEffect::Decides:
      return "decides";
    case FactEffect::Contributes:
      return "contributes";
    case FactEffect::Loses:
      return "loses";
    case FactEffect::Nothing:
      return "nothing";
  }
  return "nothing";
}

char markOf(FactEffect effect) {
  if (effect == FactEffect::Decides) return '*';
  return effect == FactEffect::Contributes ? '+' : ' ';
}

std::string paddedTo(std::size_t width, const std::string& text) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

Json textOrNull(const std::string& text) { return text.empty() ? Json() : Json(text); }

std::string partsText(const FactExplanation& fact) {
  std::string out;
  for (const FactPart& part : fact.parts) {
    std::string line = part.isRemoved ? "  - " : "    ";
    line += part.name;
    if (!part.value.empty()) line += " = " + part.value;
    std::vector<std::string> notes;
    if (part.row < fact.rows.size()) notes.push_back("from " + fact.rows[part.row].layer);
    if (!part.note.empty()) notes.push_back(part.note);
    if (!notes.empty()) line += fmt::format("  ({})", fmt::join(notes, "; "));
    out += line + '\n';
  }
  return out;
}

std::string rowsText(const FactExplanation& fact) {
  std::size_t layerWidth = 0;
  std::size_t pathWidth = 0;
  const auto pathOf = [](const FactRow& row) {
    return row.specPath.empty() && !row.object.isEmpty() ? row.object.text() : row.specPath;
  };
  for (const FactRow& row : fact.rows) {
    layerWidth = std::max(layerWidth, row.layer.size());
    pathWidth = std::max(pathWidth, pathOf(row).size());
  }
  std::string out;
  for (const FactRow& row : fact.rows) {
    out += fmt::format("  {} {}  {}  {}: {}\n", markOf(row.effect), paddedTo(layerWidth, row.layer),
                       paddedTo(pathWidth, pathOf(row)), row.holds, row.reason);
  }
  return out;
}

std::string titleOf(const FactExplanation& fact) {
  const std::string path = fact.kind == FactKind::Metadata && fact.path.isRoot()
                               ? std::string("the stage")
                               : fact.path.text();
  if (fact.kind == FactKind::VariantSite) return "Site " + path;
  if (fact.kind == FactKind::Material && !fact.name.empty()) {
    return fmt::format("Material of {} for the purpose `{}`", path, fact.name);
  }
  return fmt::format("{} of {}", headingOf(fact), path);
}

bool hasOpinion(const FactExplanation& fact) {
  return std::ranges::any_of(fact.rows, [&](const FactRow& row) {
    if (row.identifier.empty()) return false;
    // A binding or an op that does not apply is worth a row: it says why there is no effect.
    return fact.kind == FactKind::Material || fact.kind == FactKind::Transform ||
           row.effect != FactEffect::Nothing;
  });
}

void addIfAuthored(FactExplanation fact, std::vector<FactExplanation>& facts) {
  if (hasOpinion(fact)) facts.push_back(std::move(fact));
}

// The purposes that materials can be bound for, apart from all purposes.
std::vector<Token> specialPurposes() { return {shade::kPreview, Token("full")}; }

// Explains the materials for all purposes, and for those purposes that have bindings of their own.
void addMaterials(const Prim& prim, std::vector<FactExplanation>& facts) {
  addIfAuthored(explainMaterial(prim, {}), facts);
  for (const Token purpose : specialPurposes()) {
    FactExplanation fact = explainMaterial(prim, purpose);
    const std::string part = ":" + purpose.string();
    const bool isSpecial = std::ranges::any_of(fact.rows, [&](const FactRow& row) {
      const std::string name = row.object.name().string();
      return name.ends_with(part) || name.find(part + ":") != std::string::npos;
    });
    if (isSpecial) facts.push_back(std::move(fact));
  }
}

}  // namespace

std::string_view nameOf(FactKind kind) {
  switch (kind) {
    case FactKind::Targets:
      return "targets";
    case FactKind::Connections:
      return "connections";
    case FactKind::Metadata:
      return "metadata";
    case FactKind::VariantSet:
      return "variantSet";
    case FactKind::Visibility:
      return "visibility";
    case FactKind::Purpose:
      return "purpose";
    case FactKind::Material:
      return "material";
    case FactKind::VariantSite:
      return "variantSite";
    case FactKind::Transform:
      return "transform";
    case FactKind::Bounds:
      return "bounds";
    case FactKind::Pose:
      return "pose";
    case FactKind::ClipSet:
      return "clipSet";
  }
  return "metadata";
}

std::string headingOf(const FactExplanation& fact) {
  switch (fact.kind) {
    case FactKind::Targets:
      return "Targets";
    case FactKind::Connections:
      return "Connections";
    case FactKind::Metadata:
      return fmt::format("Metadata `{}`", fact.name);
    case FactKind::VariantSet:
      return fmt::format("Variant set `{}`", fact.name);
    case FactKind::Visibility:
      return "Visibility";
    case FactKind::Purpose:
      return "Purpose";
    case FactKind::Material:
      return fact.name.empty() ? "Material" : fmt::format("Material for `{}`", fact.name);
    case FactKind::VariantSite:
      return "Site";
    case FactKind::Transform:
      return "Transform";
    case FactKind::Bounds:
      return "Bounds";
    case FactKind::Pose:
      return "Pose";
    case FactKind::ClipSet:
      return fmt::format("Clip set `{}`", fact.name);
  }
  return {};
}

std::string labelOf(const FactExplanation& fact) {
  switch (fact.kind) {
    case FactKind::Purpose:
    case FactKind::Material:
    case FactKind::VariantSet:
    case FactKind::ClipSet:
      return headingOf(fact);
    default:
      return fact.name;
  }
}

std::vector<FactExplanation> factsOfPrim(const Prim& prim, TimeCode time, BoxFact box) {
  std::vector<FactExplanation> facts = explainClipSets(prim, time);
  std::ranges::move(explainVariantSets(prim), std::back_inserter(facts));
  if (isImageable(prim) || prim.isA(types::kSkelAnimation)) {
    addIfAuthored(explainPose(prim, time), facts);
  }
  if (isImageable(prim)) {
    addIfAuthored(explainTransform(prim, time), facts);
    addIfAuthored(explainVisibility(prim, time), facts);
    addIfAuthored(explainPurpose(prim), facts);
  }
  if (isImageable(prim) || prim.isA(types::kGeomSubset)) addMaterials(prim, facts);
  if (!isImageable(prim) || box == BoxFact::Omitted) return facts;
  FactExplanation bounds = explainBounds(prim, time);
  if (!bounds.value.empty() || prim.isA(types::kBoundable)) facts.push_back(std::move(bounds));
  return facts;
}

std::vector<FactExplanation> factsOfAttribute(const Attribute& attribute, TimeCode time) {
  std::vector<FactExplanation> facts;
  addIfAuthored(explainConnections(attribute), facts);
  const Prim prim = attribute.prim();
  const Token name = attribute.name();
  if (prim.isA(types::kSkelAnimation) && isPoseAttribute(name)) {
    facts.push_back(explainRestOfPose(attribute, time));
  }
  if (!isImageable(prim)) return facts;
  if (name == geom::kVisibility) facts.push_back(explainVisibility(prim, time));
  if (name == geom::kPurpose) facts.push_back(explainPurpose(prim));
  if (name == geom::kExtent) facts.push_back(explainBounds(prim, time));
  if (name == geom::kXformOpOrder || name.text().starts_with("xformOp:")) {
    facts.push_back(explainTransform(prim, time));
  }
  return facts;
}

std::vector<FactExplanation> factsOfRelationship(const Relationship& relationship) {
  std::vector<FactExplanation> facts = {explainTargets(relationship)};
  const std::string name = relationship.name().string();
  if (!name.starts_with(shade::kMaterialBinding.text())) return facts;
  const std::vector<Token> purposes = specialPurposes();
  const auto purpose = std::ranges::find_if(purposes, [&](Token each) {
    const std::string part = ":" + each.string();
    return name.ends_with(part) || name.find(part + ":") != std::string::npos;
  });
  facts.push_back(
      explainMaterial(relationship.prim(), purpose == purposes.end() ? Token() : *purpose));
  return facts;
}

Json factToJson(const FactExplanation& fact) {
  Json opinions = Json::array();
  for (const FactRow& row : fact.rows) {
    opinions.push_back({{"layer", row.identifier.empty() ? Json() : Json(row.layer)},
                        {"specPath", textOrNull(row.specPath)},
                        {"object", row.object.isEmpty() ? Json() : Json(row.object.text())},
                        {"wins", row.effect == FactEffect::Decides},
                        {"effect", nameOf(row.effect)},
                        {"holds", row.holds},
                        {"reason", row.reason}});
  }
  Json parts = Json::array();
  for (const FactPart& part : fact.parts) {
    parts.push_back({{"name", part.name},
                     {"value", textOrNull(part.value)},
                     {"opinion", part.row},
                     {"removed", part.isRemoved},
                     {"note", textOrNull(part.note)}});
  }
  return {{"about", nameOf(fact.kind)},    {"path", fact.path.text()},
          {"name", textOrNull(fact.name)}, {"value", fact.data},
          {"sentence", fact.sentence},     {"opinions", std::move(opinions)},
          {"parts", std::move(parts)}};
}

Json factsToJson(const std::vector<FactExplanation>& facts) {
  Json list = Json::array();
  for (const FactExplanation& fact : facts) list.push_back(factToJson(fact));
  return list;
}

std::string factToText(const FactExplanation& fact) {
  std::string out = titleOf(fact) + "\n\n" + fact.sentence + '\n';
  if (!fact.value.empty()) out += "value: " + fact.value + '\n';
  if (!fact.parts.empty()) out += "\nParts:\n" + partsText(fact);
  if (!fact.rows.empty()) {
    const bool isTransform = fact.kind == FactKind::Transform;
    out += isTransform                     ? "\nOps, from the prim to the world:\n"
           : fact.kind == FactKind::Bounds ? "\nWhat gives the box:\n"
                                           : "\nOpinions, strongest first:\n";
    out += rowsText(fact);
  }
  return out;
}

}  // namespace usdscope
