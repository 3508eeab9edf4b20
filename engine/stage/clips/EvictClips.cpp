// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/EvictClips.h"

#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSetCache.h"
#include "engine/stage/detail/StageRows.h"

namespace usdscope {

std::size_t evictClips(const Stage& stage) {
  const ClipSetCache& clips = *stage.rows().clips;
  const std::size_t before = clips.residentByteSize();
  clips.setByteBudget(0);
  const std::size_t after = clips.residentByteSize();
  clips.setByteBudget(stage.request().clipByteBudget);
  return before > after ? before - after : 0;
}

std::vector<std::shared_ptr<const Layer>> evictClip(const Stage& stage, const std::string& file) {
  return stage.rows().clips->evict(file);
}

}  // namespace usdscope
