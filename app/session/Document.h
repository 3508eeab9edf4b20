// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "engine/base/Diagnostics.h"
#include "engine/format/LayerCache.h"
#include "engine/scene/SceneExtractor.h"
#include "engine/stage/recompose/StageHistory.h"

namespace usdscope {

/// The open file: its stage, and the extractor that makes scenes of it. A value; compares by
/// identity.
struct Document {
  std::string file;  ///< As the user named it; empty: nothing is open.
  std::shared_ptr<LayerCache> layers;
  std::shared_ptr<const Stage> stage;
  std::shared_ptr<StageHistory> history;  ///< For edits; used by DocumentLoader only.
  std::shared_ptr<SceneExtractor> extractor;
  TimeCodeRange range;  ///< In which something is animated.
  std::shared_ptr<const Diagnostics>
      diagnostics;  ///< Problems of reading and composing. Null: none.

  bool isOpen() const { return stage != nullptr; }
  bool operator==(const Document& other) const {
    return file == other.file && stage == other.stage && extractor == other.extractor &&
           diagnostics == other.diagnostics;
  }
};

/// How far loading a file has got.
struct LoadState {
  enum class Phase { Idle, Composing, Extracting, Failed };
  Phase phase = Phase::Idle;
  std::string file;
  std::string message;         ///< Why loading failed, one sentence.
  std::size_t layerCount = 0;  ///< Layers that have been read so far.

  bool isLoading() const { return phase == Phase::Composing || phase == Phase::Extracting; }
  bool operator==(const LoadState&) const = default;
};

}  // namespace usdscope
