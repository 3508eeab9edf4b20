// SPDX-License-Identifier: Apache-2.0
#include "app/panes/skel/SkinningCheckView.h"

#include <QEvent>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLocale>
#include <QTableView>
#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/session/Session.h"
#include "app/theme/Theme.h"
#include "app/widgets/PaneParts.h"

namespace usdscope {
namespace {

// The share of the character's size that single precision may lose.
constexpr double kSoundShare = 1e-5;
constexpr std::size_t kMostRanges = 24;

QString numberText(double value, int digits = 3) { return QString::number(value, 'g', digits); }

QString groupedText(std::size_t count) {
  return QLocale(QLocale::English).toString(qulonglong(count));
}

QString pathText(Path path) {
  return "<b>" + QString::fromStdString(path.text()).toHtmlEscaped() + "</b>";
}

QString coloured(const QString& html, const QColor& color) {
  return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(color.name(), html);
}

double shareOf(double error, double size) { return size > 0.0 ? error / size : error; }

QString frameSentence(const SkinningCheckState& state) {
  if (!state.frame) {
    return state.isRunning ? SkinningCheckView::tr("Checking …")
                           : SkinningCheckView::tr("Another frame is shown now; check again.");
  }
  const SkinCheck& check = *state.frame;
  const QString where =
      SkinningCheckView::tr("Frame %1, skinned on the %2.")
          .arg(numberText(state.time, 9), QString::fromStdString(state.skinnedOn).toHtmlEscaped());
  if (check.pointCount() == 0) {
    return SkinningCheckView::tr("The picture has no skinned points.") + " " + where;
  }
  const double share = shareOf(check.largest(), check.characterSize);
  const bool isSound = share <= kSoundShare;
  const QString verdict =
      isSound ? SkinningCheckView::tr("The drawn points are accurate.")
              : SkinningCheckView::tr("The drawn points are not where they should be.");
  return "<b>" + (isSound ? verdict : coloured("! " + verdict, theme::kError)) + "</b> " +
         SkinningCheckView::tr("Largest error %1, %2 of the character's size %3, at %4 points. ")
             .arg(numberText(check.largest()), numberText(share), numberText(check.characterSize),
                  groupedText(check.pointCount())) +
         where;
}

QString extentSentence(const ExtentCheck& check) {
  if (check.outside.empty()) {
    return SkinningCheckView::tr("All points stay in the extent of %1 at %2 frames.")
        .arg(pathText(check.prim), groupedText(check.timeCount));
  }
  const QString sentence =
      SkinningCheckView::tr(
          "Points are outside the extent of %1 at %2 of %3 frames: %4. The farthest by "
          "%5, %6 % of its size, at frame %7.")
          .arg(pathText(check.prim), groupedText(check.outside.size()),
               groupedText(check.timeCount), frameRanges(check.outside), numberText(check.farthest),
               numberText(100.0 * shareOf(check.farthest, check.extentSize), 2))
          .arg(numberText(check.farthestTime, 9));
  return coloured("<b>!</b> ", theme::kWarning) + sentence;
}

QString extentSentences(const SkinningCheckState& state) {
  if (!state.extents) return {};
  if (state.timeCount == 0) return "<p>" + SkinningCheckView::tr("Nothing is animated.") + "</p>";
  if (state.extents->empty()) {
    return "<p>" +
           SkinningCheckView::tr(
               "No extent is authored, neither on the SkelRoot nor on the skinned prims.") +
           "</p>";
  }
  QString html;
  for (const ExtentCheck& check : *state.extents) html += "<p>" + extentSentence(check) + "</p>";
  return html;
}

}  // namespace

QString frameRanges(const std::vector<double>& frames) {
  QStringList ranges;
  for (std::size_t i = 0; i < frames.size();) {
    std::size_t last = i;
    while (last + 1 < frames.size() && frames[last + 1] - frames[last] <= 1.0) ++last;
    if (std::size_t(ranges.size()) == kMostRanges) {
      ranges << QStringLiteral("…");
      break;
    }
    const QString first = numberText(frames[i], 9);
    ranges << (last == i ? first : first + QStringLiteral("–") + numberText(frames[last], 9));
    i = last + 1;
  }
  return ranges.join(QStringLiteral(", "));
}

SkinningCheckView::SkinningCheckView(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      button_(new QToolButton),
      sentences_(new QLabel),
      table_(new TablePane({tr("Prim"), tr("Points"), tr("Error"), tr("Share of size")})) {
  QVBoxLayout* layout = makeColumn(*this);
  button_->setObjectName("checkSkinning");
  button_->setText(tr("Check the drawn points"));
  auto* line = new QHBoxLayout;
  line->setContentsMargins(4, 4, 8, 0);
  line->addWidget(button_);
  line->addStretch(1);
  sentences_->setWordWrap(true);
  sentences_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  sentences_->setContentsMargins(8, 6, 8, 6);
  layout->addLayout(line);
  layout->addWidget(sentences_);
  layout->addWidget(table_, 1);
  QHeaderView* header = table_->view().horizontalHeader();
  header->setStretchLastSection(false);
  header->setSectionResizeMode(0, QHeaderView::Stretch);
  const int widths[] = {64, 92, 92};
  for (int i = 0; i < 3; ++i) header->resizeSection(i + 1, widths[i]);
  table_->cutInTheMiddle(0);
  setProperty("contextMenu", "skinCheck");
  sentences_->setContextMenuPolicy(Qt::NoContextMenu);  // It is the window's.
  sentences_->installEventFilter(this);
  connect(table_->view().selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) { inspect(current.row()); });
  connect(button_, &QToolButton::clicked, this, [this] {
    SkinningCheck& check = session_.skinningCheck();
    if (check.state.value().isRunning) return check.cancel();
    session_.showNote(check.start());
  });
  session_.skinningCheck().state.observe(this,
                                         [this](const SkinningCheckState& state) { show(state); });
}

QString SkinningCheckView::text() const {
  QTextDocument document;
  document.setHtml(sentences_->text());
  return document.toPlainText();
}

// The sentences are a row of their own for the context menu.
bool SkinningCheckView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == sentences_ && event->type() == QEvent::MouseButtonPress) {
    const Path prim = session_.skinningCheck().state.value().prim;
    session_.inspectRow({.layer = {},
                         .object = prim.text(),
                         .name = "skinning check",
                         .value = text().toStdString()});
  }
  return QWidget::eventFilter(watched, event);
}

void SkinningCheckView::inspect(int row) {
  const auto& frame = session_.skinningCheck().state.value().frame;
  if (!frame || row < 0 || std::size_t(row) >= frame->prims.size()) return;
  QStringList cells;
  for (const TableCell& cell : prims().rows()[std::size_t(row)]) {
    if (!cell.text.isEmpty()) cells << cell.text;
  }
  session_.inspectRow({.layer = {},
                       .object = frame->prims[std::size_t(row)].prim.text(),
                       .name = "skinning check",
                       .value = cells.join('\t').toStdString()});
}

void SkinningCheckView::show(const SkinningCheckState& state) {
  button_->setText(state.isRunning ? tr("Cancel") : tr("Check the drawn points"));
  const bool isNothing = !state.isRunning && !state.frame && !state.extents;
  sentences_->setText(isNothing ? QString()
                                : "<p>" + frameSentence(state) + "</p>" + extentSentences(state));
  sentences_->setVisible(!isNothing);
  std::vector<TableModel::Row> rows;
  if (state.frame) {
    for (const SkinError& error : state.frame->prims) {
      const double share = shareOf(error.largest, state.frame->characterSize);
      const QColor color = share > kSoundShare ? theme::kError : QColor();
      const QString path = QString::fromStdString(error.prim.text());
      const QString name = QString::fromStdString(error.prim.name().string());
      if (!error.whyNot.empty()) {
        const QString why = QString::fromStdString(error.whyNot);
        rows.push_back({{.text = name, .tip = path + "\n" + why, .color = theme::kDim},
                        {.text = tr("none"), .tip = why, .color = theme::kDim},
                        {},
                        {}});
        continue;
      }
      QString tip = tr("Largest at point %1").arg(error.worstPoint);
      if (error.lostCount > 0) tip += tr("; %1 points are not finite").arg(error.lostCount);
      rows.push_back(
          {{.text = name, .tip = path + "\n" + tip},
           {.text = groupedText(error.pointCount), .tip = tip, .isCode = true},
           {.text = numberText(error.largest), .tip = tip, .color = color, .isCode = true},
           {.text = numberText(share), .tip = tip, .color = color, .isCode = true}});
    }
  }
  const QString heading = rows.empty()       ? QString()
                          : rows.size() == 1 ? tr("1 prim")
                                             : tr("%1 prims").arg(rows.size());
  table_->show(heading, std::move(rows),
               isNothing
                   ? tr("Compares the points drawn at this frame with points skinned in double "
                        "precision, and the points of all frames with the authored extent.")
                   : QString());
}

}  // namespace usdscope
