// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session/InspectedRow.h"
#include "app/session/tasks/LatestTask.h"
#include "engine/author/EditTarget.h"

namespace usdscope {

class Session;

/// The layer and site to which the edits of the user are written.
struct EditTargetState {
  std::optional<EditTarget> target;  ///< Empty for the session layer.

  bool isSession() const { return !target; }
  /// A description for people: "session layer", "shot.usda", "{look=red} of </A> in shot.usda".
  std::string text() const { return target ? target->text() : "session layer"; }
  bool operator==(const EditTargetState&) const = default;
};

/// A layer of the root layer stack.
struct LocalLayer {
  std::string identifier;
  std::size_t depth = 0;  ///< Its depth among the sublayers.
};

/// The commands that set Session::editTarget. They work in the background; if a target is
/// impossible, they set Session::note. If the layer of the target leaves the stage, the session
/// layer takes its place, with a note. Commands return a sentence that says why they cannot start;
/// else empty. GUI thread only.
class EditTargetChoice : public QObject {
  Q_OBJECT
 public:
  explicit EditTargetChoice(Session& session);

  /// The layers of the root layer stack that can be chosen, strongest first, without the session
  /// layer. Empty if nothing is open.
  std::vector<LocalLayer> localLayers() const;

  void chooseSession();
  /// A layer of the root layer stack, named as for StageEditor; `session` is the session layer.
  std::string chooseLayer(const std::string& layer);
  /// The selected variant of a variant set of the leading prim, in the layer of the present target
  /// or, if it is not local, in the session layer. Nested variant sets stay nested.
  std::string chooseVariant(const std::string& set);
  /// A row of the Composition pane for the leading prim: 1 for the first.
  std::string chooseNode(std::size_t row);
  /// The layer and site of a row of a pane. The site must be one of the leading prim.
  std::string chooseRow(const InspectedRow& row);

 private:
  using Choose = std::function<EditTargetResult(const Stage& stage)>;

  std::string start(Choose choose);
  std::string startForPrim(std::function<EditTargetResult(const Prim& prim)> choose);
  void check();

  Session& session_;
  LatestTask choosing_;
};

}  // namespace usdscope
