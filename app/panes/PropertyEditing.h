// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPersistentModelIndex>
#include <QPointer>
#include <QTimer>

#include "app/session/Session.h"
#include "app/session/edits/EditableValue.h"
#include "app/widgets/CellEditor.h"

class QAbstractItemView;

namespace usdscope {

/// Edits values of properties and fields by hand in the cells of a view. The text of a value is
/// found in the background; then a line editor opens over the cell. Enter sets the value in the
/// edit target: a sample at the playhead if the target has samples, else the default. The line
/// below names, while the user types, why a text is not a value, and which faults the clip doctor
/// would find in an entry of a clip set.
class PropertyEditing : public QObject {
  Q_OBJECT
 public:
  PropertyEditing(Session& session, QAbstractItemView& view);

  /// Opens the editor for a property over a cell. The value is set for all of `properties`, which
  /// have the same name, as one edit; if empty, only for `property`.
  void start(Path property, const QModelIndex& cell, std::vector<Path> properties = {});
  /// Opens the editor for a field of a prim, a property or the stage.
  void startField(Path object, Token field, const QModelIndex& cell);
  /// Opens the editor for an entry of a clip set.
  void startClipEntry(Path prim, const std::string& set, const std::string& key,
                      const QModelIndex& cell);
  /// Closes the editor without a change.
  void stop();
  /// The open editor; null if there is none.
  CellEditor* editor() const { return editor_; }

 private:
  using Find = std::function<EditableValue(const Stage& stage, const EditTargetState& target)>;

  void startWith(const QModelIndex& cell, Find find, std::vector<Path> objects = {});
  void open(const EditableValue& value);
  std::string set(const EditableValue& value, const std::string& text);
  void check(const EditableValue& value, const QString& hint);

  Session& session_;
  QAbstractItemView& view_;
  QPointer<CellEditor> editor_;
  QPersistentModelIndex cell_;
  std::vector<Path> objects_;  ///< The properties to set; if empty, that of the value.
  QTimer typing_;              ///< Fires when the user pauses.
  LatestTask reading_;
  LatestTask checking_;
};

}  // namespace usdscope
