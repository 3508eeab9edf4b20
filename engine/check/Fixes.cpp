// SPDX-License-Identifier: Apache-2.0
#include "engine/check/Fixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "engine/check/detail/FixSites.h"
#include "engine/compose/LayerStack.h"
#include "engine/definitions/Definitions.h"
#include "engine/format/LayerCache.h"
#include "engine/layer/ListOp.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace detail {

std::optional<FixSite> fixSite(const Stage& stage, FixTarget target, const std::string& layer,
                               Path spec, const LayerOffset& stageFromLayer, Path stagePath) {
  if (target == FixTarget::SessionLayer) {
    return FixSite{stage.sessionLayer()->identifier(), stagePath, {}};
  }
  const auto layerFromStage = stageFromLayer.inverse();
  if (!layerFromStage) return std::nullopt;
  return FixSite{layer, spec, *layerFromStage};
}

namespace {

const Token kMaterialBindingApi("MaterialBindingAPI");

// The list of API schemas that a spec authors.
ListOp<Token> apiSchemasOf(const PrimSpec& spec) {
  return spec ? spec.field(fields::kApiSchemas).valueOr(ListOp<Token>()) : ListOp<Token>();
}

bool hasProperty(const PrimSpec& spec, const std::function<bool(Token)>& isWanted) {
  for (std::size_t i = 0; i < spec.propertyCount(); ++i) {
    if (isWanted(spec.property(i).path().name())) return true;
  }
  return false;
}

// Applies an API schema where its properties are authored, or in the strongest layer that replaces
// the list of API schemas.
FixOrRefusal applySchema(const Stage& stage, Path path, Token schema,
                         const std::function<bool(Token)>& isOfSchema, FixTarget target) {
  const Prim prim = stage.primAt(path.primPath());
  if (!prim) return {};
  if (target == FixTarget::SessionLayer && prim.isInstanceProxy()) {
    return {std::nullopt,
            fmt::format("{} is not applied to <{}>: it is in an instance, which overrides do not "
                        "reach.",
                        schema.text(), path.text())};
  }
  for (const StackEntry& entry : prim.primStack()) {
    const PrimSpec spec = entry.layer->findPrim(entry.path);
    const ListOp<Token> list = apiSchemasOf(spec);
    if (!list.isExplicit && !(spec && hasProperty(spec, isOfSchema))) continue;
    const auto site = fixSite(stage, target, entry.layer->identifier(), entry.path, {}, path);
    // A session layer has its own list.
    ListOp<Token> changed = target == FixTarget::SessionLayer
                                ? apiSchemasOf(stage.sessionLayer()->findPrim(path))
                                : list;
    std::erase(changed.deletedItems, schema);
    (changed.isExplicit ? changed.explicitItems : changed.prependedItems).push_back(schema);
    PrimFieldEdit edit;
    edit.path = site->path;
    edit.field = fields::kApiSchemas;
    edit.value = Value(std::move(changed));
    return {Fix{site->layer,
                {std::move(edit)},
                fmt::format("{} is applied to <{}>.", schema.text(), path.text())},
            {}};
  }
  return {};
}

FixOrRefusal applyMissingSchema(const Stage& stage, const Finding& finding, FixTarget target) {
  const Path path = finding.sites.front();
  if (finding.error == "MissingMaterialBindingAPI") {
    return applySchema(
        stage, path, kMaterialBindingApi,
        [](Token name) { return name.text().starts_with("material:binding"); }, target);
  }
  const PrimDefinition* binding =
      stage.environment().definitions().findSchemaDefinition(types::kSkelBindingApi);
  if (!binding) return {};
  return applySchema(
      stage, path, types::kSkelBindingApi,
      [binding](Token name) { return binding->findProperty(name) != nullptr; }, target);
}

FixOrRefusal fixRate(const Stage& stage, const Finding& finding, FixTarget target) {
  const auto opened = stage.layers().find(finding.layer);
  if (!opened || !opened->layer) return {};
  if (target == FixTarget::SessionLayer) {
    return {std::nullopt, fmt::format("The timeCodesPerSecond of {} is not written: overrides "
                                      "cannot set it for another layer.",
                                      finding.layer)};
  }
  const double rate = timeCodesPerSecond(*opened->layer);
  PrimFieldEdit edit;
  edit.path = Path::root();
  edit.field = fields::kTimeCodesPerSecond;
  edit.value = Value(rate);
  return {
      Fix{finding.layer,
          {std::move(edit)},
          fmt::format("The layer gets timeCodesPerSecond = {}, the rate at which it plays.", rate)},
      {}};
}

// If the list of API schemas at the same spec is edited already, adds the schemas to that edit.
bool joinSchemas(std::vector<Fix>& fixes, const Fix& added) {
  const auto* edit = std::get_if<PrimFieldEdit>(&added.edits.front());
  if (!edit || edit->field != fields::kApiSchemas) return false;
  for (Fix& fix : fixes) {
    auto* same = std::get_if<PrimFieldEdit>(&fix.edits.front());
    if (fix.layer != added.layer || !same || same->path != edit->path ||
        same->field != edit->field) {
      continue;
    }
    auto list = same->value.valueOr(ListOp<Token>());
    const auto other = edit->value.valueOr(ListOp<Token>());
    auto& items = list.isExplicit ? list.explicitItems : list.prependedItems;
    for (const Token schema : other.isExplicit ? other.explicitItems : other.prependedItems) {
      if (std::ranges::find(items, schema) == items.end()) items.push_back(schema);
    }
    same->value = Value(std::move(list));
    if (fix.sentence != added.sentence) fix.sentence += " " + added.sentence;
    return true;
  }
  return false;
}

}  // namespace
}  // namespace detail

FixResult findFixes(const Stage& stage, const Findings& findings, FixTarget target) {
  FixResult result;
  std::set<std::string> told;
  const auto take = [&](detail::FixOrRefusal found) {
    if (!found.refusal.empty() && told.insert(found.refusal).second) {
      result.refusals.push_back(std::move(found.refusal));
    }
    if (!found.fix || detail::joinSchemas(result.fixes, *found.fix)) return;
    // Instances of one prototype have the same specs.
    const bool isRepeated = std::ranges::any_of(result.fixes, [&](const Fix& fix) {
      return fix.layer == found.fix->layer && fix.edits == found.fix->edits;
    });
    if (!isRepeated) result.fixes.push_back(std::move(*found.fix));
  };
  // The influences of one prim are normalised and sorted in one step.
  struct Influences {
    bool normalizes = false;
    bool sorts = false;
    bool isOutOfRange = false;
  };
  std::map<std::string, Influences> influences;
  for (const Finding& finding : findings) {
    const std::string_view error = finding.error;
    if (error == "MissingMaterialBindingAPI" || error == "MissingSkelBindingAPI") {
      take(detail::applyMissingSchema(stage, finding, target));
    } else if (error == "MissingExtent" || error == "WrongExtent") {
      take(detail::fixExtent(stage, finding, target));
    } else if (error == "FramesPerSecondAsRate") {
      take(detail::fixRate(stage, finding, target));
    } else if (error == "UnnormalizedWeights") {
      influences[finding.sites.front().text()].normalizes = true;
    } else if (error == "UnsortedInfluences") {
      influences[finding.sites.front().text()].sorts = true;
    } else if (error == "WeightOutOfRange") {
      influences[finding.sites.front().text()].isOutOfRange = true;
    }
  }
  for (const auto& [path, wanted] : influences) {
    if (!wanted.normalizes && !wanted.sorts) continue;
    if (wanted.isOutOfRange) {
      take({std::nullopt, fmt::format("The joint influences at <{}> are not fixed: some weights or "
                                      "joints are invalid.",
                                      path)});
      continue;
    }
    take(detail::fixInfluences(stage, Path::fromText(path), wanted.normalizes, wanted.sorts,
                               target));
  }
  return result;
}

}  // namespace usdscope
