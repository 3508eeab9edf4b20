// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/session/Session.h"

class QLabel;
class QToolButton;

namespace usdscope {

class FrameField;

/// The strip on which the playhead is scrubbed: ticks of frames, of the samples of the selected
/// property in the colour of their source, and the playhead with its frame.
class PlaybackStrip : public QWidget {
  Q_OBJECT
 public:
  explicit PlaybackStrip(Session& session, QWidget* parent = nullptr);

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
  std::vector<double> samples_;
  QColor sampleColor_;
};

/// The bar below the picture, from left to right: start, strip, end, transport, rates, frame field.
/// A note says when the range comes from the samples.
class PlaybackBar : public QWidget {
  Q_OBJECT
 public:
  explicit PlaybackBar(Session& session, QWidget* parent = nullptr);

 private:
  void show(const PlaybackState& state);
  QToolButton* addButton(const QString& text, const QString& tip);

  Session& session_;
  QLabel* start_;
  QLabel* end_;
  QLabel* rate_;
  QLabel* note_;
  QToolButton* play_;
  QToolButton* loop_;
  QToolButton* pace_;
  FrameField* frame_;
  std::vector<QToolButton*> transport_;
};

}  // namespace usdscope
