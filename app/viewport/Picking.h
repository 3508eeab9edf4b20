// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <QRect>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session/view/PickMode.h"

namespace usdscope {

class PictureDrawing;
class Session;

/// An object of the picture, and the prim that the pick mode selects for it.
struct PickedObject {
  PickResult hit;
  PickedPrim picked;
  std::string type;  ///< The type name of the picked prim; may be empty.
};

/// Finds prims in the picture as the pick mode of the user says, on another thread. Places are in
/// pixels of the picture. GUI thread only.
class Picking {
 public:
  Picking(Session& session, PictureDrawing& drawing) : session_(session), drawing_(drawing) {}

  /// The most prims in a list, and the most that a rectangle selects.
  static constexpr std::size_t kMostListed = 20;
  static constexpr std::size_t kMostSelected = 5000;

  /// Calls `use` with the object at a pixel; with nothing if there is none. `guide` is a prim that
  /// is drawn over the scene there, and is found before all others.
  void find(const QPoint& pixel, std::function<void(const std::optional<PickedObject>&)> use,
            const std::optional<Path>& guide = {});
  /// Calls `use` with the prims at a pixel, each once, from front to back.
  void list(const QPoint& pixel, std::function<void(const std::vector<PickedObject>&)> use,
            const std::optional<Path>& guide = {});
  /// Selects the prims that can be seen in a rectangle, and those that are drawn over the scene
  /// there.
  void select(const QRect& pixels, SelectionChange change, const std::vector<Path>& guides = {});

 private:
  Session& session_;
  PictureDrawing& drawing_;
};

}  // namespace usdscope
