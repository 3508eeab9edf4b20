// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/SpecLines.h"

#include <algorithm>
#include <utility>

#include "engine/base/FileBytes.h"
#include "engine/format/usda/UsdaReader.h"
#include "engine/format/usda/detail/ReadContext.h"

namespace usdscope {
namespace {

// A line ends with `\n`, `\r` or both.
std::vector<std::size_t> lineStartsOf(std::string_view text) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool isBreak =
        text[i] == '\n' || (text[i] == '\r' && !(i + 1 < text.size() && text[i + 1] == '\n'));
    if (isBreak) starts.push_back(i + 1);
  }
  return starts;
}

}  // namespace

SpecLines SpecLines::read(std::string text, const FieldDefinitions& fields) {
  std::vector<usda::SpecPlace> places;
  if (!usda::readPlaces(text, fields, places)) return {};
  SpecLines lines;
  for (const usda::SpecPlace& place : places) lines.offsets_.try_emplace(place.path, place.offset);
  lines.lineStarts_ = lineStartsOf(text);
  lines.text_ = std::move(text);
  return lines;
}

int SpecLines::lineAt(std::size_t offset) const {
  return static_cast<int>(std::ranges::upper_bound(lineStarts_, offset) - lineStarts_.begin());
}

int SpecLines::lineOf(Path spec) const {
  if (isEmpty()) return 0;
  if (spec.isRoot()) return 1;
  const auto found = offsets_.find(spec);
  return found == offsets_.end() ? 0 : lineAt(found->second);
}

int SpecLines::lineOf(Path spec, std::string_view part) const {
  if (isEmpty()) return 0;
  const auto found = offsets_.find(spec);
  if (found == offsets_.end() && !spec.isRoot()) return 0;
  const std::size_t start = spec.isRoot() ? 0 : found->second;
  const std::size_t at = part.empty() ? std::string::npos : find(part, start);
  return at == std::string::npos ? lineOf(spec) : lineAt(at);
}

void SpecLines::indexAssets() {
  assets_.clear();
  hasAssets_ = true;
  std::size_t begin = text_.find('@');
  while (begin != std::string::npos) {
    const std::size_t end = text_.find('@', begin + 1);
    if (end == std::string::npos) break;
    assets_.push_back({begin, end + 1 - begin});
    begin = end;
  }
  std::ranges::sort(assets_, [this](const Part& a, const Part& b) {
    return std::pair(textOf(a), a.offset) < std::pair(textOf(b), b.offset);
  });
}

// The offset of the first place of a text from a place on.
std::size_t SpecLines::find(std::string_view part, std::size_t start) const {
  const bool isIndexed =
      hasAssets_ && part.size() > 1 && part.find('@', 1) == part.size() - 1 && part.front() == '@';
  if (!isIndexed) return text_.find(part, start);
  const auto found = std::ranges::partition_point(assets_, [&](const Part& each) {
    return std::pair(textOf(each), each.offset) < std::pair(part, start);
  });
  return found != assets_.end() && textOf(*found) == part ? found->offset : std::string::npos;
}

}  // namespace usdscope
