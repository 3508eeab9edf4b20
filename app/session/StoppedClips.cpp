// SPDX-License-Identifier: Apache-2.0
#include "app/session/StoppedClips.h"

#include "app/session/Session.h"
#include "app/session/edits/StageEditor.h"

namespace usdscope {

StoppedClips& StoppedClips::of(Session& session) {
  auto* const known = session.editor().findChild<StoppedClips*>();
  return known ? *known : *new StoppedClips(session.editor());
}

void StoppedClips::set(bool isReading, bool areLeft) {
  if (isReading == isReading_ && areLeft == areLeft_) return;
  isReading_ = isReading;
  areLeft_ = areLeft;
  Q_EMIT changed();
}

}  // namespace usdscope
