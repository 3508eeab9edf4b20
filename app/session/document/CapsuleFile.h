// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <memory>
#include <set>
#include <stop_token>
#include <string>

#include "app/session/memory/RememberedScene.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// A capsule that the window makes; see files/Capsule.h.
struct CapsuleRequest {
  std::string file;  ///< An absolute path.
  std::shared_ptr<const Stage> stage;
  RememberedScene scene;  ///< How the scene is now.
  QImage picture;         ///< Null if there is none.
  double from = 0.0;      ///< The frames whose clips are packed.
  double to = 0.0;
  std::set<std::string> edited = {};  ///< Identifiers of layers that differ from their files.
};

/// Writes a capsule. Reads files and resolves values, on any thread. Returns a sentence that says
/// that it is written, or why not.
std::string writeCapsule(const CapsuleRequest& request, const std::stop_token& stop);

/// Returns how a scene from a capsule is to be shown; null if `file` is another kind of file.
/// Reads files, on any thread.
std::shared_ptr<const RememberedScene> sceneOfCapsule(const std::string& file);

}  // namespace usdscope
