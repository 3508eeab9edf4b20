// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "app/session/LatestTask.h"
#include "app/session/Session.h"
#include "engine/stage/resolve/ResolveInfo.h"

namespace usdscope {

/// Returns a time as the text of a frame: "12", "12.25".
QString frameText(double time);

/// The strip on which the playhead is scrubbed. It shows ticks of frames, ticks of the samples of
/// the selected property in the colour of their source, and the playhead with its frame. The sample
/// times are read in the background.
class PlaybackStrip : public QWidget {
  Q_OBJECT
 public:
  explicit PlaybackStrip(Session& session, QWidget* parent = nullptr);

  /// The sample times of the selected property, ascending; empty until they are known.
  const std::vector<double>& sampleTimes() const { return samples_; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  QSize sizeHint() const override { return {400, 44}; }
  QSize minimumSizeHint() const override { return {120, 44}; }

 private:
  void readSamples();
  double xOf(double time) const;
  void scrubTo(double x, Qt::KeyboardModifiers modifiers);

  Session& session_;
  Subject subject_;  ///< The property whose samples are shown.
  std::vector<double> samples_;
  ValueSource sampleSource_ = ValueSource::None;
  LatestTask task_;
};

}  // namespace usdscope
