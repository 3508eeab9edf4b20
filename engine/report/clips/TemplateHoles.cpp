// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/TemplateHoles.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/layer/ClipKeys.h"
#include "engine/report/clips/LeftOutFiles.h"

namespace usdscope {
namespace {

// A part of a stride by which the last number of a template may miss its end.
constexpr double kTemplateRoundOff = 1e-6;

// Returns the number in the name of an existing file of a template.
double numberOfExisting(const ClipTemplate& named, const ClipSetDefinition& definition,
                        std::size_t index) {
  return (*definition.active)[index].x - named.activeOffset.value_or(0.0);
}

// Returns the index of the last file of a template.
double lastIndexOf(const ClipTemplate& named) {
  return std::floor((named.end - named.start) / named.stride + kTemplateRoundOff);
}

}  // namespace

std::optional<ClipTemplate> templateOf(const AuthoredClipSets::mapped_type& entries) {
  const auto read = [&](const char* key) -> std::optional<double> {
    const auto found = entries.find(key);
    const double* value = found == entries.end() ? nullptr : found->second.value.find<double>();
    return value ? std::optional(*value) : std::nullopt;
  };
  const auto named = entries.find(clip_keys::kTemplateAssetPath);
  const auto* path = named == entries.end() ? nullptr : named->second.value.find<std::string>();
  const auto start = read(clip_keys::kTemplateStartTime);
  const auto end = read(clip_keys::kTemplateEndTime);
  const auto stride = read(clip_keys::kTemplateStride);
  if (!path || !start || !end || !stride) return std::nullopt;
  return ClipTemplate{*path, *start, *end, *stride, read(clip_keys::kTemplateActiveOffset)};
}

std::string missingTemplateFile(const ClipTemplate& named, const ClipSetDefinition& definition,
                                double setTime, bool isBefore) {
  const double strides = (setTime - templateTime(named, 0)) / named.stride;
  const double last = lastIndexOf(named);
  if (!definition.assetPaths || !std::isfinite(strides) || !(last >= 0.0)) return {};
  const double place =
      isBefore ? std::ceil(strides - kTemplateRoundOff) - 1.0 : std::floor(strides);
  const double wanted = named.start + (std::clamp(place, 0.0, last) - 0.5) * named.stride;
  std::string file;
  const auto take = [&](const std::string& name) {
    file = name;
    return false;
  };
  // Only the name of this file is made: a template may name a million files.
  const auto skip = [&](double number) {
    if (number < wanted) return wanted;
    return file.empty() ? number : std::numeric_limits<double>::infinity();
  };
  ClipFault fault;
  if (!expandTemplate(named, take, fault, skip)) return {};
  const std::vector<std::string>& existing = *definition.assetPaths;
  return std::ranges::find(existing, file) == existing.end() ? file : std::string();
}

std::vector<TemplateHole> templateHoles(const ClipTemplate& named,
                                        const ClipSetDefinition& definition,
                                        LeftOutFiles& leftOut) {
  if (!definition.assetPaths || !definition.active) return {};
  const std::vector<std::string>& existing = *definition.assetPaths;
  if (definition.active->size() != existing.size()) return {};
  std::vector<TemplateHole> holes;
  std::vector<std::size_t> firstIndices;
  std::size_t next = 0;
  bool isInHole = false;
  double number = 0.0;
  const auto indexOf = [&](double at) {
    return std::size_t(std::llround((at - named.start) / named.stride));
  };
  const bool mayBeLeftOut = !leftOut.isEmpty();
  // Only the first name in a hole is made: a template may name a million files. In a capsule, a
  // hole ends where the files are missing for another reason.
  const auto skipHole = [&](double at) {
    number = at;
    if (!isInHole || mayBeLeftOut) return at;
    if (next >= existing.size()) return std::numeric_limits<double>::infinity();
    return numberOfExisting(named, definition, next) - named.stride / 2.0;
  };
  const auto endHole = [&](std::size_t index) {
    if (isInHole) holes.back().count = index - firstIndices.back();
  };
  const auto visit = [&](const std::string& file) {
    const bool exists = next < existing.size() && existing[next] == file;
    const bool isLeftOut =
        !exists && mayBeLeftOut && leftOut.contains(file, definition.layer->identifier());
    if (exists) {
      endHole(indexOf(number));
      ++next;
    } else if (!isInHole || isLeftOut != holes.back().isLeftOut) {
      endHole(indexOf(number));
      firstIndices.push_back(indexOf(number));
      holes.push_back({.firstFile = file, .hasClipBefore = next > 0, .isLeftOut = isLeftOut});
    }
    isInHole = !exists;
    return false;
  };
  ClipFault fault;
  if (!expandTemplate(named, visit, fault, skipHole)) return {};
  endHole(std::size_t(lastIndexOf(named)) + 1);
  for (std::size_t i = 0; i < holes.size(); ++i) {
    const std::size_t behind = firstIndices[i] + holes[i].count;
    holes[i].from = definition.stageFromSet(templateTime(named, firstIndices[i]));
    holes[i].to = definition.stageFromSet(templateTime(named, behind));
  }
  return holes;
}

}  // namespace usdscope
