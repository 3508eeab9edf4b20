// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/math/Types.h"

namespace usdscope {

/// A line of a HudBox: a name and a value, or one text over both columns.
struct HudRow {
  enum class Kind {
    Fact,   ///< `name` and `value`.
    Title,  ///< `value`, with a gap before it.
    Text    ///< `value`.
  };
  Kind kind = Kind::Fact;
  std::string name;
  std::string value;
  bool operator==(const HudRow&) const = default;
};

/// A box of facts beside the pointer.
struct HudBox {
  glm::vec2 at{0.0f};  ///< The pointer, in points from the top left of the picture.
  std::vector<HudRow> rows;
};

/// Cuts out the middle of a text that has more than `most` characters.
std::string elidedMiddle(std::string_view text, std::size_t most);

/// The rows as they fit into a box of `columns` characters and `lines` lines: long texts without
/// their middle. If there are more rows, the last line says how many are missing.
std::vector<HudRow> rowsThatFit(const std::vector<HudRow>& rows, std::size_t columns,
                                std::size_t lines);

/// The number of characters of the names, with the gap before the values. Requires: the rows are
/// the result of rowsThatFit().
std::size_t nameColumns(const std::vector<HudRow>& rows);

/// Returns the top left of a box beside the pointer: at its right, else at its left, and inside of
/// the picture. Covers the pointer only if the picture is too small. All in points.
glm::vec2 placeBeside(const glm::vec2& pointer, const glm::vec2& size, const glm::vec2& picture);

}  // namespace usdscope
