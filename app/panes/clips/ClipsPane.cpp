// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipsPane.h"

#include "app/panes/clips/ClipsView.h"
#include "app/session/ObserveSubject.h"

namespace usdscope {

ClipsPane::ClipsPane(Session& session, QWidget* parent)
    : QScrollArea(parent), session_(session), view_(new ClipsView(session)), task_(session, *this) {
  setWidget(view_);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  observeSubject(session_, this, [this] { refresh(); });
  session_.playback.observe(this, [this](const PlaybackState&) { view_->update(); });
}

void ClipsPane::refresh() {
  Subject subject = session_.subject();
  subject.property = {};
  if (subject && subject == wanted_) return;
  wanted_ = subject;
  if (!subject) {
    task_.cancel();
    return view_->showLanes({}, {});
  }
  task_.startFor(subject, [this, subject](const TaskRun& run) -> LatestTask::Show {
    const std::vector<ClipLane> lanes = clipLanes(subject.prim);
    std::size_t count = 0;
    for (const ClipLane& lane : lanes) count += lane.blocks.size();
    run.post(
        [this, subject, lanes, count, report = reportClipsReaching(subject.prim, false, run.stop)] {
          view_->showLanes(subject, lanes);
          view_->showReport(report, count);
        });
    if (count == 0) return {};
    return [this, report = reportClipsReaching(subject.prim, true, run.stop)] {
      view_->showReport(report, 0);
    };
  });
}

QString ClipsPane::sentence() const { return view_->sentence(); }

}  // namespace usdscope
