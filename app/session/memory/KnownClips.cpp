// SPDX-License-Identifier: Apache-2.0
#include "app/session/memory/KnownClips.h"

#include <utility>

#include "app/session/Session.h"
#include "app/session/edits/StageEditor.h"
#include "app/session/memory/ClipBudget.h"
#include "app/session/tasks/FreeInBackground.h"

namespace usdscope {
namespace {

constexpr std::size_t kKnownClipsShare = 8;

}  // namespace

KnownClips& KnownClips::of(Session& session) {
  auto* const known = session.editor().findChild<KnownClips*>();
  return known ? *known : *new KnownClips(session);
}

KnownClips::KnownClips(Session& session) : QObject(&session.editor()), session_(session) {
  forget();
  connect(&ClipBudget::of(session), &ClipBudget::changed, this, &KnownClips::forget);
  session_.document.observe(this, [this](const Document&) { store(); });
}

void KnownClips::forget() {
  store_ = freedInBackground(
      std::make_shared<ClipContentsStore>(ClipBudget::of(session_).byteSize() / kKnownClipsShare));
}

// One scene may give way to another without being closed. Others may ask before this object hears
// of it.
const std::shared_ptr<ClipContentsStore>& KnownClips::store() {
  const std::string& file = session_.document.value().file;
  if (std::exchange(file_, file) != file) forget();
  return store_;
}

}  // namespace usdscope
