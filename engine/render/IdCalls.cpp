// SPDX-License-Identifier: Apache-2.0
#include "engine/render/IdCalls.h"

namespace usdscope {
namespace {

/// Says which objects are chosen. Asks for the share of an item once, as its objects follow each
/// other.
class IsChosen {
 public:
  IsChosen(const DrawTable& table, const ChosenObjects& chosen) : table_(table), chosen_(chosen) {}

  bool operator()(std::uint32_t object) {
    const DrawnObject& source = table_.sources[object];
    if (source.item != item_) enter(source.item);
    if (share_ != Share::Some) return share_ == Share::All;
    return source.instance >= 0 && std::size_t(source.instance) < instances_.size() &&
           instances_[std::size_t(source.instance)];
  }

 private:
  using Share = ChosenObjects::Share;

  void enter(std::uint32_t index) {
    item_ = index;
    const DrawnItem& item = table_.items[index];
    const DrawnInstancing& instancing = table_.instancingOf(item);
    share_ = chosen_.shareOf(item.path, instancing.instancers);
    if (share_ != Share::Some) return;
    instances_ = chosen_.instancesOf(item.path, instancing.instancers, instancing.ids.span());
  }

  const DrawTable& table_;
  const ChosenObjects& chosen_;
  std::uint32_t item_ = DrawnItem::kNone;
  Share share_{};
  std::vector<bool> instances_;  // A flag for each instance of the item.
};

DrawCalls withoutBones(DrawCalls calls) {
  calls.bones.clear();
  calls.highlightedBones.clear();
  return calls;
}

}  // namespace

DrawCalls idCalls(const DrawList& list, const SampleGrid& grid) {
  return withoutBones(selectCalls(list, grid));
}

DrawCalls idCalls(const DrawList& list, const SampleGrid& grid, const ChosenObjects& chosen) {
  IsChosen isChosen(*list.table, chosen);
  return withoutBones(
      selectCalls(list, grid, [&](std::uint32_t object) { return isChosen(object); }));
}

DrawCalls idCalls(const DrawList& list, const SampleGrid& grid,
                  const std::unordered_set<Path>& items) {
  const DrawTable& table = *list.table;
  return withoutBones(selectCalls(list, grid, [&](std::uint32_t object) {
    return items.contains(table.items[table.sources[object].item].path);
  }));
}

}  // namespace usdscope
