// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/session/edits/EditHistory.h"
#include "engine/base/Diagnostics.h"
#include "engine/format/LayerCache.h"
#include "engine/scene/SceneExtractor.h"
#include "engine/stage/recompose/StageHistory.h"

namespace usdscope {

struct OpenOptions;
struct RecalledScene;

/// The open file: its stage, and the extractor that makes its scenes. Two documents are equal if
/// they share these objects.
struct Document {
  std::string file;  ///< The path that the user entered; empty if no file is open.
  std::shared_ptr<LayerCache> layers;
  std::shared_ptr<const Stage> stage;
  /// The stage's versions, for edits. Only DocumentLoader uses it.
  std::shared_ptr<StageHistory> history;
  /// The edits that the stage has. If layers were read again, they stand on the new versions.
  EditHistory edits;
  std::shared_ptr<SceneExtractor> extractor;
  TimeCode firstTime;   ///< The time of the first scene.
  TimeCodeRange range;  ///< The time range in which something is animated.
  /// The prims that differ from the document before; null if everything was composed.
  std::shared_ptr<const StageChanges> changes;
  /// The facts that were remembered about the scene; null if nothing was asked for.
  std::shared_ptr<const RecalledScene> recalled;
  /// How the user wanted the scene to be opened; null if nothing was asked for.
  std::shared_ptr<const OpenOptions> options;
  std::shared_ptr<const Diagnostics>
      diagnostics;  ///< Problems of reading and composing; null if there are none.
  /// The files that have changed and cannot be read any more, so that the version before is shown.
  /// `diagnostics` has these problems, too.
  std::shared_ptr<const Diagnostics> outdated;
  std::uint64_t reading = 0;  ///< The FilesToRead::id that the document fulfils; 0 if none.

  bool isOpen() const { return stage != nullptr; }
  bool operator==(const Document& other) const {
    return file == other.file && stage == other.stage && extractor == other.extractor &&
           diagnostics == other.diagnostics;
  }
};

/// The progress of loading a file.
struct LoadState {
  enum class Phase { Idle, Composing, Extracting, Failed };
  Phase phase = Phase::Idle;
  std::string file;
  std::string message;         ///< A sentence that says why loading failed.
  std::size_t layerCount = 0;  ///< Number of layers read so far.
  std::string layer;           ///< Identifier of the layer that is being read.
  int seconds = 0;             ///< Since loading began.

  bool isLoading() const { return phase == Phase::Composing || phase == Phase::Extracting; }
  bool operator==(const LoadState&) const = default;
};

}  // namespace usdscope
