// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <vector>

#include "app/session/Session.h"
#include "app/session/tasks/LatestTask.h"
#include "app/viewport/Hud.h"
#include "engine/render/Renderer.h"
#include "engine/report/rows/PrimFacts.h"
#include "engine/report/skel/PoseSource.h"

namespace usdscope {

/// Finds the facts about the prim under the pointer, in the background. Keeps the bindings of the
/// materials and skeletons that it has found while the stage stays the same. GUI thread only.
class Rollover : public QObject {
  Q_OBJECT
 public:
  explicit Rollover(Session& session);

  /// Looks up the prim that was hit. The facts of the prim before stay until they are found.
  void showFor(const PickResult& hit);
  void forget();
  /// The prim of the facts, with the instance that was hit; empty if there are none.
  const std::optional<PickedPrim>& pointed() const { return pointed_; }
  /// The facts to show; empty if there are none.
  const std::optional<PrimFacts>& facts() const { return facts_; }
  /// Adds the box with the facts. Moves the text at the pointer into the box.
  void addTo(HudState& hud) const;

 Q_SIGNALS:
  void changed();

 private:
  /// The bindings of one stage, which serve all its frames. Used by the task's thread only.
  struct Bindings {
    std::weak_ptr<const Stage> stage;
    std::unique_ptr<MaterialBindings> found;
    std::unique_ptr<PoseSources> poses;
  };

  void show(std::optional<PrimFacts> facts, std::optional<PickedPrim> pointed);

  Session& session_;
  std::optional<PrimFacts> facts_;
  std::optional<PickedPrim> pointed_;
  Bindings bindings_;
  LatestTask task_;
};

/// Returns the facts as rows of a box; the path of the prim comes first.
std::vector<HudRow> rowsOfFacts(const PrimFacts& facts);

}  // namespace usdscope
