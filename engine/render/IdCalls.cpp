// SPDX-License-Identifier: Apache-2.0
#include "engine/render/IdCalls.h"

#include <algorithm>

namespace usdscope {
namespace {

// Adds the call once for each run of chosen objects. `isChosen` has a flag for each instance.
void addRuns(const DrawList& list, const DrawCall& call, const std::vector<bool>& isChosen,
             std::vector<DrawCall>& to) {
  const auto isWanted = [&](std::uint32_t object) {
    const std::int32_t instance = list.sources[object].instance;
    return instance >= 0 && std::size_t(instance) < isChosen.size() &&
           isChosen[std::size_t(instance)];
  };
  const std::uint32_t end = call.firstObject + call.objectCount;
  for (std::uint32_t object = call.firstObject; object < end; ++object) {
    if (!isWanted(object)) continue;
    DrawCall run = call;
    run.firstObject = object;
    while (object < end && isWanted(object)) ++object;
    run.objectCount = object - run.firstObject;
    to.push_back(run);
  }
}

}  // namespace

IdCalls allIdCalls(const DrawList& list) {
  return {list.opaque, list.cutout, list.translucent, list.lines, list.dots};
}

// `choose` adds what is wanted of a call to a list.
template <typename Choose>
void ChosenCalls::chooseAll(const DrawList& list, Choose choose) {
  const auto add = [&](const std::vector<DrawCall>& from, std::vector<DrawCall>& to) {
    for (const DrawCall& call : from) choose(list.sources[call.firstObject].item, call, to);
  };
  add(list.opaque, opaque_);
  add(list.cutout, cutout_);
  add(list.translucent, translucent_);
  add(list.lines, lines_);
  add(list.dots, dots_);
}

ChosenCalls::ChosenCalls(const DrawList& list, const ChosenObjects& chosen) {
  using Share = ChosenObjects::Share;
  std::vector<Share> shares(list.items.size());
  std::ranges::transform(list.items, shares.begin(), [&](const DrawnItem& item) {
    return chosen.shareOf(item.path, list.instancingOf(item).instancers);
  });
  chooseAll(list, [&](std::uint32_t index, const DrawCall& call, std::vector<DrawCall>& to) {
    if (shares[index] == Share::All) to.push_back(call);
    if (shares[index] != Share::Some) return;
    const DrawnItem& item = list.items[index];
    const DrawnInstancing& instancing = list.instancingOf(item);
    addRuns(list, call, chosen.instancesOf(item.path, instancing.instancers, instancing.ids.span()),
            to);
  });
}

ChosenCalls::ChosenCalls(const DrawList& list, const std::unordered_set<Path>& items) {
  chooseAll(list, [&](std::uint32_t index, const DrawCall& call, std::vector<DrawCall>& to) {
    if (items.contains(list.items[index].path)) to.push_back(call);
  });
}

bool ChosenCalls::isEmpty() const {
  return opaque_.empty() && cutout_.empty() && translucent_.empty() && lines_.empty() &&
         dots_.empty();
}

}  // namespace usdscope
