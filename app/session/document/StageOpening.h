// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/files/OpenOptions.h"
#include "app/session/edits/EditHistory.h"
#include "engine/scene/Scene.h"
#include "engine/search/TextRegex.h"
#include "engine/stage/Stage.h"

namespace usdscope {

class LayerCache;

/// Finds the layers to mute by their identifiers. Each expression matches any part of an
/// identifier, and distinguishes upper and lower case, as usdview's `--mute`.
class MutePatterns {
 public:
  explicit MutePatterns(std::span<const std::string> expressions);
  bool isEmpty() const { return regexes_.empty(); }
  bool matches(const std::string& identifier) const;

 private:
  std::vector<TextRegex> regexes_;
};

/// Changes the state with which a scene is opened: load rules and session layer. Reads the session
/// layer. Returns why this is impossible; empty on success.
std::string applyOptions(const OpenOptions& options, LayerCache& layers, StageState& state);

/// Like composeStage(), but first adds the layers that match to the muted layers of `request`.
/// Layers of the root layer stack are muted before they are read. Other layers are found by
/// composing, first without payloads and then with them.
StageResult composeMuting(StageRequest& request, const std::shared_ptr<LayerCache>& layers,
                          const MutePatterns& patterns, const std::stop_token& stop);

/// Returns a sentence for each wanted variant that has no effect, since the stage has no such prim,
/// variant set or variant.
std::vector<std::string> unknownVariants(const OpenOptions& options, const Stage& stage);

/// Returns the range of a stage if it does not depend on samples; empty if they must be read.
std::optional<TimeCodeRange> rangeWithoutSamples(const OpenOptions& options, const Stage& stage);

/// Changes a range as the options say.
void applyRange(const OpenOptions& options, TimeCodeRange& range);

/// Returns the time that is shown first: the wanted one, else `left`, the time that was shown last.
/// A wanted range moves `left` to its nearest end.
TimeCode firstTime(const OpenOptions& options, const TimeCodeRange& range, TimeCode left);

}  // namespace usdscope
