// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/KeyScrub.h"

#include <QAction>
#include <QKeySequence>
#include <QWidget>
#include <algorithm>
#include <cmath>

#include "app/session/playback/FrameText.h"

namespace usdscope {

KeyScrub::KeyScrub(Session& session, QWidget& viewport)
    : session_(session), viewport_(viewport), keys_(viewport, {Qt::Key_K}, [&session, &viewport] {
        return viewport.underMouse() && session.playback.value().isAnimated();
      }) {
  connect(&keys_, &HeldKeys::pressed, this, &KeyScrub::pause);
  connect(&keys_, &HeldKeys::released, this, &KeyScrub::resume);
}

void KeyScrub::pause() {
  hasScrubbed_ = false;
  session_.perform("holdPlayhead");
  viewport_.setCursor(Qt::SizeHorCursor);
}

void KeyScrub::resume() {
  viewport_.unsetCursor();
  session_.perform("releasePlayhead");
  if (hasScrubbed_) return;
  // Without a drag, the key is a shortcut as it is elsewhere in the window.
  for (QAction* action : viewport_.window()->actions()) {
    if (action->shortcuts().contains(QKeySequence(Qt::Key_K))) return action->trigger();
  }
}

void KeyScrub::begin(double x) {
  hasScrubbed_ = true;
  begunX_ = x;
  begunTime_ = session_.playback.value().time;
  begunAt_ = session_.playback.value().wantedTime();
}

void KeyScrub::takeBack() { session_.perform("frame", {argumentOf(begunAt_)}); }

void KeyScrub::dragTo(double x, Qt::KeyboardModifiers modifiers) {
  const PlaybackState& state = session_.playback.value();
  const double range = state.playEnd - state.playStart;
  if (!(range > 0.0)) return;
  double time = begunTime_ + (x - begunX_) / std::max(viewport_.width(), 1) * range;
  if (!(modifiers & Qt::AltModifier)) {
    const double frame = state.timeCodesPerFrame();
    time = state.start + std::round((time - state.start) / frame) * frame;
  }
  time = std::clamp(time, state.playStart, state.playEnd);
  session_.perform("frame", {argumentOf(TimeCode(time))});
}

}  // namespace usdscope
