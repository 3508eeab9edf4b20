// SPDX-License-Identifier: Apache-2.0
#include "app/session/view/PickMode.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>

namespace usdscope {
namespace {

// In the order of SelectionChange.
constexpr std::array<const char*, 3> kChanges = {"replace", "add", "toggle"};

// The instance that holds a part of an instance; other prims themselves.
Prim outOfInstances(Prim prim) {
  while (prim && prim.isInstanceProxy()) prim = prim.parent();
  return prim;
}

// The nearest model, the prim itself included; the prim if there is none.
Prim modelOf(const Prim& prim) {
  Prim at = prim;
  while (at && !at.isPseudoRoot() && !at.isModel()) at = at.parent();
  return at && !at.isPseudoRoot() ? at : prim;
}

std::optional<ChosenInstance> instanceOf(Path prim, const PickResult& hit) {
  if (hit.instancer.isEmpty()) return std::nullopt;
  return ChosenInstance{prim, hit.instancer, hit.id};
}

struct PickedPrimHash {
  std::size_t operator()(const PickedPrim& picked) const {
    std::size_t hash = std::hash<Path>()(picked.prim);
    if (!picked.instance) return hash;
    const InstanceId id = picked.instance->id;
    hash ^= std::hash<Path>()(picked.instance->instancer) << 1;
    return hash ^ (std::uint64_t{id.outer} << 32 | id.inner) * 0x9E3779B97F4A7C15ull;
  }
};

}  // namespace

PickedPrim pickedPrim(const Stage& stage, PickMode mode, const PickResult& hit) {
  if (mode == PickMode::Prototypes) return {hit.path, instanceOf(hit.path, hit)};
  if (mode == PickMode::Models) {
    const Prim prim = stage.primAt(hit.path);
    return {prim ? modelOf(prim).path() : hit.path, std::nullopt};
  }
  const Path top = hit.instancer.isEmpty() ? hit.path : hit.instancer;
  const Prim prim = stage.primAt(top);
  if (!prim) return {top, std::nullopt};
  if (prim.isInstanceProxy()) return {outOfInstances(prim).path(), std::nullopt};
  PickedPrim picked{top, std::nullopt};
  if (mode == PickMode::Instances) picked.instance = instanceOf(top, hit);
  // Everything in the instance is one.
  if (picked.instance) picked.instance->id.inner = hit.id.outer;
  return picked;
}

std::vector<PickedPrim> pickedPrims(const Stage& stage, PickMode mode,
                                    std::span<const PickResult> hits) {
  std::vector<PickedPrim> once;
  std::unordered_set<PickedPrim, PickedPrimHash> known;
  for (const PickResult& hit : hits) {
    PickedPrim picked = pickedPrim(stage, mode, hit);
    if (known.insert(picked).second) once.push_back(picked);
  }
  return once;
}

std::string wordOf(SelectionChange change) { return kChanges[static_cast<std::size_t>(change)]; }

std::optional<SelectionChange> selectionChangeOf(std::string_view word) {
  const auto found = std::ranges::find(kChanges, word);
  if (found == kChanges.end()) return std::nullopt;
  return static_cast<SelectionChange>(found - kChanges.begin());
}

PickUnit unitOf(PickMode mode) {
  const bool areApart = mode == PickMode::Instances || mode == PickMode::Prototypes;
  return areApart ? PickUnit::Instances : PickUnit::Items;
}

std::string pickedName(const PickedPrim& picked) {
  if (!picked.instance) return picked.prim.text();
  const ChosenInstance& instance = *picked.instance;
  if (instance.prim == instance.instancer) {
    return fmt::format("{}, instance {}", picked.prim.text(), instance.id.outer);
  }
  const bool isNested = instance.id.inner != instance.id.outer;
  const std::string inner = isNested ? fmt::format("{} in instance ", instance.id.inner) : "";
  return fmt::format("{}, instance {}{} of {}", picked.prim.text(), inner, instance.id.outer,
                     instance.instancer.text());
}

}  // namespace usdscope
