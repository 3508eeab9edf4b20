// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QFontMetrics>
#include <QRect>
#include <QString>
#include <optional>
#include <utility>
#include <vector>

#include "app/panes/clips/ClipTimeView.h"
#include "app/panes/clips/ShownClips.h"
#include "app/widgets/DragCancel.h"

namespace usdscope {

/// Draws clip sets. Each set has a lane with a block for each clip in playing order: with its
/// number and file where there is room, as a density where blocks are narrower than pixels. A strip
/// on each block has the colour that the clip has in legends. A sentence above each lane names the
/// clip that plays and the clip time. A missing clip, and one without values of the selected
/// attribute, is hatched. Below the blocks, a line marks clips in memory, a notch each jump of clip
/// time, and an arrow each return to an earlier clip time. Below each lane are its manifest and its
/// time mapping. Tooltips show texts that do not fit. The seam between two wide blocks can be
/// dragged, to whole frames or with Alt to any time; Esc takes it back.
class ClipLanesView : public ClipTimeView {
  Q_OBJECT
 public:
  explicit ClipLanesView(QWidget* parent = nullptr);

  /// Requires: `shown` lives until the next call.
  void show(const ShownClips& shown);
  /// The sentence above the first lane; empty without clips.
  QString sentence() const;

  /// The numbers of the lane and the block at a point; empty if there is none.
  std::optional<std::pair<std::size_t, std::size_t>> blockAt(QPoint point) const;
  /// The place of a block; empty when it is out of view.
  QRectF boxOf(std::size_t lane, std::size_t block) const;
  QString toolTipAt(QPoint point) const;
  /// The lane and the block whose start is a seam at a point; empty if there is none to drag.
  std::optional<std::pair<std::size_t, std::size_t>> seamAt(QPoint point) const;

  /// The kinds of blocks.
  enum class Look { Even, Odd, Missing, LeftOut };
  struct LabelColors {
    QColor text;
    QColor behind;  ///< Opaque.
  };
  /// The colours of the text in a block; `isActive` is for clips that are there.
  static LabelColors labelColors(Look look, bool isActive);
  /// The text in a block where there is room for more than its number; see paintBlocks().
  struct Label {
    QString number;
    QString file;
    QString remark;  ///< A fault, in words; may be empty.

    QString whole() const;
    /// Returns as much as fits into a width, in pixels.
    QString fitting(const QFontMetrics& metrics, int width) const;
  };

  int heightForWidth(int width) const override;
  QSize sizeHint() const override;

 Q_SIGNALS:
  /// A block was pressed.
  void blockPressed(std::size_t lane, std::size_t block);
  void nothingPressed();
  /// The start of a block was dragged to a stage time.
  void seamMoved(std::size_t lane, std::size_t block, double time);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  int laneTop(std::size_t lane, int width) const;
  void layOut(int width) const;
  double endOf(const ClipBlock& block) const;
  /// The path of the selected attribute in the clips of a lane; may be empty.
  Path attributeInClips(std::size_t lane) const;
  /// For each block whether the clip has no values of the selected attribute; empty until the clips
  /// are read.
  const std::vector<bool>& gapsOf(std::size_t lane) const;
  Label labelOf(std::size_t lane, std::size_t block) const;
  Look lookOf(std::size_t lane, std::size_t block) const;
  /// The blocks in view: the first one, and the one behind the last.
  std::pair<std::size_t, std::size_t> visible(const ClipLane& lane) const;
  void paintLane(QPainter& painter, std::size_t lane, int top);
  void paintBlocks(QPainter& painter, std::size_t lane, std::size_t active);
  void paintDensity(QPainter& painter, std::size_t lane, std::size_t active, double top);
  void paintMarks(QPainter& painter, std::size_t lane, double bottom);

  void paintSeam(QPainter& painter);
  void dropSeam();

  /// The seam that is dragged.
  struct Seam {
    std::size_t lane = 0;
    std::size_t block = 0;
    double time = 0.0;
  };

  const ShownClips* shown_ = nullptr;
  std::optional<Seam> seam_;
  DragCancel cancelSeam_;
  std::vector<std::vector<ClipJump>> jumps_;
  std::vector<std::size_t> fileCounts_;     ///< The number of different clips of each lane.
  std::vector<std::size_t> missingCounts_;  ///< The number of missing clips of each lane.
  /// The results of gapsOf() for an attribute.
  mutable std::vector<std::vector<bool>> gaps_;
  mutable Path gapsFor_;
  /// The upper edge of each lane and the lower edge of the last one, at a width.
  mutable std::vector<int> tops_;
  mutable int topsWidth_ = 0;
};

}  // namespace usdscope
