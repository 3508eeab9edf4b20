// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "engine/check/detail/Names.h"
#include "engine/check/detail/RuleList.h"
#include "engine/schema/Collection.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope::detail {
namespace {

constexpr std::string_view kCollectionBinding = "material:binding:collection";

bool isBindingName(Token name) { return name.text().starts_with(shade::kMaterialBinding.text()); }

bool isMaterial(const Stage& stage, Path path) {
  const Prim prim = path.isPrim() ? stage.primAt(path) : Prim();
  return prim && prim.isA(types::kMaterial);
}

bool isCollection(const Stage& stage, Path path) {
  const Token name = collectionName(path);
  const Prim prim = name.isEmpty() ? Prim() : stage.primAt(path.primPath());
  return prim && prim.hasApi(collectionApi(name));
}

void checkDirectBinding(const Relationship& binding, Reporter& report) {
  const std::vector<Path> targets = binding.forwardedTargets();
  const Path material = targets.size() == 1 ? targets[0] : Path();
  if (isMaterial(binding.prim().stage(), material)) return;
  report.error("InvalidResourcePath", binding.path(),
               fmt::format("The binding leads to <{}>, which is not a material.",
                           material.isEmpty() ? "" : material.text()));
}

// A binding through a collection has two targets, in any order: the collection and the material.
void checkCollectionBinding(const Relationship& binding, Reporter& report) {
  const Stage& stage = binding.prim().stage();
  const std::vector<Path> targets = binding.forwardedTargets();
  Path material;
  Path collection;
  if (targets.size() == 2) {
    const bool isSwapped = targets[0].isPrim();
    material = targets[isSwapped ? 0 : 1];
    collection = targets[isSwapped ? 1 : 0];
    if (!material.isPrim() || collectionName(collection).isEmpty()) {
      material = collection = Path();
    }
  }
  if (!isMaterial(stage, material)) {
    report.error("InvalidResourcePath", binding.path(),
                 fmt::format("The binding of a collection leads to <{}>, which is not a material.",
                             material.isEmpty() ? "" : material.text()));
  }
  if (!isCollection(stage, collection)) {
    report.error("InvalidResourcePath", binding.path(),
                 fmt::format("The binding leads to <{}>, which is not a collection.",
                             collection.isEmpty() ? "" : collection.text()));
  }
}

}  // namespace

void checkBindingApi(const CheckedStage&, const Prim& prim, Reporter& report) {
  if (prim.hasApi(names::kMaterialBindingApi)) return;
  for (const Token name : prim.propertyNames()) {
    if (!isBindingName(name) || !prim.relationship(name)) continue;
    report.error(
        "MissingMaterialBindingAPI", prim.path(),
        fmt::format("The prim has `{}`, which applies only with MaterialBindingAPI.", name.text()));
    return;
  }
}

void checkBindingKinds(const CheckedStage&, const Prim& prim, Reporter& report) {
  for (const Token name : prim.propertyNames()) {
    if (!isBindingName(name) || prim.relationship(name)) continue;
    report.error("MaterialBindingPropNotARel", prim.path().property(name),
                 "The material binding is an attribute; it must be a relationship.");
  }
}

void checkBindingTargets(const CheckedStage&, const Prim& prim, Reporter& report) {
  for (const Token name : prim.propertyNames()) {
    const Relationship binding = isBindingName(name) ? prim.relationship(name) : Relationship();
    if (!binding) continue;
    const std::size_t count = binding.targets().size();
    const bool isOfCollection = name.text().starts_with(kCollectionBinding);
    if (count == 1 && isOfCollection) {
      report.error("InvalidMaterialCollection", binding.path(),
                   "The binding has one target; it needs a collection and a material.");
    } else if (count == 1) {
      checkDirectBinding(binding, report);
    } else if (count == 2) {
      checkCollectionBinding(binding, report);
    } else {
      report.error("InvalidMaterialCollection", binding.path(),
                   fmt::format("The material binding has {} targets; one material, or a collection "
                               "and a material, are expected.",
                               count));
    }
  }
}

}  // namespace usdscope::detail
