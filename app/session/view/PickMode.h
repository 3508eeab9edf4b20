// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/render/ChosenObjects.h"
#include "engine/render/PickResult.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// The prim that a click in the picture selects. (usdview's PickModes.)
enum class PickMode : std::uint8_t {
  Prims,      ///< The gprim, its point instancer or its instance: the one nearest to the root.
  Models,     ///< The enclosing model.
  Instances,  ///< Like Prims, but one instance of a point instancer.
  Prototypes  ///< The gprim itself, and which instance of it.
};

/// How a gesture in the picture changes the selection.
enum class SelectionChange : std::uint8_t { Replace, Add, Toggle };

/// The words of actions for it: `replace`, `add`, `toggle`.
std::string wordOf(SelectionChange change);
/// Empty for other words.
std::optional<SelectionChange> selectionChangeOf(std::string_view word);

/// A prim to select.
struct PickedPrim {
  Path prim;
  std::optional<ChosenInstance> instance;  ///< The instance of it; empty for all of the prim.
  bool operator==(const PickedPrim&) const = default;
};

/// Returns the prim that is selected for an object of the picture. May resolve metadata.
PickedPrim pickedPrim(const Stage& stage, PickMode mode, const PickResult& hit);

/// Returns the prims for several objects, each once, in the order of their first objects.
std::vector<PickedPrim> pickedPrims(const Stage& stage, PickMode mode,
                                    std::span<const PickResult> hits);

/// The objects that a mode distinguishes.
PickUnit unitOf(PickMode mode);

/// "/World/Forest, instance 3" or "/World/Rock, instance 3 of /World/Forest".
std::string pickedName(const PickedPrim& picked);

}  // namespace usdscope
