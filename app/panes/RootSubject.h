// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/Session.h"

namespace usdscope {

/// Returns the subject of a session. If nothing is selected, the subject is the root, as in
/// usdview; empty only if no scene is open.
inline Subject subjectOrRoot(const Session& session) {
  Subject subject = session.subject();
  const auto& stage = session.document.value().stage;
  if (!subject && stage) subject = {stage, stage->pseudoRoot(), {}};
  return subject;
}

}  // namespace usdscope
