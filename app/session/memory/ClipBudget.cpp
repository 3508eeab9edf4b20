// SPDX-License-Identifier: Apache-2.0
#include "app/session/memory/ClipBudget.h"

#include <QSettings>
#include <algorithm>

#include "app/session/Session.h"
#include "app/session/edits/StageEditor.h"

namespace usdscope {
namespace {

constexpr const char* kBudgetKey = "clips/budget";

int limitedBudget(int value) { return std::clamp(value, kLeastClipMemory, kMostClipMemory); }

}  // namespace

ClipBudget& ClipBudget::of(Session& session) {
  auto* const known = session.editor().findChild<ClipBudget*>();
  return known ? *known : *new ClipBudget(session.editor());
}

// checkSettings() has checked the settings.
ClipBudget::ClipBudget(QObject& parent) : QObject(&parent) {
  mebibytes_ = limitedBudget(QSettings().value(kBudgetKey, kUsualClipMemory).toInt());
}

void ClipBudget::set(int value) {
  inThisRun_.reset();
  const int limited = limitedBudget(value);
  if (limited == mebibytes_) return;
  QSettings().setValue(kBudgetKey, limited);
  mebibytes_ = limited;
  Q_EMIT changed();
}

std::size_t ClipBudget::byteSize() const {
  constexpr double kMebibyte = 1024.0 * 1024.0;
  return std::size_t(inThisRun_.value_or(mebibytes_) * kMebibyte);
}

}  // namespace usdscope
