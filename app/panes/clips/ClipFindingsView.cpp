// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipFindingsView.h"

#include <QResizeEvent>
#include <algorithm>
#include <functional>

#include "app/theme/Icons.h"
#include "app/theme/LongText.h"
#include "app/theme/ShortNames.h"
#include "engine/report/text/LayerNames.h"

namespace usdscope {
namespace {

constexpr int kMostShownRows = 3;  // More are reached by scrolling.
constexpr int kShareOfPane = 5;    // The pane is so many times as high as the list, or higher.
constexpr std::size_t kMostItems = 500;

const char* iconOf(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      return "note";
  }
  return "note";
}

}  // namespace

ClipFindingsView::ClipFindingsView(QWidget* parent) : QListWidget(parent) {
  setObjectName("clipFindings");
  setAccessibleName(tr("Findings in the clips"));
  setProperty("contextMenu", "clipFinding");
  setWordWrap(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  const auto tell = [this](const QListWidgetItem* item) {
    Q_EMIT wanted(findings_[std::size_t(row(item))]);
  };
  connect(this, &QListWidget::itemClicked, this, tell);
  connect(this, &QListWidget::itemActivated, this, tell);
}

void ClipFindingsView::showNothing() {
  clear();
  findings_.clear();
  updateGeometry();
}

void ClipFindingsView::show(const Stage& stage, std::vector<ClipFinding> findings, Names names) {
  clear();
  findings_ = std::move(findings);
  // The worst ones are seen without scrolling.
  std::ranges::stable_sort(findings_, std::ranges::greater{}, &ClipFinding::severity);
  const LayerNames layers(*stage.rootLayer(), stage.sessionLayer().get());
  for (std::size_t i = 0; i < std::min(findings_.size(), kMostItems); ++i) {
    const ClipFinding& finding = findings_[i];
    ClipFinding named = finding;
    named.file = layers.file(finding.file);
    QString text = QString::fromStdString(findingText(named)).remove('`');
    QString before;
    if (names == Names::PrimAndSet) before = QString::fromStdString(finding.prim.text());
    if (names != Names::None && !finding.set.empty()) {
      before += (before.isEmpty() ? "" : " ") + QString::fromStdString(finding.set);
    }
    if (!before.isEmpty()) text = before + QStringLiteral(": ") + text;
    auto* item =
        new QListWidgetItem(theme::icon(iconOf(finding.severity)), withShortNames(text), this);
    item->setToolTip(wrapTip(QString::fromStdString(finding.prim.text()) + "\n" + text));
  }
  if (findings_.size() > kMostItems) {
    auto* const rest = new QListWidgetItem(
        tr("%L1 more, which the pane Problems lists").arg(findings_.size() - kMostItems), this);
    rest->setFlags(Qt::NoItemFlags);
  }
  setVisible(!findings_.empty());
  updateGeometry();
}

int ClipFindingsView::heightOf(int rows) const {
  int height = 2 * frameWidth() + 4;
  for (int i = 0; i < std::min(count(), rows); ++i) height += std::max(sizeHintForRow(i), 20);
  return height;
}

QSize ClipFindingsView::sizeHint() const {
  // In a low pane the pages need the room.
  const int room = parentWidget() ? parentWidget()->height() / kShareOfPane : QWIDGETSIZE_MAX;
  return {200, std::clamp(room, heightOf(1), std::max(heightOf(1), heightOf(kMostShownRows)))};
}

QSize ClipFindingsView::minimumSizeHint() const { return {0, heightOf(1)}; }

// Texts wrap at another place.
void ClipFindingsView::resizeEvent(QResizeEvent* event) {
  QListWidget::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) updateGeometry();
}

}  // namespace usdscope
