// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <string>
#include <vector>

#include "app/session/tasks/LatestTask.h"
#include "engine/layer/LayerEdit.h"
#include "engine/layer/Path.h"
#include "engine/stage/Stage.h"

namespace usdscope {

class EditTarget;
class Session;
struct ClipTimesResult;

/// Commands that change clip sets and have to look at their clips first, in the background. The
/// edits are commands of StageEditor, each one step. A command returns a sentence that says why it
/// cannot start; if it turns out to be impossible, Session::note says why. GUI thread only.
class ClipEdits : public QObject {
  Q_OBJECT
 public:
  /// The commands of a session.
  static ClipEdits& of(Session& session);

  /// Moves the start of a clip of the prim's set from a stage time to another one, in the edit
  /// target. See movedSeam().
  std::string moveSeam(Path prim, const std::string& set, double from, double to);
  /// Repeats the clips of a set before and after their own times over the range that plays, in the
  /// session layer.
  std::string loop(Path prim, const std::string& set);
  /// Takes back loop().
  std::string hold(Path prim, const std::string& set);
  /// Applies the correction of a finding of the clip doctor (ClipFinding::id) in the sets of a prim
  /// and its ancestors, in the edit target or in the manifest. An empty `set` stands for all of
  /// them.
  std::string fix(Path prim, const std::string& set, const std::string& finding);

 private:
  /// An entry of a clip set as text.
  struct Entry {
    Path prim;
    std::string set;
    std::string key;
    std::string text;
  };
  /// Edits of a layer, with their sentence.
  struct LayerChange {
    std::string sentence;
    std::string layer;
    std::vector<LayerEdit> edits;
  };
  struct Made {
    std::vector<Entry> entries;
    std::vector<LayerChange> layers;
    std::string problem;
  };

  explicit ClipEdits(Session& session);
  std::string start(std::function<Made(const Stage& stage, const std::stop_token& stop)> make,
                    std::function<void(const Made& made)> apply);

  void apply(const Made& made);
  /// The change of `active` and `times` in the layer of an edit target. May set `problem`.
  static LayerChange seamChange(const Stage& stage, const EditTarget& target, Path prim,
                                const std::string& set, const ClipTimesResult& moved,
                                std::string& problem);

  Session& session_;
  LatestTask making_;
};

}  // namespace usdscope
