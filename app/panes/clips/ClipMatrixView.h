// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QRectF>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "app/panes/clips/ClipTimeView.h"
#include "engine/report/clips/ClipMatrix.h"

namespace usdscope {

/// A matrix and its coarser levels. Immutable.
struct ShownMatrix {
  explicit ShownMatrix(std::shared_ptr<const ClipMatrix> read);

  std::shared_ptr<const ClipMatrix> matrix;
  ClipMatrixLevels levels;
  std::array<std::size_t, kClipCellCount> counts = {};  ///< The number of cells of each kind.
};

/// Draws the attributes of a clip set against its clips: stage time across, attributes down. The
/// colour of a cell says whether the clip has the attribute; a legend above explains the colours.
/// If cells are smaller than pixels, a pixel has the colour of its worst cell. Ctrl and the wheel
/// changes the height of rows, the wheel over the names and a drag with the middle button scroll.
/// A press on a cell moves the playhead to the clip and asks for the attribute.
class ClipMatrixView : public ClipTimeView {
  Q_OBJECT
 public:
  explicit ClipMatrixView(QWidget* parent = nullptr);

  /// Null shows nothing.
  void show(std::shared_ptr<const ShownMatrix> shown);
  /// The attribute of the selection, whose row is marked; may be empty.
  void setAttribute(Path onStage);
  const ShownMatrix* shown() const { return shown_.get(); }

  /// The numbers of the block and the row at a point; empty if there is none.
  std::optional<std::pair<std::size_t, std::size_t>> cellAt(QPointF point) const;
  /// The place of a cell; empty when it is out of view.
  QRectF boxOf(std::size_t block, std::size_t row) const;
  QString toolTipAt(QPoint point) const;
  /// The colour that is drawn at a point of the cells; invalid elsewhere.
  QColor colorAt(QPoint point);

  /// The place of the name of a row; it may be out of view.
  QRectF nameBoxOf(std::size_t row) const;

  QSize minimumSizeHint() const override { return {200, 90}; }

 Q_SIGNALS:
  void attributeWanted(usdscope::Path onStage);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  QRectF cells() const;  ///< The place of all rows in view.
  double rowHeight() const;
  double nameHeight() const;
  double rowsHeight() const;
  void scrollTo(double offset);
  QString nameOfRow(std::size_t row) const;
  /// The blocks that play at the times of a pixel column; the last number is exclusive.
  std::pair<std::size_t, std::size_t> blocksOf(double left, double right) const;
  void draw();
  void paintLegend(QPainter& painter) const;
  void paintNames(QPainter& painter) const;
  void paintGrid(QPainter& painter) const;

  std::shared_ptr<const ShownMatrix> shown_;
  Path attribute_;
  double wantedRowHeight_ = 0.0;  ///< 0: as many rows fit as possible.
  double offset_ = 0.0;           ///< The pixels of the rows above the view.
  double pressedY_ = 0.0;
  double pressedOffset_ = 0.0;
  // The picture of the cells, and all it depends on.
  QImage picture_;
  PlotScale drawnScale_;
  double drawnRowHeight_ = 0.0;
  double drawnOffset_ = 0.0;
  const ShownMatrix* drawn_ = nullptr;
};

}  // namespace usdscope
