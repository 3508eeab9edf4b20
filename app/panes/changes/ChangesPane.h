// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "app/panes/PaneTask.h"

class QLabel;
class QListWidget;

namespace usdscope {

class ElidedLabel;

/// The attributes below the selected prim, or of the whole stage, that change from the frame before
/// the playhead to the playhead, and from there to the next frame: those that jump first, each with
/// the reason and the layers or clips on both sides. A click selects the attribute. The verb `find
/// --between` reports the same.
class ChangesPane : public QWidget {
  Q_OBJECT
 public:
  explicit ChangesPane(Session& session, QWidget* parent = nullptr);

  /// One line of the list: the heading of a pair of frames, or a change.
  struct Row {
    QString text;
    Path attribute;  ///< Empty for a heading.
    bool isJump = false;
  };
  const std::vector<Row>& rows() const { return rows_; }

 private:
  /// The inputs of the list.
  struct Request {
    std::weak_ptr<const Stage> stage;
    Path root;
    double time = 0.0;
    double frame = 1.0;  ///< Time codes per frame.
    bool isSame(const Request& other) const;
  };

  void refresh();
  void show(const QString& heading, std::vector<Row> rows);
  void showMessage(const QString& message);

  Session& session_;
  ElidedLabel* heading_;
  QListWidget* list_;
  QLabel* empty_;
  std::vector<Row> rows_;
  std::optional<Request> request_;
  PaneTask task_;
};

}  // namespace usdscope
