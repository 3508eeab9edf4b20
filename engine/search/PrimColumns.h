// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// The columns of the prim tree.
enum class PrimColumn : std::uint8_t {
  Name,
  Type,
  Visibility,
  Guides,
  DrawMode,
  Kind,
  Purpose,
  Variants,
  Load,
  Samples,
  TimeRange,
  Clips,
  Skel,
  Errors,
  Layers,
};

struct PrimColumnInfo {
  PrimColumn column;
  std::string_view id;       ///< Identifies the column in settings, so it must not change.
  std::string_view title;    ///< usdview's, where usdview has the column.
  std::string_view meaning;  ///< A sentence for the header.
  bool isShownAtFirst = false;
  bool dependsOnTime = false;
};

/// All columns, in the order of PrimColumn.
std::span<const PrimColumnInfo> primColumns();

/// The text of a prim in a column.
struct PrimCell {
  /// How prominent the text is.
  enum class Tone : std::uint8_t {
    Normal,
    Inherited,  ///< From an ancestor or a schema, or the usual state.
    Emphasis,   ///< Deviates from the usual state.
    Wrong,      ///< An error.
  };
  std::string text;
  std::string tip;  ///< A sentence; empty if the text says it all.
  Tone tone = Tone::Normal;
  bool operator==(const PrimCell&) const = default;
};

/// Computes the cell of any column but Name, Type and Errors. (Errors are found by checks of the
/// whole stage.) Resolves values, and reads clips for Samples
/// and TimeRange. Thread-safe.
PrimCell computePrimCell(const Prim& prim, PrimColumn column, TimeCode time);

}  // namespace usdscope
