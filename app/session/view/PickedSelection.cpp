// SPDX-License-Identifier: Apache-2.0
#include "app/session/view/PickedSelection.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace usdscope {
namespace {

struct InstanceLess {
  static auto key(const ChosenInstance& each) {
    return std::tuple(each.prim.index(), each.instancer.index(), each.id.outer, each.id.inner);
  }
  bool operator()(const ChosenInstance& a, const ChosenInstance& b) const {
    return key(a) < key(b);
  }
};
using Instances = std::set<ChosenInstance, InstanceLess>;

/// The selected prims with their instances; none for prims that are selected as a whole.
class Prims {
 public:
  explicit Prims(const Selection& selection) {
    for (const Path prim : selection.prims) instances_.try_emplace(prim);
    for (const ChosenInstance& each : selection.instances) instances_[each.prim].insert(each);
  }

  void add(const PickedPrim& picked) {
    const auto [at, isNew] = instances_.try_emplace(picked.prim);
    Instances& own = at->second;
    if (!picked.instance) return own.clear();
    const bool isWhole = !isNew && own.empty();
    if (!isWhole) own.insert(*picked.instance);
  }

  void toggle(const PickedPrim& picked) {
    const auto at = instances_.find(picked.prim);
    if (at == instances_.end()) return add(picked);
    Instances& own = at->second;
    if (picked.instance && own.erase(*picked.instance) == 0) {
      own.insert(*picked.instance);  // Another instance, or one in place of all.
      return;
    }
    if (!picked.instance || own.empty()) instances_.erase(at);
  }

  const Instances* find(Path prim) const {
    const auto at = instances_.find(prim);
    return at == instances_.end() ? nullptr : &at->second;
  }

 private:
  std::unordered_map<Path, Instances> instances_;
};

}  // namespace

Selection afterPicking(const Selection& selection, const std::vector<PickedPrim>& picked,
                       SelectionChange change) {
  const bool isReplaced = change == SelectionChange::Replace;
  Prims prims(isReplaced ? Selection() : selection);
  std::vector<Path> order;
  for (const PickedPrim& each : picked) {
    change == SelectionChange::Toggle ? prims.toggle(each) : prims.add(each);
    order.push_back(each.prim);
  }
  if (!isReplaced) std::ranges::copy(selection.prims, std::back_inserter(order));
  Selection next;
  next.property = selection.property;
  std::unordered_set<Path> known;
  for (const Path prim : order) {
    const Instances* own = prims.find(prim);
    if (!own || !known.insert(prim).second) continue;
    next.prims.push_back(prim);
    next.instances.insert(next.instances.end(), own->begin(), own->end());
  }
  return next;
}

std::vector<ChosenInstance> keepInstancesOf(const std::vector<Path>& prims,
                                            std::vector<ChosenInstance> instances) {
  if (instances.empty()) return instances;
  const std::unordered_set<Path> selected(prims.begin(), prims.end());
  std::erase_if(instances,
                [&](const ChosenInstance& each) { return !selected.contains(each.prim); });
  return instances;
}

std::string selectionText(const Selection& selection) {
  const std::size_t count = selection.instances.size();
  if (selection.prims.empty()) return "Nothing is selected.";
  if (selection.prims.size() == 1 && count < 2) {
    PickedPrim only{selection.leading(), std::nullopt};
    if (count == 1) only.instance = selection.instances.front();
    return pickedName(only);
  }
  if (selection.prims.size() == 1) {
    return fmt::format("{}, {} instances", selection.leading().text(), count);
  }
  const std::string instances =
      count == 0 ? "" : fmt::format(", with {} single instance{}", count, count == 1 ? "" : "s");
  return fmt::format("{} prims are selected{}.", selection.prims.size(), instances);
}

}  // namespace usdscope
