// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>
#include <tuple>

#include "engine/check/detail/RuleList.h"
#include "engine/compose/CompositionError.h"
#include "engine/compose/CompositionErrorTexts.h"
#include "engine/value/TypeName.h"

namespace usdscope::detail {
namespace {

bool hasStageMetadata(const Stage& stage, Token field) {
  return !stage.pseudoRoot().metadata(field).isEmpty();
}

// Compares names of types, which may be older names. Unknown types are not distinguished.
bool isSameType(Token a, Token b) { return a == b || findTypeName(a) == findTypeName(b); }

using ErrorPlace = std::tuple<CompositionErrorKind, std::string, std::string, std::uint32_t>;

ErrorPlace placeOf(const CompositionError& error, Path prim) {
  return {error.kind, error.site.layer, error.site.path, prim.index()};
}

// Arcs have their errors once, where they are.
bool isRepeatedByDescendants(CompositionErrorKind kind) {
  using enum CompositionErrorKind;
  return kind != ArcCycle && kind != UnresolvedPrimPath && kind != InvalidAssetPath;
}

// Descendants repeat the errors of relocates on their ancestors. Returns the prim that has the
// error first.
Path firstPrimOf(const CompositionError& error, const std::set<ErrorPlace>& places) {
  Path prim = error.rootPath;
  if (!isRepeatedByDescendants(error.kind)) return prim;
  while (prim.isPrim() && places.contains(placeOf(error, prim.parent()))) prim = prim.parent();
  return prim;
}

// Returns the asset path of an arc or sublayer whose file is not there, which the message quotes.
std::string missingAssetOf(const CompositionError& error) {
  const bool isSublayer = error.kind == CompositionErrorKind::InvalidSublayerPath;
  if (!isSublayer && error.kind != CompositionErrorKind::InvalidAssetPath) return {};
  // Arcs are quoted as `@a.usd@</A>`, sublayers as `a.usd`.
  const std::string_view sentence = faults::kUnreadableSublayer.text;
  const std::size_t gap = sentence.find("{}");
  const std::string_view before = isSublayer ? sentence.substr(0, gap) : "@";
  const std::string_view after = isSublayer ? sentence.substr(gap + 2, 10) : "@";
  const std::size_t found = error.message.find(before);
  if (found == std::string::npos) return {};
  const std::size_t start = found + before.size();
  const std::size_t end = error.message.find(after, start);
  return end == std::string::npos ? std::string() : error.message.substr(start, end - start);
}

}  // namespace

void checkComposition(const CheckedStage& checked, Reporter& report) {
  const std::vector<CompositionError>& errors = checked.stage().compositionErrors();
  std::set<ErrorPlace> places;
  for (const CompositionError& error : errors) places.insert(placeOf(error, error.rootPath));
  for (const CompositionError& error : errors) {
    Finding& finding = report.error("CompositionError", firstPrimOf(error, places), error.message);
    finding.layer = error.site.layer;
    finding.spec = Path::fromText(error.site.path);
    finding.asset = missingAssetOf(error);
  }
}

void checkDefaultPrim(const CheckedStage& checked, Reporter& report) {
  if (checked.stage().defaultPrim()) return;
  report.error("MissingDefaultPrim", Path::root(),
               "The stage has no default prim, or names one that does not exist; references to it "
               "must name a prim.");
}

void checkStageMetadata(const CheckedStage& checked, Reporter& report) {
  if (!hasStageMetadata(checked.stage(), fields::kMetersPerUnit)) {
    report.error("MissingMetersPerUnitMetadata", Path::root(),
                 "The stage does not declare metersPerUnit; 0.01 is assumed.");
  }
  if (!hasStageMetadata(checked.stage(), fields::kUpAxis)) {
    report.error("MissingUpAxisMetadata", Path::root(),
                 "The stage does not declare its upAxis; Y is assumed.");
  }
}

void checkAttributeTypes(const CheckedStage&, const Prim& prim, Reporter& report) {
  for (const Token name : prim.authoredPropertyNames()) {
    const Attribute attribute = prim.attribute(name);
    if (!attribute) continue;
    const Token type = attribute.typeName();
    for (const StackEntry& entry : attribute.propertyStack()) {
      const PropertySpec spec = entry.layer->findProperty(entry.path);
      if (!spec || (spec.isAttribute() && isSameType(spec.typeName(), type))) continue;
      const std::string own =
          spec.isAttribute() ? std::string(spec.typeName().text()) : std::string("a relationship");
      Finding& finding =
          report.error("AttributeTypeMismatch", attribute.path(),
                       fmt::format("A layer declares the attribute as {}, but its type is {}.", own,
                                   type.text()));
      finding.layer = entry.layer->identifier();
      finding.spec = entry.path;
    }
  }
}

}  // namespace usdscope::detail
