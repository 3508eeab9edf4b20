// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/panes/clips/ClipMatrixView.h"
#include "app/session/Session.h"

namespace usdscope {

class ElidedLabel;

/// The matrix of a clip set, which is read in the background while the page is visible, with its
/// progress. Another set, another stage, or hiding the page cancels the reading.
class ClipMatrixPage : public QWidget {
  Q_OBJECT
 public:
  explicit ClipMatrixPage(Session& session, QWidget* parent = nullptr);

  /// Files that `store` knows are not read again.
  void showLane(std::shared_ptr<const Stage> stage, const ClipLane& lane,
                std::shared_ptr<ClipContentsStore> store);
  void showNothing();
  ClipMatrixView& view() { return *view_; }
  const QString& text() const { return text_; }

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void say(const QString& text);

  ElidedLabel* heading_;
  ClipMatrixView* view_;
  QString text_;
  std::shared_ptr<const Stage> stage_;
  Path prim_;
  std::string set_;
  LatestTask task_;
};

}  // namespace usdscope
