// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <string>

#include "engine/report/clips/ClipContentsStore.h"

namespace usdscope {

class Session;

/// The contents of the clips of a scene that reports have read. The Clips pane, Problems and
/// corrections share them, so that each version of a file is read once. They take an eighth of the
/// memory for clips at most. GUI thread only; the store itself is thread-safe.
class KnownClips : public QObject {
  Q_OBJECT
 public:
  /// The clips of the scene of a session.
  static KnownClips& of(Session& session);

  /// Never null. Another scene and another budget have another store; work that is running goes on
  /// with the store that it has.
  const std::shared_ptr<ClipContentsStore>& store();

 private:
  explicit KnownClips(Session& session);

  void forget();

  Session& session_;
  std::string file_;  ///< The scene of `store_`.
  std::shared_ptr<ClipContentsStore> store_;
};

}  // namespace usdscope
