// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "app/session/Session.h"
#include "app/session/tasks/LatestTask.h"
#include "app/widgets/WeightPlot.h"
#include "engine/report/skel/RigShapes.h"

class QLabel;

namespace usdscope {

class TableModel;
class TablePane;

/// Shows the blend shapes of a rig. The row of a shape has its weight at the playhead and over the
/// range, and buttons that show the shape alone, at weight 0 or at weight 1. The buttons set
/// ShapeOverrides and do not edit layers.
class SkelShapesView : public QWidget {
  Q_OBJECT
 public:
  enum Column { kName, kWeight, kPlot, kAlone, kZero, kFull };

  explicit SkelShapesView(Session& session, QWidget* parent = nullptr);

  /// Shows the shapes of a subject's rig. `shapes` may be null.
  void showShapes(const Subject& subject, std::shared_ptr<const RigShapes> shapes);
  /// Shows the animated weights at the playhead, one for each shape.
  void showWeights(std::vector<float> animated);
  /// Updates the shown weights after the overrides have changed.
  void showWeights();
  /// Sets whether the user sees the view. The weights over the range are read only while it is
  /// seen.
  void setSeen(bool isSeen) { reading_.setSeen(isSeen); }
  void showChosen();

  TableModel& rows();
  const std::vector<WeightPlot>& plots() const { return plots_; }
  const std::vector<double>& times() const { return times_; }
  /// The notice about overridden weights, and the details of the chosen shape.
  QString notice() const;
  QString detail() const;

 private:
  friend class ShapeDelegate;
  void readOverTime();
  void act(int row, int column);
  ChosenShape shapeOf(std::size_t row) const;

  Session& session_;
  Subject subject_;
  std::shared_ptr<const RigShapes> shapes_;
  /// The animated weights at the playhead; empty until they are known.
  std::vector<float> animated_;
  std::vector<WeightPlot> plots_;
  std::vector<double> times_;
  bool isShowing_ = false;
  QWidget* banner_;
  QLabel* notice_;
  TablePane* table_;
  QLabel* detail_;
  LatestTask reading_;
};

}  // namespace usdscope
