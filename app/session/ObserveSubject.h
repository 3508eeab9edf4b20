// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "app/session/Session.h"

namespace usdscope {

/// Calls `react` now, and whenever another document is open or the selection changes, until
/// `receiver` dies.
template <typename React>
void observeSubject(const Session& session, const QObject* receiver, React react) {
  session.document.observe(receiver, [react](const Document&) { react(); });
  session.selection.observe(receiver, [react](const Selection&) { react(); });
}

/// Calls `react` with the time of the playhead now, and whenever it moves, until `receiver` dies.
template <typename React>
void observeTime(const Session& session, const QObject* receiver, React react) {
  session.playback.observe(
      receiver, [react, last = std::optional<double>()](const PlaybackState& state) mutable {
        if (last == state.time) return;
        last = state.time;
        react(state.time);
      });
}

}  // namespace usdscope
