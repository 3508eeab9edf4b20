// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/HudBox.h"

#include <fmt/format.h>

#include <algorithm>

namespace usdscope {
namespace {

constexpr std::size_t kMostNameColumns = 24;
constexpr std::size_t kGapColumns = 2;  // Between names and values.
constexpr float kEdgeMargin = 10.0f;    // Between a box and the edge of the picture.
constexpr float kToTheRight = 18.0f;    // The arrow of the pointer lies at its lower right.
constexpr float kToTheLeft = 8.0f;
constexpr float kBelow = 14.0f;

bool startsCharacter(char byte) { return (byte & '\xC0') != '\x80'; }

std::size_t characterCount(std::string_view text) {
  return std::size_t(std::ranges::count_if(text, startsCharacter));
}

// The place of the byte where a character starts.
std::size_t byteOf(std::string_view text, std::size_t character) {
  std::size_t at = 0;
  while (at < text.size() && (!startsCharacter(text[at]) || character-- > 0)) ++at;
  return at;
}

}  // namespace

std::string elidedMiddle(std::string_view text, std::size_t most) {
  static constexpr std::string_view kDots = "...";
  const std::size_t count = characterCount(text);
  if (count <= most) return std::string(text);
  if (most <= kDots.size()) return std::string(text.substr(0, byteOf(text, most)));
  // The end of a path says more than its start.
  const std::size_t start = (most - kDots.size()) / 2;
  const std::size_t end = most - kDots.size() - start;
  return std::string(text.substr(0, byteOf(text, start))) + std::string(kDots) +
         std::string(text.substr(byteOf(text, count - end)));
}

std::vector<HudRow> rowsThatFit(const std::vector<HudRow>& rows, std::size_t columns,
                                std::size_t lines) {
  const bool isCut = rows.size() > lines;
  const std::size_t kept = isCut ? std::max<std::size_t>(lines, 1) - 1 : rows.size();
  std::vector<HudRow> fitting(rows.begin(), rows.begin() + std::ptrdiff_t(kept));
  const std::size_t mostName = std::min(kMostNameColumns, columns / 2);
  for (HudRow& row : fitting) row.name = elidedMiddle(row.name, mostName);
  const std::size_t named = nameColumns(fitting);
  for (HudRow& row : fitting) {
    // A value may have several lines; the box shows one.
    std::ranges::replace(row.value, '\n', ' ');
    const bool isFact = row.kind == HudRow::Kind::Fact;
    row.value = elidedMiddle(row.value, isFact ? columns - std::min(named, columns) : columns);
  }
  if (isCut) {
    fitting.push_back({HudRow::Kind::Text, "", fmt::format("... {} more", rows.size() - kept)});
  }
  return fitting;
}

std::size_t nameColumns(const std::vector<HudRow>& rows) {
  std::size_t most = 0;
  for (const HudRow& row : rows) {
    if (row.kind == HudRow::Kind::Fact) most = std::max(most, characterCount(row.name));
  }
  return most == 0 ? 0 : most + kGapColumns;
}

glm::vec2 placeBeside(const glm::vec2& pointer, const glm::vec2& size, const glm::vec2& picture) {
  const glm::vec2 last = glm::max(glm::vec2(kEdgeMargin), picture - size - glm::vec2(kEdgeMargin));
  glm::vec2 at(pointer.x + kToTheRight, pointer.y + kBelow);
  if (at.x > last.x && pointer.x - kToTheLeft - size.x >= kEdgeMargin) {
    at.x = pointer.x - kToTheLeft - size.x;
  } else if (at.x > last.x && at.y > last.y && pointer.y - kToTheLeft - size.y >= kEdgeMargin) {
    at.y = pointer.y - kToTheLeft - size.y;  // Above the pointer.
  }
  return glm::clamp(at, glm::vec2(kEdgeMargin), last);
}

}  // namespace usdscope
