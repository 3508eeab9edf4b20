// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipFixButton.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/session/Session.h"
#include "app/session/tasks/QuietWorkers.h"
#include "app/theme/LongText.h"
#include "app/theme/Theme.h"
#include "engine/report/clips/ClipFixes.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostTried = 8;
constexpr int kMostNameWidth = 160;  // Pixels at the usual scale; the tip has the whole name.

// Findings of one set with the same kind of correction have the same one.
bool isSameFix(const ClipFinding& a, const ClipFinding& b) {
  return a.prim == b.prim && a.set == b.set && clipFixName(a.id) == clipFixName(b.id);
}

// Returns the first finding of each set and correction that may be possible.
std::vector<ClipFinding> firstFixable(const std::vector<ClipFinding>& findings) {
  std::vector<ClipFinding> first;
  for (const ClipFinding& finding : findings) {
    if (finding.severity == Severity::Note || clipFixName(finding.id).empty()) continue;
    const bool isKnown = std::ranges::any_of(
        first, [&](const ClipFinding& other) { return isSameFix(finding, other); });
    if (isKnown) continue;
    first.push_back(finding);
    if (first.size() == kMostTried) break;
  }
  return first;
}

}  // namespace

ClipFixButton::ClipFixButton(Session& session, QWidget& pane)
    : session_(session), task_(session, pane) {
  setObjectName("fixClips");
  connect(this, &QToolButton::clicked, this, [this] {
    session_.perform("fixClips", {offered_.prim.text(), offered_.set, offered_.id});
  });
  hide();
}

void ClipFixButton::offer(const std::vector<ClipFinding>& findings, const ClipFinding* chosen) {
  const auto stage = session_.document.value().stage;
  const bool isChosen = chosen != nullptr;
  std::vector<ClipFinding> wanted;
  if (stage) wanted = isChosen ? std::vector<ClipFinding>{*chosen} : firstFixable(findings);
  if (wanted.empty()) {
    task_.cancel();
    wanted_.clear();
    return hide();
  }
  const bool isSame = isChosen == isChosen_ && wantedOn_.lock() == stage &&
                      std::ranges::equal(wanted, wanted_, isSameFix);
  if (isSame) return;
  wanted_ = wanted;
  wantedOn_ = stage;
  isChosen_ = isChosen;
  hide();
  task_.start(
      [this, stage, isChosen, wanted = std::move(wanted)](const TaskRun& run) -> LatestTask::Show {
        makeThreadIdle();
        for (const ClipFinding& finding : wanted) {
          const ClipFixResult found = findClipFix(*stage, finding, run.stop);
          if (run.stop.stop_requested()) return {};
          if (!found.fix && !isChosen) continue;
          return [this, finding, refusal = found.refusal] { show(finding, refusal); };
        }
        return {};
      });
}

void ClipFixButton::show(const ClipFinding& finding, const std::string& refusal) {
  offered_ = finding;
  const std::string_view name = clipFixName(finding.id);
  const QString set = QString::fromStdString(finding.set);
  setText(tr("%1 of %2")
              .arg(QString::fromUtf8(name.data(), qsizetype(name.size())),
                   fontMetrics().elidedText(set, Qt::ElideMiddle, theme::px(kMostNameWidth))));
  setEnabled(refusal.empty());
  setToolTip(
      wrapTip(refusal.empty()
                  ? tr("Corrects the finding of %1 in the edit target; undo takes it back").arg(set)
                  : tr("Not possible: %1").arg(QString::fromStdString(refusal))));
  setVisible(true);
}

}  // namespace usdscope
