// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/Inbetweens.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

constexpr std::string_view kInbetweens = "inbetweens:";

}  // namespace

std::vector<AuthoredInbetween> authoredInbetweens(const Prim& shape) {
  std::vector<AuthoredInbetween> inbetweens;
  for (const Token name : shape.authoredPropertyNames()) {
    if (!name.text().starts_with(kInbetweens) || name.text().ends_with(kInbetweenNormals)) continue;
    const Attribute attribute = shape.attribute(name);
    if (!attribute) continue;
    const Value metadata = attribute.metadata(skel::kWeight);
    const float* weight = metadata.find<float>();
    inbetweens.push_back({attribute, weight ? std::optional<float>(*weight) : std::nullopt});
  }
  return inbetweens;
}

std::string inbetweenProblem(float weight) {
  if (std::isfinite(weight) && !isSameWeight(weight, 0.0f) && !isSameWeight(weight, 1.0f))
    return {};
  return fmt::format("An in-between cannot lie at weight {}; it is ignored.", weight);
}

std::string twinInbetweensProblem(float weight) {
  return fmt::format(
      "Two in-betweens lie at weight {}: the earlier property applies below it, the later one "
      "above.",
      weight);
}

}  // namespace usdscope
