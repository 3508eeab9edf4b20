// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineEdit>
#include <QStringListModel>

#include "app/session/Session.h"

namespace usdscope {

class FocusReturn;

/// Shows the paths of the selection, and selects the paths that the user types: prims with commas
/// between them, or one property. Takes paths as they stand in files and messages: in quotes, angle
/// brackets, with blanks around. Proposes children and properties while the user types. Escape
/// shows the selection again and gives the keyboard back.
class PathField : public QLineEdit {
  Q_OBJECT
 public:
  explicit PathField(Session& session, QWidget* parent = nullptr);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showSelection();
  /// Cuts the paths where the field is too narrow, while nobody types.
  void fit();
  void propose(const QString& text);
  void go();

  Session& session_;
  QStringList shown_;      ///< The paths of the first selected prims, or of the property.
  std::size_t count_ = 0;  ///< The number of selected prims; 1 for a property.
  QString paths_;          ///< The text of these paths that the user edits.
  QStringListModel proposals_;
  FocusReturn* focus_;
};

}  // namespace usdscope
