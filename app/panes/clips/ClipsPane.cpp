// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipsPane.h"

#include "app/panes/clips/ClipsView.h"

namespace usdscope {

ClipsPane::ClipsPane(Session& session, QWidget* parent)
    : QScrollArea(parent), session_(session), view_(new ClipsView(session)) {
  setWidget(view_);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  session_.document.observe(this, [this](const Document&) { refresh(); });
  session_.selection.observe(this, [this](const Selection&) { refresh(); });
  session_.playback.observe(this, [this](const PlaybackState&) { view_->update(); });
}

// What the metadata says at once, what the files say when they have been read.
void ClipsPane::refresh() {
  reader_ = {};
  ++generation_;
  const Document& document = session_.document.value();
  const Path path = session_.selection.value().leading();
  const Prim prim = document.isOpen() && !path.isEmpty() ? document.stage->primAt(path) : Prim();
  view_->showLanes(prim);
  if (prim) readClips(prim);
}

void ClipsPane::readClips(const Prim& prim) {
  std::size_t count = 0;
  for (const ClipLane& lane : view_->lanes()) count += lane.blocks.size();
  view_->showReport(reportClipsReaching(prim, false), count);
  if (count == 0) return;
  const auto read = [this, generation = generation_, prim,
                     stage = session_.document.value().stage](const std::stop_token& stop) {
    ClipsReport report = reportClipsReaching(prim, true, stop);
    if (stop.stop_requested()) return;
    QMetaObject::invokeMethod(
        this,
        [this, generation, report = std::move(report)] {
          if (generation == generation_) view_->showReport(report, 0);
        },
        Qt::QueuedConnection);
  };
  reader_ = std::jthread(read);
}

QString ClipsPane::sentence() const { return view_->sentence(); }

}  // namespace usdscope
