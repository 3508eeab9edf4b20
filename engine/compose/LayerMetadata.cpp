// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/detail/LayerMetadata.h"

#include <cmath>

namespace usdscope::detail {
namespace {

std::optional<double> numberOf(const Value& value) {
  if (const auto* number = value.find<double>()) return *number;
  if (const auto* number = value.find<float>()) return *number;
  if (const auto* number = value.find<std::int32_t>()) return *number;
  return std::nullopt;
}

}  // namespace

std::optional<double> authoredRate(const Layer& layer, Token name) {
  const std::optional<double> rate = numberOf(layer.pseudoRoot().field(name));
  if (!rate || *rate == 0.0 || !std::isfinite(*rate)) return std::nullopt;
  return rate;
}

std::optional<std::string> authoredText(const Layer& layer, Token name) {
  const Value value = layer.pseudoRoot().field(name);
  const auto* text = value.find<std::string>();
  return text ? std::optional(*text) : std::nullopt;
}

Path defaultPrimPath(const Layer& layer) {
  const Value value = layer.pseudoRoot().field(fields::kDefaultPrim);
  const auto* name = value.find<Token>();
  if (!name || name->isEmpty()) return {};
  const Path path = Path::fromText(name->text(), Path::root());
  return path.isPrim() ? path : Path();
}

}  // namespace usdscope::detail
