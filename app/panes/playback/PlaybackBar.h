// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/session/Session.h"

class QLabel;
class QToolButton;

namespace usdscope {

class FrameField;

/// The bar below the picture, from left to right: start, strip, end, transport, rates, frame field.
/// A note is shown when the range comes from the samples because none is authored; in a narrow
/// window it is the tooltip of the rates.
class PlaybackBar : public QWidget {
  Q_OBJECT
 public:
  explicit PlaybackBar(Session& session, QWidget* parent = nullptr);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void show(const PlaybackState& state);
  void showNote();
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
