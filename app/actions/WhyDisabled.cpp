// SPDX-License-Identifier: Apache-2.0
#include "app/actions/WhyDisabled.h"

#include <algorithm>
#include <initializer_list>

#include "app/session/view/DisplayColors.h"

namespace usdscope {
namespace {

struct Reason {
  std::string_view sentence;
  std::initializer_list<std::string_view> ids;
};

bool find(std::initializer_list<Reason> reasons, std::string_view id, std::string& sentence) {
  for (const Reason& reason : reasons) {
    if (std::ranges::find(reason.ids, id) == reason.ids.end()) continue;
    sentence = reason.sentence;
    return true;
  }
  return false;
}

// Actions that lack the same thing whether a scene is open or not.
const std::initializer_list<Reason>& always() {
  static const std::initializer_list<Reason> reasons = {
      {"Nothing is being loaded, saved, recorded, searched for motion or read from clips.",
       {"cancel"}},
      {"No earlier session has left unsaved edits.", {"restoreEdits", "discardEdits"}},
      {"Edits go to the session layer already.", {"editTargetSession"}},
      {"Show the bones first.", {"bonesOfSelected", "jointNames", "jointAxes"}},
      {"No rule is ignored.", {"showIgnoredRules"}},
      {"There are no recent files.", {"forgetRecent", "clearRecent"}},
      {"There are no notices.", {"dismissNotices"}},
      {"The complexity is low already.", {"complexityDown"}},
      {"The complexity is very high already.", {"complexityUp"}},
      {"Exposure and gamma have their usual values.", {"resetExposure"}},
      {"The sample scene is not installed.", {"openSample"}},
      {"No key has been changed.", {"resetShortcuts"}},
      {"The font has its largest or smallest size.", {"largerFont", "smallerFont"}},
  };
  return reasons;
}

const std::initializer_list<Reason>& inScene() {
  static const std::initializer_list<Reason> reasons = {
      {"The scene has no cameras.", {"cameras"}},
      {"Nothing in this scene is animated.",
       {"play",
        "playForward",
        "playReversed",
        "nextFrame",
        "previousFrame",
        "firstFrame",
        "lastFrame",
        "rangeIn",
        "rangeOut",
        "resetIn",
        "resetOut",
        "playRange",
        "shuttleBackward",
        "shuttleStop",
        "shuttleForward",
        "slideRange",
        "zoomTimeline",
        "step",
        "holdPlayhead",
        "releasePlayhead"}},
      {"No attribute has several samples outside of clips.", {"useSampleRange"}},
      {"The scene has no authored range with frames to play.", {"useAuthoredRange"}},
      {"The timeline shows the whole range.", {"wholeTimeline"}},
      {"This scene has no markers.",
       {"removeMarker", "renameMarker", "marker", "nextMarker", "previousMarker"}},
      {"No files have changed since they were read.", {"reloadChanged"}},
      {"No sound has been chosen.", {"forgetSound"}},
      {"The whole range plays.", {"resetRange"}},
      {"The selection has no two samples at different times.", {"playSamples"}},
      {"The whole scene is open.", {"openWhole"}},
      {"This scene has no named views.", {"showView", "deleteView"}},
      {"The selection has no time samples.", {"nextSample", "previousSample"}},
      {"No other version is compared.", {"compareNoVersion"}},
      {"There is nothing to undo.", {"undo"}},
      {"There is nothing to redo.", {"redo"}},
      {"There are no edits.", {"resetSession", "chooseEdits"}},
      {"Select rows of Edits that apply first.", {"revertEdits"}},
      {"Select rows of Edits first.", {"saveEdits"}},
      {"No layer has unsaved edits.", {"saveAll", "save"}},
      {"There are no findings to clear.", {"clearMotion"}},
      {"Pops, frozen animation and seams: none has been found so far. Time › Find Pops, Frozen and "
       "Seams looks at all attributes.",
       {"nextMotion", "previousMotion"}},
      {"The search has found no prims.", {"nextMatch", "previousMatch"}},
      {"Select an instance, or a prim in one, first.", {"selectPrototype", "selectInstances"}},
      {"Select a camera first.", {"setCamera"}},
      {"Click a row of a layer first; the root layer and muted layers cannot be muted.",
       {"mute", "solo"}},
      {"The layer of the row that was clicked last is not muted.", {"unmute"}},
      {"Click a row of a layer with a file first.",
       {"copyLayerPath", "reloadLayer", "openInEditor"}},
      {"Click a row of a layer first.", {"copyLayerIdentifier", "layerText", "editTargetRow"}},
      {"Click a row of a spec first.", {"copyObjectPath", "copyRowText"}},
      {"Click a row with a value first.", {"copyRowName", "copyRowValue"}},
      {"Choose a joint in the Skel pane first.",
       {"weights", "copyJointPath", "copyLocalMatrix", "copySkelMatrix", "copyWorldMatrix"}},
      {"Choose a blend shape in the Skel pane first.",
       {"offsets", "soloShape", "zeroShape", "fullShape", "shapeWeight"}},
      {"No weight of a blend shape is set by hand.", {"resetShapes"}},
      {"Select an attribute first.", {"plot", "pinPlot", "watch", "nextNan", "markElements"}},
      {"The plot has no kept attributes.", {"clearPlot"}},
      {"The selected attribute is not watched.", {"unwatch"}},
      {"Show a plot in the Value pane first.", {"framePlot", "zoomPlot"}},
      {"No prims are pinned.", {"unpinProperties"}},
      {"Click a row of a prim or property first.", {"selectObject"}},
      {"No points lie outside authored extents, as far as Check Skinning has looked.",
       {"worstFrame"}},
      {"There are no problems.", {"copyProblems", "showProblem", "problemSource"}},
      {"The Clips pane was not stopped while it read clips.", {"readClipsOn"}},
      {"Click a finding of the clip doctor that has a correction first.", {"fixClips"}},
      {"Click a row of Problems first.",
       {"copyProblem", "ignoreRule", "problemText", "problemLayer"}},
  };
  return reasons;
}

}  // namespace

std::string whyDisabled(const ActionRow& row, const ActionContext& context) {
  std::string sentence;
  if (find(always(), row.id, sentence)) return sentence;
  const std::string_view id = row.id;
  if (id == "openColorIo" || id.starts_with("ocio")) return whyNoOpenColorIo();
  if (!context.session.document.value().isOpen()) return "Open a scene first.";
  if (find(inScene(), row.id, sentence)) return sentence;
  const Selection& selection = context.session.selection.value();
  if (selection.leading().isEmpty()) return "Select a prim first.";
  if (!selection.property) return "Select a property first.";
  return "This cannot be done now.";
}

}  // namespace usdscope
