// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "app/session/Session.h"

class QBoxLayout;
class QCheckBox;
class QLabel;
class QToolButton;

namespace usdscope {

class FrameField;
class TimeField;

/// The bar below the picture. The upper line has, from left to right: start of the scene, begin of
/// the play range, strip, end of the play range, end of the scene. The lower one has steps, speed,
/// transport, note, rates and frame field. The note says when range and samples disagree, or when
/// rates cannot be used, and a button offers the other range; in a narrow window the note is the
/// tooltip of the rates and of the button.
///
/// While the pointer is over the bar, J, K and L shuttle, I and O set the ends of the play range,
/// and with Shift take them back.
class PlaybackBar : public QWidget {
  Q_OBJECT
 public:
  explicit PlaybackBar(Session& session, QWidget* parent = nullptr);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void addRange(QBoxLayout& line);
  void addChoices(QBoxLayout& line);
  void addTransport(QBoxLayout& line);
  void addRates(QBoxLayout& line);
  void show(const PlaybackState& state);
  void setRateWidth(bool hasTwoRates);
  void setRangeWidth(const PlaybackState& state);
  void showNote();
  void showRange();
  void useRange();
  QToolButton* addButton(QBoxLayout& line, const QString& text, const QString& tip);
  QToolButton* addMenu(QBoxLayout& line, const QString& tip);
  void takeRange();

  Session& session_;
  QLabel* start_ = nullptr;
  QLabel* end_ = nullptr;
  QLabel* rate_ = nullptr;
  QLabel* note_ = nullptr;
  QToolButton* range_ = nullptr;  ///< Offers the samples' range, or the authored one.
  QCheckBox* redraw_ = nullptr;
  QToolButton* steps_ = nullptr;
  QToolButton* speed_ = nullptr;
  QToolButton* back_ = nullptr;
  QToolButton* play_ = nullptr;
  QToolButton* loop_ = nullptr;
  QToolButton* pace_ = nullptr;
  FrameField* in_ = nullptr;
  FrameField* out_ = nullptr;
  int rangeDigits_ = 0;  ///< The number of characters for which both fields have room.
  TimeField* frame_ = nullptr;
  std::vector<QWidget*> transport_;  ///< Enabled while something is animated.
};

}  // namespace usdscope
