// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "engine/render/Renderer.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Says which pictures of a job lack a part of the scene because files are missing: clips that play
/// at the time of the picture, clips towards which values are interpolated then, and textures that
/// only a later picture needs. Textures that the first picture lacks are messages only, as missing
/// references are: the scene is then as its author finds it.
class MissingParts {
 public:
  /// Requires: `renderer` outlives it.
  MissingParts(std::shared_ptr<const Stage> stage, const Renderer& renderer);

  /// Notes the textures that the first picture of the whole job lacks. Requires: that picture was
  /// just drawn, and no other one before. For runs that do not begin with it; others need not call
  /// this.
  void takeFirst();
  /// Returns the status of the picture that was just drawn: kSuccess if it is complete, kFailure if
  /// it lacks something.
  int statusOf(TimeCode time);
  /// Returns the worst of these statuses.
  int worst() const { return worst_; }

 private:
  bool lacksClip(TimeCode time);
  bool lacksTexture();
  std::size_t lackedTextures() const;

  std::shared_ptr<const Stage> stage_;
  const Renderer& renderer_;
  std::optional<std::vector<std::shared_ptr<const ClipSet>>> sets_;  ///< Found when needed.
  std::optional<std::size_t> texturesOfFirst_;  ///< Problems with textures in the first picture.
  int worst_ = 0;
};

}  // namespace usdscope
