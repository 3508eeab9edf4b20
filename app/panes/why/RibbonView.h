// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "engine/math/Types.h"
#include "engine/report/explain/Provenance.h"

class QPainter;

namespace usdscope {

/// The suppliers of an attribute over the range of the stage.
struct Ribbon {
  Path attribute;
  std::vector<ProvenanceStretch> stretches;  ///< Ascending. Refined while clips are read.
  bool isComplete = false;                   ///< Every clip in the range has been read.
  /// The colours that the layers and clips of the stretches have in legends, as display values;
  /// empty if they are not known.
  std::vector<glm::vec3> colors = {};
};

/// Draws ribbons of provenance, one below the other, over one range of time: each stretch in the
/// colour of its source, with the layer or clip where there is room and a strip in its colour, cut
/// where another one takes over. Clips that are not read yet are hatched. The playhead crosses
/// them. A drag moves it; a press on a name asks for the attribute.
class RibbonView : public QWidget {
  Q_OBJECT
 public:
  explicit RibbonView(QWidget* parent = nullptr);

  void show(std::vector<std::shared_ptr<const Ribbon>> ribbons, double from, double to);
  const std::vector<std::shared_ptr<const Ribbon>>& ribbons() const { return ribbons_; }
  void setPlayhead(double time, double timeCodesPerFrame);
  /// The place of a stretch.
  QRectF boxOf(std::size_t ribbon, std::size_t stretch) const;
  QString toolTipAt(QPoint point) const;

  /// The height at which all ribbons are seen, but no more than `most` of them.
  int heightOf(int most) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 Q_SIGNALS:
  void timeWanted(double time);
  void attributeWanted(usdscope::Path attribute);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  int nameWidth() const;
  double xOf(double time) const;
  double timeAt(double x) const;
  void paintStretch(QPainter& painter, const Ribbon& ribbon, std::size_t stretch,
                    const QRectF& box) const;
  void paintRibbon(QPainter& painter, std::size_t ribbon) const;
  void moveTo(double x, Qt::KeyboardModifiers modifiers);

  std::vector<std::shared_ptr<const Ribbon>> ribbons_;
  double from_ = 0.0;
  double to_ = 1.0;
  double playhead_ = 0.0;
  double frame_ = 1.0;  ///< Time codes per frame.
};

}  // namespace usdscope
