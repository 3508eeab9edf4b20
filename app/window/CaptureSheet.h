// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <vector>

#include "app/actions/ActionWindow.h"
#include "app/session/Session.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace usdscope {

class FrameField;

/// Asks for the file, the frames and the size of pictures, and then makes them.
class CaptureSheet : public QDialog {
  Q_OBJECT
 public:
  /// `viewport` is the size of the viewport, in pixels.
  CaptureSheet(Session& session, ActionWindow& window, CaptureRequest::Kind kind, QSize viewport);

 private:
  void addFile(QGridLayout& grid);
  void addFrames(QGridLayout& grid);
  void addSize(QGridLayout& grid);
  void addLook(QGridLayout& grid);
  void addBurnIns(QGridLayout& grid);
  QDoubleSpinBox* makeCount(int value, int most);
  void browse();
  void save();
  bool isOfWindow() const;
  /// Whether the picture is of the screen, in its shape: of the window or of a comparison.
  bool isOfScreen() const;
  /// The size of the viewport or window, in pixels.
  QSize shownSize() const;
  void setSize(QSize size);
  void forgetAnswer();
  CaptureRequest request() const;

  Session& session_;
  ActionWindow& window_;
  const CaptureRequest::Kind kind_;
  const QSize viewport_;
  const bool isOfComparison_;
  QLineEdit* file_ = nullptr;
  QComboBox* subject_ = nullptr;  ///< Viewport or window; null for many frames.
  QComboBox* presets_ = nullptr;  ///< Usual sizes. None is chosen when another one is typed.
  FrameField* from_ = nullptr;
  FrameField* to_ = nullptr;
  QDoubleSpinBox* turns_ = nullptr;
  QDoubleSpinBox* columns_ = nullptr;
  QDoubleSpinBox* rows_ = nullptr;
  QDoubleSpinBox* width_ = nullptr;
  QDoubleSpinBox* height_ = nullptr;
  QCheckBox* transparent_ = nullptr;
  QCheckBox* hud_ = nullptr;
  struct BurnInBox {
    QCheckBox* box;
    const char* words;
  };
  std::vector<BurnInBox> burnIns_;
  QLabel* answer_ = nullptr;  ///< Why the pictures cannot be made, or a question.
  QPushButton* save_ = nullptr;
  bool mayReplace_ = false;  ///< The user knows that the file exists.
};

}  // namespace usdscope
