// SPDX-License-Identifier: Apache-2.0
#include "app/window/ContextMenuTable.h"

namespace usdscope {
namespace {

using Id = std::string_view;

constexpr Id kPrim[] = {"frameSelection",
                        "setCamera",
                        "-",
                        "why",
                        "copyWhy",
                        "copyWhyText",
                        "copyWhyPicture",
                        "-",
                        "copyPath",
                        "copyModelPath",
                        "copyPrimText",
                        "-",
                        "makeVisible",
                        "makeInvisible",
                        "visOnly",
                        "removeVisibility",
                        "-",
                        "load",
                        "unload",
                        "activate",
                        "deactivate",
                        "instanceable",
                        "breakInstance",
                        "-",
                        "openSelection",
                        "selectModel",
                        "selectMaterial",
                        "selectFullMaterial",
                        "selectBinding",
                        "selectPrototype",
                        "selectInstances",
                        "selectProxy",
                        "selectRenderPrims",
                        "mentions"};
constexpr Id kProperty[] = {"whyValue",
                            "-",
                            "copyPropertyName",
                            "copyPropertyPath",
                            "copyValue",
                            "copyPropertyText",
                            "copyWhy",
                            "copyWhyText",
                            "copyWhyPicture",
                            "-",
                            "selectTargets",
                            "copyTargets",
                            "-",
                            "editValue",
                            "block",
                            "clear",
                            "clearKey",
                            "clearAll",
                            "clearTargets",
                            "-",
                            "plot",
                            "pinPlot",
                            "watch",
                            "pinProperties",
                            "-",
                            "authoredOnly"};
constexpr Id kValue[] = {"whyValue",         "-",         "copyValue", "copyPropertyName",
                         "copyPropertyPath", "-",         "plot",      "pinPlot",
                         "framePlot",        "clearPlot", "nextNan"};
constexpr Id kLayerRow[] = {"editTargetRow",
                            "-",
                            "mute",
                            "unmute",
                            "solo",
                            "-",
                            "layerText",
                            "openInEditor",
                            "save",
                            "reloadLayer",
                            "-",
                            "copyLayerPath",
                            "copyLayerIdentifier",
                            "copyObjectPath",
                            "copyRowValue",
                            "copyRowText",
                            "-",
                            "copyWhy",
                            "copyWhyText",
                            "copyWhyPicture"};
constexpr Id kField[] = {
    "copyRowName",         "copyRowValue",   "-", "layerText", "openInEditor", "-", "copyLayerPath",
    "copyLayerIdentifier", "copyObjectPath", "-", "clearMeta", "editTargetRow"};
constexpr Id kSite[] = {"editTargetRow",
                        "-",
                        "mute",
                        "unmute",
                        "solo",
                        "-",
                        "layerText",
                        "openInEditor",
                        "save",
                        "reloadLayer",
                        "-",
                        "copyLayerPath",
                        "copyLayerIdentifier",
                        "copyObjectPath",
                        "copyRowText"};
constexpr Id kEdit[] = {"revertEdits", "resetSession", "-", "saveEdits", "-", "undo", "redo"};
constexpr Id kWatch[] = {"whyValue", "-",         "unwatch",          "clearPlot", "-",
                         "plot",     "copyValue", "copyPropertyPath", "-",         "editValue"};
constexpr Id kClip[] = {
    "frameClips",  "-",           "clipTimeMap", "clipMatrix",   "clipMemory",
    "tryClipSets", "clipEntries", "-",           "readClipsOn",  "readClipsAhead",
    "evictClip",   "evictClips",  "-",           "copyRowValue", "copyObjectPath"};
constexpr Id kClipFinding[] = {"fixClips",      "-", "tryClipSets", "clipEntries", "copyRowValue",
                               "copyObjectPath"};
constexpr Id kProblem[] = {"fixClips",
                           "problemText",
                           "problemLayer",
                           "-",
                           "copyProblem",
                           "copyProblems",
                           "-",
                           "copyLayerPath",
                           "copyLayerIdentifier",
                           "copyObjectPath",
                           "-",
                           "ignoreRule",
                           "showIgnoredRules"};
constexpr Id kJoint[] = {"copyJointPath", "-", "copyLocalMatrix", "copySkelMatrix",
                         "copyWorldMatrix"};
constexpr Id kSkinCheck[] = {"copyRowValue", "copyObjectPath", "-", "selectObject", "worstFrame"};
constexpr Id kShape[] = {"soloShape", "zeroShape", "fullShape", "-", "resetShapes", "offsets"};

constexpr struct {
  std::string_view kind;
  std::span<const Id> actions;
} kContextMenus[] = {{"prim", kPrim},       {"property", kProperty},
                     {"value", kValue},     {"layerRow", kLayerRow},
                     {"field", kField},     {"site", kSite},
                     {"clip", kClip},       {"clipFinding", kClipFinding},
                     {"problem", kProblem}, {"joint", kJoint},
                     {"shape", kShape},     {"skinCheck", kSkinCheck},
                     {"edit", kEdit},       {"watch", kWatch}};

}  // namespace

std::span<const std::string_view> contextMenuActions(std::string_view kind) {
  for (const auto& menu : kContextMenus) {
    if (menu.kind == kind) return menu.actions;
  }
  return {};
}

}  // namespace usdscope
