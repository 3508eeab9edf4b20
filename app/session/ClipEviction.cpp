// SPDX-License-Identifier: Apache-2.0
#include "app/session/ClipEviction.h"

#include <memory>
#include <utility>
#include <vector>

#include "app/session/Inspection.h"
#include "app/session/Session.h"
#include "app/session/tasks/FreeInBackground.h"
#include "engine/layer/Layer.h"
#include "engine/stage/clips/EvictClips.h"

namespace usdscope {

std::string evictClip(Session& session, const std::string& file) {
  const auto& stage = session.document.value().stage;
  if (!stage) return "Nothing is open.";
  std::vector<std::shared_ptr<const Layer>> layers = usdscope::evictClip(*stage, file);
  if (layers.empty()) return "The clip " + file + " is not in memory, or is a layer of the scene.";
  for (auto& layer : layers) freeInBackground(std::move(layer));
  Q_EMIT session.inspection().clipsMoved();
  return {};
}

}  // namespace usdscope
