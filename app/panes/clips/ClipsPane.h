// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>
#include <cstdint>
#include <thread>

#include "app/session/Session.h"

namespace usdscope {

class ClipsView;

/// Shows the clip sets that reach the leading prim; see ClipsView. First the metadata is shown,
/// then what the clip files hold. The verb `clips` reports the same.
class ClipsPane : public QScrollArea {
  Q_OBJECT
 public:
  explicit ClipsPane(Session& session, QWidget* parent = nullptr);

  /// The sentence above the first lane; empty without clips.
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
