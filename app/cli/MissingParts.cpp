// SPDX-License-Identifier: Apache-2.0
#include "app/cli/MissingParts.h"

#include <algorithm>
#include <utility>

#include "app/cli/Verb.h"
#include "engine/render/GpuMaterials.h"
#include "engine/report/clips/ClipLanes.h"
#include "engine/report/clips/MissingClips.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

std::vector<std::shared_ptr<const ClipSet>> allClipSets(const Stage& stage) {
  std::vector<std::shared_ptr<const ClipSet>> sets;
  for (const ClipLane& lane : clipLanesOf(stage)) {
    sets.push_back((*stage.clipSets(stage.primAt(lane.prim)))[lane.number]);
  }
  return sets;
}

}  // namespace

MissingParts::MissingParts(std::shared_ptr<const Stage> stage, const Renderer& renderer)
    : stage_(std::move(stage)), renderer_(renderer) {}

void MissingParts::takeFirst() { texturesOfFirst_ = lackedTextures(); }

int MissingParts::statusOf(TimeCode time) {
  const bool noTexture = lacksTexture();
  const bool noClip = lacksClip(time);
  const int status = noTexture || noClip ? kFailure : kSuccess;
  worst_ = std::max(worst_, status);
  return status;
}

// A file that was not found is not looked for again, so that the answer is that of the picture.
bool MissingParts::lacksClip(TimeCode time) {
  // Looking for the sets is not for scenes without problems.
  if (time.isDefault() || !stage_->clipDiagnostics().hasErrors()) return false;
  if (!sets_) sets_ = allClipSets(*stage_);
  return std::ranges::any_of(*sets_, [&](const auto& set) {
    return lacksClipFile(*set, time.time(), stage_->request().interpolation);
  });
}

// The renderer does not say which pictures use a texture: all pictures count from the first one on
// that lacks it.
bool MissingParts::lacksTexture() {
  const std::size_t count = lackedTextures();
  if (!texturesOfFirst_) texturesOfFirst_ = count;
  return count > *texturesOfFirst_;
}

std::size_t MissingParts::lackedTextures() const {
  const auto isTexture = [](const Diagnostic& each) { return each.code == kUnreadableTexture; };
  return std::size_t(std::ranges::count_if(renderer_.diagnostics().entries(), isTexture));
}

}  // namespace usdscope
