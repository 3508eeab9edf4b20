// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/Hash.h"
#include "engine/layer/LayerOffset.h"
#include "engine/layer/ListOp.h"
#include "engine/layer/Path.h"
#include "engine/value/Dictionary.h"

namespace usdscope {

/// An item of the `references` field. (AOUSD core specification 10.)
struct Reference {
  /// The authored path without `@`. Empty for an internal reference, whose target is in the same
  /// layer stack.
  std::string assetPath;
  Path primPath;  ///< Empty for the target layer's default prim.
  LayerOffset offset;
  Dictionary customData;

  bool isInternal() const { return assetPath.empty(); }
  bool operator==(const Reference&) const = default;
};

/// An item of the `payload` field.
struct Payload {
  std::string assetPath;
  Path primPath;
  LayerOffset offset;

  bool isInternal() const { return assetPath.empty(); }
  bool operator==(const Payload&) const = default;
};

/// The layer metadata `relocates`: sources and targets in authored order. An empty target removes
/// the prim.
using Relocates = std::vector<std::pair<Path, Path>>;

/// The field `variantSelection`: pairs of set and chosen variant, sorted by set.
using VariantSelections = std::vector<std::pair<std::string, std::string>>;

enum class Specifier : std::uint8_t { Def, Over, Class };
enum class Variability : std::uint8_t { Varying, Uniform };
enum class Permission : std::uint8_t { Public, Private };

}  // namespace usdscope

template <>
struct std::hash<usdscope::Reference> {
  std::size_t operator()(const usdscope::Reference& r) const noexcept {
    return usdscope::hashCombine(std::hash<std::string>{}(r.assetPath), r.primPath.index());
  }
};
template <>
struct std::hash<usdscope::Payload> {
  std::size_t operator()(const usdscope::Payload& p) const noexcept {
    return usdscope::hashCombine(std::hash<std::string>{}(p.assetPath), p.primPath.index());
  }
};
