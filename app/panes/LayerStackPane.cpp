// SPDX-License-Identifier: Apache-2.0
#include "app/panes/LayerStackPane.h"

#include <QDateTime>
#include <QFileInfo>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QStyle>
#include <QTableView>
#include <algorithm>

#include "app/panes/OffsetText.h"
#include "app/panes/RootSubject.h"
#include "app/session/ObserveSubject.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"
#include "app/widgets/RowDelegate.h"
#include "engine/asset/PackagePath.h"

namespace usdscope {
namespace {

constexpr int kRowHeight = 22;
constexpr int kMostLines = 4;

// Reasons are sentences: they wrap, and are cut at the end.
class ReasonDelegate : public RowDelegate {
 public:
  explicit ReasonDelegate(QObject* parent) : RowDelegate(Qt::ElideRight, parent) {}

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    RowDelegate::initStyleOption(option, index);
    option->features |= QStyleOptionViewItem::WrapText;
  }
};

QColor colorOf(const LayerStackRow& row) {
  return row.source == ValueSource::None ? QColor() : theme::ofSource(row.source);
}

// When the file of each layer was written, and by whom. Asks the file system.
std::map<std::string, QString> fileTexts(const std::vector<LayerStackRow>& rows) {
  std::map<std::string, QString> texts;
  for (const LayerStackRow& row : rows) {
    if (row.identifier.empty() || texts.contains(row.identifier)) continue;
    const QFileInfo file(textOf(splitOuterPackage(row.identifier).package));
    if (!file.exists()) continue;
    const QString date = file.lastModified().toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    const QString owner = file.owner();
    texts[row.identifier] = owner.isEmpty()
                                ? LayerStackPane::tr("Written %1").arg(date)
                                : LayerStackPane::tr("Written %1 by %2").arg(date, owner);
  }
  return texts;
}

}  // namespace

LayerStackPane::LayerStackPane(Session& session, QWidget* parent)
    : TablePane({tr("Layer"), tr("Path"), tr("Value")}, parent),
      session_(session),
      reasons_(new ReasonDelegate(&view())),
      task_(session, *this) {
  setProperty("contextMenu", "layerRow");
  keepColors(Qt::ElideMiddle);
  theme::setFixedSize(*view().verticalHeader(), 34, 0);
  view().verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  view().verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  fitColumns();
  showColumns(Subjects::Attribute, false, false);
  connect(view().horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section) {
    if (section == reasonColumn_) fitHeights();
  });
  connect(view().selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) { inspect(current.row()); });
  observeSubject(session_, this, [this] { refresh(); });
  observeTime(session_, this, [this](TimeCode) { refresh(); });
  observeColors(session_, this, [this] { refresh(); });
}

void LayerStackPane::refresh() {
  const Subject subject = subjectOrRoot(session_);
  if (!subject) {
    task_.cancel();
    return show({}, {}, tr("Nothing is open."));
  }
  const TimeCode time = session_.playback.value().timeCode();
  task_.startFor(subject, [this, subject, time](const TaskRun&) -> LatestTask::Show {
    const auto rows = layerStackRows(subject.prim, subject.property, time);
    return [this, subject, rows, files = fileTexts(rows)] { showRows(subject, rows, files); };
  });
}

void LayerStackPane::showRows(const Subject& subject, const std::vector<LayerStackRow>& rows,
                              const FileTexts& files) {
  // Like usdview, the pane shows offsets only when there are any.
  const bool hasOffsets =
      std::ranges::any_of(rows, [](const LayerStackRow& row) { return !row.offset.isIdentity(); });
  const bool hasSpans =
      std::ranges::any_of(rows, [](const LayerStackRow& row) { return !row.span.empty(); });
  const bool isRoot = !subject.property && subject.prim.isPseudoRoot();
  const bool isRelationship = subject.property && subject.prim.relationship(subject.property);
  const Subjects subjects = isRoot             ? Subjects::Root
                            : isRelationship   ? Subjects::Relationship
                            : subject.property ? Subjects::Attribute
                                               : Subjects::Prim;
  showColumns(subjects, hasOffsets, hasSpans);
  rows_ = rows;
  std::vector<TableModel::Row> cells;
  QStringList strengths;
  for (const LayerStackRow& row : rows) {
    const QString mark = row.isWinner ? QStringLiteral("▸ ") : QString();
    strengths << mark + QString::number(row.strength);
    const QColor color = colorOf(row);
    const QString indent(static_cast<qsizetype>(4 * row.depth), ' ');
    TableModel::Row line;
    QString tip = textOf(row.identifier);
    if (const auto file = files.find(row.identifier); file != files.end())
      tip += "\n" + file->second;
    line.push_back({indent + textOf(row.layer), tip, color, row.isWinner});
    if (hasOffsets) line.push_back({offsetText(row.offset), {}, color, false, false, true});
    if (!isRoot) {
      line.push_back({textOf(row.path), {}, color, false, false, true});
      line.push_back({textOf(row.value), {}, color, row.isWinner, false, true});
      if (hasSpans) line.push_back({textOf(row.span), {}, color});
      if (subject.property)
        line.push_back({textOf(row.reason).remove('`'), {}, theme::kText, row.isWinner});
    }
    cells.push_back(std::move(line));
  }
  model().setRowTitles(strengths);
  view().verticalHeader()->setVisible(!isRoot);
  const Path prim = subject.prim.path();
  const Path path = subject.property ? prim.property(subject.property) : prim;
  show(QString::fromStdString(path.text()), std::move(cells),
       subject.property ? tr("No layer has an opinion; the value is the schema's fallback.")
                        : tr("No layer has a spec for this prim."));
  fitHeights();
}

void LayerStackPane::fitHeights() {
  const int margin =
      view().style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &view()) + 1;
  const int width = view().columnWidth(reasonColumn_) - 2 * margin;
  for (int row = 0; row < model().rowCount(); ++row) {
    int height = kRowHeight;
    if (reasonColumn_ >= 0) {
      const QModelIndex cell = model().index(row, reasonColumn_);
      const QFontMetrics metrics(cell.data(Qt::FontRole).value<QFont>());
      const int needed = metrics
                             .boundingRect(QRect(0, 0, std::max(1, width), 1 << 16),
                                           Qt::TextWordWrap, cell.data().toString())
                             .height();
      const int lines = std::clamp(needed / std::max(1, metrics.lineSpacing()), 1, kMostLines);
      height += (lines - 1) * metrics.lineSpacing();
    }
    if (view().rowHeight(row) != height) view().setRowHeight(row, height);
  }
}

void LayerStackPane::showColumns(Subjects subjects, bool hasOffsets, bool hasSpans) {
  QStringList columns = {tr("Layer")};
  if (hasOffsets) columns << tr("Offset, Scale");
  if (subjects != Subjects::Root) {
    columns << tr("Path");
    columns << (subjects == Subjects::Prim           ? tr("Metadata")
                : subjects == Subjects::Relationship ? tr("Target Paths")
                                                     : tr("Value"));
    if (hasSpans) columns << tr("Span");
    if (subjects != Subjects::Prim) columns << tr("Reason");
  }
  reasonColumn_ = int(columns.indexOf(tr("Reason")));
  if (columns == model().columns()) return;
  model().setColumns(columns);
  for (int i = 0; i < columns.size(); ++i) {
    view().setItemDelegateForColumn(i, i == reasonColumn_ ? reasons_ : nullptr);
  }
}

void LayerStackPane::inspect(int row) {
  if (row < 0 || std::size_t(row) >= rows_.size()) return;
  const LayerStackRow& chosen = rows_[std::size_t(row)];
  session_.inspectRow({chosen.identifier, chosen.path, chosen.layer, chosen.value});
}

}  // namespace usdscope
