// SPDX-License-Identifier: Apache-2.0
#include "app/actions/RunningWork.h"

#include "app/session/StoppedClips.h"
#include "app/session/edits/LayerSaver.h"
#include "app/session/playback/Transport.h"
#include "app/session/problems/MotionFinder.h"
#include "app/session/problems/ProblemFinder.h"

namespace usdscope {

RunningWork runningWork(const ActionContext& context) {
  Session& session = context.session;
  if (session.loading.value().isLoading()) return RunningWork::Loading;
  if (session.saver().state.value().canCancel) return RunningWork::Saving;
  if (context.window.isCapturing()) return RunningWork::Capture;
  if (session.transport().motion().isSearching()) return RunningWork::Motion;
  if (StoppedClips::of(session).isReading()) return RunningWork::Clips;
  if (session.problemFinder().isCheckingClips()) return RunningWork::ClipCheck;
  return RunningWork::None;
}

void cancelRunningWork(const ActionContext& context) {
  Session& session = context.session;
  switch (runningWork(context)) {
    case RunningWork::None:
      return;
    case RunningWork::Loading:
      return session.cancelLoading();
    case RunningWork::Saving:
      return session.saver().cancel();
    case RunningWork::Capture:
      return context.window.cancelCapture();
    case RunningWork::Motion:
      return session.transport().motion().clear();
    case RunningWork::Clips:
      return StoppedClips::of(session).stop();
    case RunningWork::ClipCheck:
      return session.problemFinder().stopClips();
  }
}

}  // namespace usdscope
