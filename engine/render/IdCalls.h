// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/render/ChosenObjects.h"
#include "engine/render/DrawList.h"

namespace usdscope {

/// Draw calls whose ids are drawn.
struct IdCalls {
  std::span<const DrawCall> opaque;
  std::span<const DrawCall> cutout;
  std::span<const DrawCall> translucent;
  std::span<const DrawCall> lines;
  std::span<const DrawCall> dots;
};

/// Everything of a frame but bones.
IdCalls allIdCalls(const DrawList& list);

/// The draw calls for some objects of a frame.
class ChosenCalls {
 public:
  ChosenCalls(const DrawList& list, const ChosenObjects& chosen);
  /// The draw calls of the items with these paths.
  ChosenCalls(const DrawList& list, const std::unordered_set<Path>& items);

  bool isEmpty() const;
  IdCalls calls() const { return {opaque_, cutout_, translucent_, lines_, dots_}; }

 private:
  template <typename Choose>
  void chooseAll(const DrawList& list, Choose choose);

  std::vector<DrawCall> opaque_;
  std::vector<DrawCall> cutout_;
  std::vector<DrawCall> translucent_;
  std::vector<DrawCall> lines_;
  std::vector<DrawCall> dots_;
};

}  // namespace usdscope
