// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipMatrixView.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "app/theme/LongText.h"
#include "app/theme/Theme.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

constexpr double kMostRowHeight = 20.0;  // Rows that fit all together are not higher.
constexpr std::size_t kMostNamed = 60;   // So many rows keep the height of their names.
constexpr double kBarWidth = 3.0;        // The bar shows which rows are in view.
constexpr double kLeastGrid = 5.0;       // Smaller cells have no lines between them.
constexpr double kHeightFactor = 1.25;

int nameWidth() { return theme::px(130); }
int legendHeight() { return theme::px(24); }

QColor colorOf(ClipCell cell) {
  switch (cell) {
    case ClipCell::Unknown:
      return theme::kPane;
    case ClipCell::Nothing:
      return theme::kRaised;
    case ClipCell::Sample: {
      QColor color = theme::ofSource(ValueSource::Clips);
      color.setAlphaF(0.55F);
      return color;
    }
    case ClipCell::Gap:
      return theme::kWarning;
    case ClipCell::Undeclared:
      return theme::kNote;
    case ClipCell::WrongType:
      return theme::kHasArcs;
    case ClipCell::NoFile:
      return theme::kError;
  }
  return theme::kPane;
}

// Returns a colour on the ground of the pane.
QRgb opaque(const QColor& color) {
  const QColor ground = theme::kPane;
  const double part = color.alphaF();
  const auto mix = [&](int top, int bottom) {
    return int(std::lround(top * part + bottom * (1.0 - part)));
  };
  return qRgb(mix(color.red(), ground.red()), mix(color.green(), ground.green()),
              mix(color.blue(), ground.blue()));
}

QString legendOf(ClipCell cell) {
  switch (cell) {
    case ClipCell::Unknown:
      return ClipMatrixView::tr("not read");
    case ClipCell::Nothing:
      return ClipMatrixView::tr("nothing");
    case ClipCell::Sample:
      return ClipMatrixView::tr("samples");
    case ClipCell::Gap:
      return ClipMatrixView::tr("gap");
    case ClipCell::Undeclared:
      return ClipMatrixView::tr("not declared");
    case ClipCell::WrongType:
      return ClipMatrixView::tr("wrong type");
    case ClipCell::NoFile:
      return ClipMatrixView::tr("no file");
  }
  return {};
}

QString sentenceOf(ClipCell cell) {
  switch (cell) {
    case ClipCell::Unknown:
      return ClipMatrixView::tr("The clip has not been read yet.");
    case ClipCell::Nothing:
      return ClipMatrixView::tr("Neither the manifest nor the clip has the attribute.");
    case ClipCell::Sample:
      return ClipMatrixView::tr("The clip has values.");
    case ClipCell::Gap:
      return ClipMatrixView::tr(
          "Gap: the manifest declares the attribute, the clip has no values.");
    case ClipCell::Undeclared:
      return ClipMatrixView::tr(
          "Ignored: the clip has values, but the manifest does not declare them.");
    case ClipCell::WrongType:
      return ClipMatrixView::tr("The clip has values of another type than the attribute.");
    case ClipCell::NoFile:
      return ClipMatrixView::tr("The file cannot be read.");
  }
  return {};
}

bool operator==(const PlotScale& a, const PlotScale& b) {
  return a.area == b.area && a.from == b.from && a.to == b.to;
}

}  // namespace

ShownMatrix::ShownMatrix(std::shared_ptr<const ClipMatrix> read)
    : matrix(std::move(read)), levels(*matrix) {
  for (const ClipCell cell : matrix->cells) ++counts[std::size_t(cell)];
}

ClipMatrixView::ClipMatrixView(QWidget* parent) : ClipTimeView(parent) {
  setMargins(nameWidth(), 8);
  setAccessibleName(tr("Attributes against clips"));
}

void ClipMatrixView::show(std::shared_ptr<const ShownMatrix> shown) {
  shown_ = std::move(shown);
  drawn_ = nullptr;
  scrollTo(offset_);
  update();
}

void ClipMatrixView::setAttribute(Path onStage) {
  if (attribute_ == onStage) return;
  attribute_ = onStage;
  update();
}

QRectF ClipMatrixView::cells() const {
  const QRectF area = scale().area;
  return {area.left(), double(legendHeight()), area.width(),
          std::max(1.0, height() - legendHeight() - 4.0)};
}

// Names do not overlap: few rows scroll rather than getting lower than a name, and many rows get
// as low as it takes to show all of them, without names.
double ClipMatrixView::rowHeight() const {
  const std::size_t rows = shown_ ? shown_->matrix->rows.size() : 0;
  const double fitting =
      std::min(kMostRowHeight, cells().height() / double(std::max<std::size_t>(rows, 1)));
  const double least = rows <= kMostNamed ? nameHeight() : 0.0;
  return std::max({fitting, wantedRowHeight_, least});
}

double ClipMatrixView::nameHeight() const { return fontMetrics().height(); }

double ClipMatrixView::rowsHeight() const {
  return shown_ ? rowHeight() * double(shown_->matrix->rows.size()) : 0.0;
}

void ClipMatrixView::scrollTo(double offset) {
  offset_ = std::clamp(offset, 0.0, std::max(0.0, rowsHeight() - cells().height()));
}

std::pair<std::size_t, std::size_t> ClipMatrixView::blocksOf(double left, double right) const {
  const ClipLane& lane = shown_->matrix->lane;
  const PlotScale at = scale();
  const std::size_t first = lane.blockAt(at.timeAt(left));
  const auto end = std::ranges::lower_bound(lane.blocks, at.timeAt(right), {}, &ClipBlock::start);
  return {first, std::max(first + 1, std::size_t(end - lane.blocks.begin()))};
}

std::optional<std::pair<std::size_t, std::size_t>> ClipMatrixView::cellAt(QPointF point) const {
  if (!shown_ || !cells().contains(point) || shown_->matrix->lane.blocks.empty()) return {};
  const double row = (point.y() - cells().top() + offset_) / rowHeight();
  if (!(row >= 0.0 && row < double(shown_->matrix->rows.size()))) return {};
  return std::pair(shown_->matrix->lane.blockAt(scale().timeAt(point.x())), std::size_t(row));
}

QRectF ClipMatrixView::boxOf(std::size_t block, std::size_t row) const {
  if (!shown_) return {};
  const ClipBlock& at = shown_->matrix->lane.blocks[block];
  const PlotScale on = scale();
  const double left = block == 0 ? on.area.left() : on.xOf(at.start);
  const double right = std::isfinite(at.end) ? on.xOf(at.end) : on.area.right();
  const QRectF box(left, cells().top() + double(row) * rowHeight() - offset_, right - left,
                   rowHeight());
  return box.intersected(cells());
}

QRectF ClipMatrixView::nameBoxOf(std::size_t row) const {
  return {4, cells().top() + double(row) * rowHeight() - offset_, nameWidth() - 8.0, rowHeight()};
}

QString ClipMatrixView::nameOfRow(std::size_t row) const {
  const ClipMatrix& matrix = *shown_->matrix;
  const QString path = QString::fromStdString(matrix.rows[row].onStage.text());
  const QString anchor = QString::fromStdString(matrix.lane.anchor.text());
  return path.startsWith(anchor) ? path.mid(anchor.size() + 1) : path;
}

QString ClipMatrixView::toolTipAt(QPoint point) const {
  const auto found = cellAt(point);
  if (!found) return {};
  const auto [block, row] = *found;
  const ClipMatrix& matrix = *shown_->matrix;
  const ClipBlock& clip = matrix.lane.blocks[block];
  QString text = QString::fromStdString(matrix.rows[row].onStage.text()) + '\n' +
                 QString::fromStdString(clip.file) +
                 tr("\nfrom %1").arg(QString::fromStdString(numberToText(clip.start)));
  if (std::isfinite(clip.end)) {
    text += tr(" to %1").arg(QString::fromStdString(numberToText(clip.end)));
  }
  text += '\n' + sentenceOf(matrix.at(block, row));
  const auto blocks = blocksOf(point.x(), point.x() + 1.0);
  const double rows = 1.0 / rowHeight();
  if (blocks.second - blocks.first > 1 || rows > 1.0) {
    text += tr("\nThe worst of %L1 cells is shown.")
                .arg(double(blocks.second - blocks.first) * std::ceil(rows), 0, 'f', 0);
  }
  return text;
}

// Draws one pixel for each pixel of the widget, so that the time does not depend on the size of the
// matrix.
void ClipMatrixView::draw() {
  const PlotScale at = scale();
  const QRectF area = cells();
  const QSize size(int(area.width()), int(std::min(area.height(), std::ceil(rowsHeight()))));
  if (drawn_ == shown_.get() && drawnScale_ == at && drawnRowHeight_ == rowHeight() &&
      drawnOffset_ == offset_ && picture_.size() == size) {
    return;
  }
  drawn_ = shown_.get();
  drawnScale_ = at;
  drawnRowHeight_ = rowHeight();
  drawnOffset_ = offset_;
  picture_ = QImage(size, QImage::Format_RGB32);
  QRgb colors[kClipCellCount];
  for (std::size_t i = 0; i < kClipCellCount; ++i) colors[i] = opaque(colorOf(ClipCell(i)));
  picture_.fill(opaque(theme::kPane));
  const std::size_t rowCount = shown_->matrix->rows.size();
  if (rowCount == 0 || shown_->matrix->lane.blocks.empty() || size.isEmpty()) return;
  std::vector<std::pair<std::size_t, std::size_t>> columns;
  for (int x = 0; x < size.width(); ++x) {
    columns.push_back(blocksOf(area.left() + x, area.left() + x + 1.0));
  }
  std::pair<std::size_t, std::size_t> before;
  for (int y = 0; y < size.height(); ++y) {
    const double top = (y + offset_) / rowHeight();
    const auto first = std::min(std::size_t(top), rowCount - 1);
    const auto end =
        std::clamp(std::size_t(std::ceil((y + 1.0 + offset_) / rowHeight())), first + 1, rowCount);
    auto* const line = reinterpret_cast<QRgb*>(picture_.scanLine(y));
    if (y > 0 && before == std::pair(first, end)) {
      std::copy_n(reinterpret_cast<const QRgb*>(picture_.constScanLine(y - 1)), size.width(), line);
      continue;
    }
    // A row of which a pixel shows two is drawn as the upper one, so that rows have sharp edges.
    const bool isLarge = rowHeight() >= kLeastGrid;
    const std::size_t last = isLarge ? first + 1 : end;
    before = {first, end};
    for (int x = 0; x < size.width(); ++x) {
      if (x > 0 && columns[std::size_t(x)] == columns[std::size_t(x) - 1]) {
        line[x] = line[x - 1];
        continue;
      }
      const auto& [from, to] = columns[std::size_t(x)];
      line[x] = colors[std::size_t(shown_->levels.worst(from, to, first, last))];
    }
  }
}

QColor ClipMatrixView::colorAt(QPoint point) {
  if (!shown_ || !cells().contains(point)) return {};
  draw();
  const QPoint inside = point - cells().topLeft().toPoint();
  return picture_.valid(inside) ? picture_.pixelColor(inside) : QColor();
}

void ClipMatrixView::paintLegend(QPainter& painter) const {
  const int size = painter.fontMetrics().ascent();
  double x = 8.0;
  const double middle = legendHeight() / 2.0;
  // Faults come first, because a narrow legend is cut. Faults that do not occur are not drawn.
  for (const ClipCell cell : {ClipCell::NoFile, ClipCell::WrongType, ClipCell::Gap,
                              ClipCell::Undeclared, ClipCell::Unknown, ClipCell::Sample}) {
    const std::size_t count = shown_->counts[std::size_t(cell)];
    if (count == 0 && cell != ClipCell::Sample) continue;
    const QString text = QStringLiteral("%1 %L2").arg(legendOf(cell)).arg(count);
    const int width = painter.fontMetrics().horizontalAdvance(text);
    if (x + size + width + 6 > this->width()) return;
    painter.fillRect(QRectF(x, middle - size / 2.0, size, size), QColor(opaque(colorOf(cell))));
    if (cell == ClipCell::Unknown) {
      painter.setPen(theme::kLine);
      painter.drawRect(QRectF(x, middle - size / 2.0, size - 1, size - 1));
    }
    painter.setPen(count > 0 ? theme::kText : theme::kDim);
    x += size + 5;
    painter.drawText(QRectF(x, 0, width + 2, legendHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                     text);
    x += width + 14;
  }
}

void ClipMatrixView::paintNames(QPainter& painter) const {
  const QRectF area = cells();
  const std::size_t rows = shown_->matrix->rows.size();
  if (rowHeight() < nameHeight()) {
    painter.setPen(theme::kDim);
    painter.drawText(QRectF(8, area.top(), nameWidth() - 16, 2 * painter.fontMetrics().height()),
                     Qt::AlignLeft | Qt::TextWordWrap,
                     tr("%L1 attributes\nCtrl+wheel zooms").arg(rows));
    return;
  }
  if (rowsHeight() > area.height()) {
    const double share = area.height() / rowsHeight();
    painter.fillRect(QRectF(0, area.top() + offset_ * share, kBarWidth, area.height() * share),
                     theme::kDim);
  }
  painter.setClipRect(QRectF(0, area.top(), nameWidth(), area.height()));
  for (auto row = std::size_t(offset_ / rowHeight()); row < rows; ++row) {
    const double top = area.top() + double(row) * rowHeight() - offset_;
    if (top >= area.bottom()) break;
    const QRectF box = nameBoxOf(row);
    const ClipMatrixRow& of = shown_->matrix->rows[row];
    if (of.onStage == attribute_) painter.fillRect(box, theme::kSelectedRow);
    painter.setPen(of.isDeclared ? theme::kText : theme::kDim);
    painter.drawText(
        box.adjusted(2, 0, -2, 0), Qt::AlignRight | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(nameOfRow(row), Qt::ElideLeft, nameWidth() - 14));
  }
  painter.setClipping(false);
}

void ClipMatrixView::paintGrid(QPainter& painter) const {
  const QRectF area = cells();
  const double bottom = std::min(area.bottom(), area.top() + rowsHeight() - offset_);
  painter.setPen(QPen(theme::kPane, 1));
  if (rowHeight() >= kLeastGrid) {
    for (auto row = std::size_t(offset_ / rowHeight()); row <= shown_->matrix->rows.size(); ++row) {
      const double y = area.top() + double(row) * rowHeight() - offset_;
      if (y > bottom) break;
      if (y >= area.top()) painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
  }
  const ClipLane& lane = shown_->matrix->lane;
  const auto [first, end] = blocksOf(area.left(), area.right());
  if (double(end - first) * kLeastGrid > area.width()) return;
  for (std::size_t i = first + 1; i < end; ++i) {
    const double x = scale().xOf(lane.blocks[i].start);
    painter.drawLine(QPointF(x, area.top()), QPointF(x, bottom));
  }
}

void ClipMatrixView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme::kPane);
  if (!shown_) return;
  paintLegend(painter);
  if (shown_->matrix->rows.empty()) {
    painter.setPen(theme::kDim);
    painter.drawText(cells(), Qt::AlignCenter, tr("The manifest declares no attributes."));
    return;
  }
  draw();
  painter.drawImage(cells().topLeft(), picture_);
  paintGrid(painter);
  paintNames(painter);
  paintPlayhead(painter, cells().top(), cells().bottom());
}

bool ClipMatrixView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return ClipTimeView::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), wrapTip(toolTipAt(help->pos())), this);
  return true;
}

void ClipMatrixView::resizeEvent(QResizeEvent* event) {
  ClipTimeView::resizeEvent(event);
  scrollTo(offset_);
}

void ClipMatrixView::wheelEvent(QWheelEvent* event) {
  const bool isOverNames = event->position().x() < nameWidth() && !event->modifiers();
  if (shown_ && isOverNames && rowsHeight() > cells().height()) {
    event->accept();
    scrollTo(offset_ - event->angleDelta().y() / 120.0 * 3.0 * rowHeight());
    return update();
  }
  if (!(event->modifiers() & Qt::ControlModifier) || !shown_)
    return ClipTimeView::wheelEvent(event);
  event->accept();
  const double steps = event->angleDelta().y() / 120.0;
  const double y = event->position().y() - cells().top();
  const double row = (y + offset_) / rowHeight();
  // Never lower than all rows together, and never higher than the view.
  wantedRowHeight_ = std::min(rowHeight() * std::pow(kHeightFactor, steps),
                              std::max(20.0, cells().height() / 2.0));
  scrollTo(row * rowHeight() - y);
  update();
}

void ClipMatrixView::mousePressEvent(QMouseEvent* event) {
  pressedY_ = event->position().y();
  pressedOffset_ = offset_;
  const auto cell = cellAt(event->position());
  // A press on a name selects the attribute and leaves the playhead.
  const bool isName = event->position().x() < nameWidth() && pressedY_ >= cells().top();
  if (shown_ && isName && event->button() == Qt::LeftButton) {
    const double row = (pressedY_ - cells().top() + offset_) / rowHeight();
    if (row < double(shown_->matrix->rows.size())) {
      Q_EMIT attributeWanted(shown_->matrix->rows[std::size_t(row)].onStage);
    }
    return;
  }
  ClipTimeView::mousePressEvent(event);
  if (!cell || event->button() != Qt::LeftButton) return;
  const ClipBlock& block = shown_->matrix->lane.blocks[cell->first];
  // The nearest frame may belong to a neighbour.
  const double time = timeFor(event->position().x(), event->modifiers());
  if (shown_->matrix->lane.blockAt(time) != cell->first) Q_EMIT timeWanted(block.start);
  Q_EMIT attributeWanted(shown_->matrix->rows[cell->second].onStage);
}

void ClipMatrixView::mouseMoveEvent(QMouseEvent* event) {
  ClipTimeView::mouseMoveEvent(event);
  if (!(event->buttons() & Qt::MiddleButton)) return;
  scrollTo(pressedOffset_ - (event->position().y() - pressedY_));
  update();
}

}  // namespace usdscope
