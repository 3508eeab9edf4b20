// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

#include "engine/math/Types.h"
#include "engine/stage/resolve/ResolveInfo.h"

namespace usdscope {

class Layer;
class Prim;
class Stage;

inline constexpr glm::vec3 kNoValueColor(0.28f, 0.285f, 0.305f);
inline constexpr glm::vec3 kFallbackColor(0.55f, 0.55f, 0.57f);
/// colorOfClip() repeats after this number of clips.
inline constexpr std::size_t kClipColorCount = 20;
/// Returns the colour of a layer by its position among the layers of the stage. Neighbours differ
/// in hue and in brightness.
const glm::vec3& colorOfLayer(std::size_t position);
/// Returns the colour of a clip by its index in its clip set. Neighbours differ clearly, also for
/// colour-blind people.
const glm::vec3& colorOfClip(std::size_t index);

/// A layer or clip that supplies values, with a colour. Clips of several sets may have equal ones;
/// LegendColors has those that are shown.
struct SupplierColor {
  /// The identifier of the file, see clipIdentifier(); "fallback", or empty without a value.
  std::string id;
  std::string name;       ///< The name of the file.
  glm::vec3 color{0.0f};  ///< Display values.
};

/// The colours of the layers and clips of a stage. Clips are violet and pink, layers have all other
/// hues; a clip keeps its colour over time. Thread-safe. Valid while the stage lives.
class SupplierColors {
 public:
  explicit SupplierColors(const Stage& stage);

  /// `prim` has the value.
  SupplierColor of(const Prim& prim, const ResolveInfo& info);
  /// Returns the colour of a layer.
  glm::vec3 ofLayer(const Layer* layer) const;

 private:
  const std::string& identifierOf(const Prim& prim, const ClipUse& use);

  const Stage* stage_;
  /// Positions among the layers of the stage.
  std::unordered_map<const Layer*, std::size_t> layers_;
  std::mutex mutex_;
  /// The identifiers of clips by the layer of their set and their authored path: looking for a file
  /// takes long. Guarded by mutex_.
  std::unordered_map<const Layer*, std::unordered_map<std::string, std::string>> identifiers_;
};

}  // namespace usdscope
