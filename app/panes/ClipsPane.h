// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>
#include <cstdint>
#include <thread>

#include "app/session/Session.h"

namespace usdscope {

class ClipsView;

/// Shows the clip sets that reach the leading prim; see ClipsView. The verb `clips` says the same.
/// The clips themselves are read in the background.
class ClipsPane : public QScrollArea {
  Q_OBJECT
 public:
  explicit ClipsPane(Session& session, QWidget* parent = nullptr);

  /// What stands beside the playhead of the first lane; empty without clips.
  QString sentence() const;

 protected:
  QSize minimumSizeHint() const override { return {200, 90}; }

 private:
  void refresh();
  void readClips(const Prim& prim);

  Session& session_;
  ClipsView* view_;
  std::uint64_t generation_ = 0;  ///< Answers for older ones are dropped.
  std::jthread reader_;           ///< The last member: it ends before the others.
};

}  // namespace usdscope
