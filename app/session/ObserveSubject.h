// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include "app/session/Session.h"
#include "app/session/memory/Preferences.h"

namespace usdscope {

/// Calls `react` now, and whenever another document is open or the selection changes, until
/// `receiver` dies.
template <typename React>
void observeSubject(const Session& session, const QObject* receiver, React react) {
  session.document.observe(receiver, [react](const Document&) { react(); });
  session.selection.observe(receiver, [react](const Selection&) { react(); });
}

/// Calls `react` whenever texts get other colours or sizes, until `receiver` dies.
template <typename React>
void observeColors(const Session& session, const QObject* receiver, React react) {
  session.view.observe(
      receiver, [react, last = session.view.value().safeColors](const ViewSettings& view) mutable {
        if (std::exchange(last, view.safeColors) != view.safeColors) react();
      });
  session.preferences().values.observe(
      receiver,
      [react, last = session.preferences().values.value()](const PreferenceValues& values) mutable {
        const bool isSame = values.isLight == last.isLight && values.fontSize == last.fontSize &&
                            values.uiScale == last.uiScale;
        last = values;
        if (!isSame) react();
      });
}

/// Calls `react` with the time of the playhead now, and whenever it moves, until `receiver` dies.
template <typename React>
void observeTime(const Session& session, const QObject* receiver, React react) {
  session.playback.observe(
      receiver, [react, last = std::optional<TimeCode>()](const PlaybackState& state) mutable {
        if (last == state.timeCode()) return;
        last = state.timeCode();
        react(state.timeCode());
      });
}

}  // namespace usdscope
