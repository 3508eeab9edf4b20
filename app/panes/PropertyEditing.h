// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPersistentModelIndex>
#include <QPointer>

#include "app/session/EditableValue.h"
#include "app/session/Session.h"
#include "app/widgets/CellEditor.h"

class QAbstractItemView;

namespace usdscope {

/// Edits values of properties by hand in the cells of a view. The text of a value is found in the
/// background; then a line editor opens over the cell. Enter sets the value in the edit target: a
/// sample at the playhead if the target has samples, else the default.
class PropertyEditing : public QObject {
  Q_OBJECT
 public:
  PropertyEditing(Session& session, QAbstractItemView& view);

  /// Opens the editor for a property over a cell.
  void start(Path property, const QModelIndex& cell);
  /// Closes the editor without a change.
  void stop();
  /// The open editor; null if there is none.
  CellEditor* editor() const { return editor_; }

 private:
  void open(const EditableValue& value);

  Session& session_;
  QAbstractItemView& view_;
  QPointer<CellEditor> editor_;
  QPersistentModelIndex cell_;
  LatestTask reading_;
};

}  // namespace usdscope
