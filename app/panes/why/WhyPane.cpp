// SPDX-License-Identifier: Apache-2.0
#include "app/panes/why/WhyPane.h"

#include "app/panes/why/WhyPage.h"
#include "app/session/ObserveSubject.h"
#include "engine/report/ValueText.h"

namespace usdscope {
namespace {

WhyTexts textsOf(const Explanation& explanation) {
  return {.sentence = QString::fromStdString(explanation.sentence),
          .value = QString::fromStdString(valueToText(explanation.value)),
          .steps = timePathLines(explanation),
          .opinions = opinionLines(explanation)};
}

}  // namespace

WhyPane::WhyPane(Session& session, QWidget* parent)
    : QScrollArea(parent), session_(session), page_(new WhyPage), task_(session, *this) {
  setWidget(page_);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  page_->setProperty("contextMenu", "layerRow");
  connect(page_, &WhyPage::opinionChosen, this, [this](const OpinionLine& line) {
    session_.inspectRow({line.identifier, line.specPath, line.layer, line.holds});
  });
  observeSubject(session_, this, [this] { refresh(); });
  observeTime(session_, this, [this](TimeCode) { refresh(); });
}

QString WhyPane::sentence() const { return page_->sentence(); }
QString WhyPane::value() const { return page_->value(); }

void WhyPane::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  page_->fit();
}

void WhyPane::refresh() {
  const Subject subject = session_.subject();
  if (!subject || subject.property.isEmpty()) {
    task_.cancel();
    return page_->showMessage(
        tr("Select an attribute in Properties to see where its value comes from, and why."));
  }
  const Attribute attribute = subject.prim.attribute(subject.property);
  if (!attribute) {
    task_.cancel();
    return page_->showMessage(tr("%1 is a relationship: it has targets instead of a value.")
                                  .arg(QString::fromStdString(subject.property.string())));
  }
  const TimeCode time = session_.playback.value().timeCode();
  task_.startFor(subject, [this, subject, attribute, time](const TaskRun&) -> LatestTask::Show {
    return [this, texts = textsOf(explain(attribute, time))] { page_->show(texts); };
  });
}

}  // namespace usdscope
