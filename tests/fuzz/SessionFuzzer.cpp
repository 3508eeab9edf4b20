// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "app/files/Capsule.h"
#include "app/session/memory/RememberedScene.h"
#include "app/session/playback/PlaybackState.h"
#include "tests/fuzz/MemoryBound.h"

namespace {

void require(bool isTrue, const char* what) {
  if (isTrue) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

// A scene may have been changed since it was left, so any range must fit any range of the scene.
void apply(const usdscope::RememberedScene& scene, double start, double end) {
  usdscope::PlaybackState state;
  state.start = state.playStart = start;
  state.end = state.playEnd = end;
  state.rangeSource = usdscope::PlaybackState::RangeSource::Authored;
  scene.applyTo(state);
  require(state.start <= state.playStart && state.playStart <= state.playEnd &&
              state.playEnd <= state.end,
          "The play range is not in the range");
  require(state.speed > 0.0 && state.stepsPerFrame >= 0, "The speed or the steps are negative");
  const double from = state.playStart;
  const double to = state.playEnd;
  if (state.time < from || state.time > to) state.time = from;
  for (const double next : {usdscope::nextPlace(state).time, usdscope::stepped(state, 1),
                            usdscope::placeAfter(state, state.time, 1.0).time}) {
    require(next >= from && next <= to, "The playhead leaves the play range");
  }
  require(usdscope::framesOf(state, 100).size() <= 102, "There are too many frames");
}

}  // namespace

// The entry point of the fuzzer: a file that says how a scene was left, or how a capsule is shown.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const usdscope::MemoryBound bound(size);
  const auto read = usdscope::rememberedSceneFromText(text);
  require(read.scene.has_value() == read.problem.empty(), "There is neither a scene nor a problem");
  if (read.scene) {
    apply(*read.scene, 0.0, 0.0);
    apply(*read.scene, 1.0, 24.0);
    const std::string written = usdscope::rememberedSceneToText(*read.scene);
    const auto again = usdscope::rememberedSceneFromText(written);
    require(again.scene.has_value(), "A written scene cannot be read");
    require(usdscope::rememberedSceneToText(*again.scene) == written,
            "A scene changes when it is written and read");
  }
  if (const auto view = usdscope::capsuleViewFromText(text)) {
    require(usdscope::capsuleViewFromText(usdscope::capsuleViewToText(*view)).has_value(),
            "The written view of a capsule cannot be read");
  }
  return 0;
}
