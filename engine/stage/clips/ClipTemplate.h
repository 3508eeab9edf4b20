// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/math/Types.h"
#include "engine/stage/clips/ClipFault.h"

namespace usdscope {

/// A numbered sequence of clip files: `dir/name.###.usd`, or `dir/name.##.##.usd` with fractions of
/// frames.
struct ClipTemplate {
  std::string assetPath;
  double start = 0.0;
  double end = 0.0;
  double stride = 0.0;
  std::optional<double> activeOffset;
};

/// The explicit form of a template. Times are the numbers in the file names.
struct ClipSequence {
  std::vector<std::string> assetPaths;
  std::vector<glm::dvec2> active;
  std::vector<glm::dvec2> times;
};

/// The parts of a template's file names before and after the number, without the folder.
struct TemplateNameParts {
  std::string begin;
  std::string end;
};

/// Returns empty parts when the template has no number.
TemplateNameParts templateNameParts(const ClipTemplate& clipTemplate);

/// Returns the clips whose files exist, as `exists(assetPath)` reports. Does not ask about paths
/// that are longer than any file's. `nextNumber(number)` returns the first number, from this one
/// on, whose file may exist; files of the numbers before it are not asked about. If the template is
/// faulty, returns an empty optional and sets the kind and the faulty entry of `fault`.
std::optional<ClipSequence> expandTemplate(const ClipTemplate& clipTemplate,
                                           const std::function<bool(const std::string&)>& exists,
                                           ClipFault& fault,
                                           const std::function<double(double)>& nextNumber = {});

/// Returns the time at which the file of this index begins to play.
double templateTime(const ClipTemplate& clipTemplate, std::size_t index);

}  // namespace usdscope
