// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "app/panes/PaneTask.h"
#include "app/session/document/VersionNames.h"
#include "engine/inspect/StageDiff.h"

class QLabel;
class QListWidget;

namespace usdscope {

class ElidedLabel;

/// The attributes below the selected prim, or of the whole stage, that change from the frame before
/// the playhead to the playhead, and from there to the next frame: those that jump first, each with
/// the reason and the layers or clips on both sides. A click selects the attribute. The verb `find
/// --between` reports the same.
///
/// While the picture compares the frame at the playhead (A) with another one (B), lists instead the
/// values that differ between the two, with the layer or clip that supplies each side. The verb
/// `diff --stage --at --tolerance 1e-6` reports the same, unless the tolerance is another one.
///
/// While the scene is compared with another version, the second side is that of the version, and a
/// strip shows the frames at which something differs. A field sets the tolerance of compared
/// values.
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
    /// The times A and B if two frames are compared.
    std::optional<ComparedTimes> compared = {};
    std::weak_ptr<const Stage> version = {};  ///< The stage of B, if it is another one.
    VersionNames names = {};                  ///< The names of both versions, if there are two.
    double tolerance = 0.0;                   ///< The tolerance of the values.
    bool isSame(const Request& other) const;
  };

  QWidget* makeToleranceLine();
  void refresh();
  LatestTask::Show compare(const Stage& stage, const Stage& version, const Request& request,
                           const TaskRun& run);
  void show(const QString& heading, std::vector<Row> rows);
  void showMessage(const QString& message);

  Session& session_;
  ElidedLabel* heading_;
  QWidget* toleranceLine_;
  QListWidget* list_;
  QLabel* empty_;
  std::vector<Row> rows_;
  std::optional<Request> request_;
  PaneTask task_;
};

}  // namespace usdscope
