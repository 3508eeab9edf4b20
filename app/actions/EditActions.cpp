// SPDX-License-Identifier: Apache-2.0
#include "app/actions/EditActions.h"

#include "app/actions/ActionParts.h"

namespace usdscope {
namespace {

/// The paths in the arguments, or the selected prims if there are no arguments.
struct WantedPrims {
  StageEditor::Prims prims;
  ActionProblem problem;
};
WantedPrims wantedPrims(const ActionContext& c, const Arguments& arguments) {
  if (arguments.empty()) return {c.session.selection.value().prims, {}};
  WantedPrims wanted;
  for (const std::string& argument : arguments) {
    const Path path = Path::fromText(argument);
    if (!path.isRootOrPrim()) return {{}, argument + " is not the path of a prim."};
    wanted.prims.push_back(path);
  }
  return wanted;
}

/// Runs a command of the editor that takes prims and some more arguments.
template <auto Command, auto... More>
ActionProblem onPrims(const ActionContext& c, const Arguments& arguments) {
  const WantedPrims wanted = wantedPrims(c, arguments);
  if (!wanted.problem.empty()) return wanted.problem;
  return (c.session.editor().*Command)(wanted.prims, More...);
}

ActionProblem chooseVariant(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() == 2) {
    return c.session.editor().setVariant(c.session.selection.value().prims, arguments[0],
                                         arguments[1]);
  }
  if (arguments.size() != 3) return "Expected a prim, a variant set and a variant.";
  return c.session.editor().setVariant({Path::fromText(arguments[0])}, arguments[1], arguments[2]);
}

ActionProblem markLayer(const ActionContext& c, const Arguments& arguments) {
  c.session.markLayer(arguments.empty() ? std::string() : arguments[0]);
  return {};
}

using E = StageEditor;

constexpr ActionRow kEditRows[] = {
    {"undo", "Edit", "Undo", "Ctrl+Z", "",
     [](const ActionContext& c) { return c.session.edits.value().canUndo(); }, nullptr,
     [](const ActionContext& c, const Arguments&) { return c.session.editor().undo(); }},
    {"redo", "Edit", "Redo", "Ctrl+Shift+Z", "",
     [](const ActionContext& c) { return c.session.edits.value().canRedo(); }, nullptr,
     [](const ActionContext& c, const Arguments&) { return c.session.editor().redo(); }},
    {"resetSession", "Edit", "Revert All Edits", "", "",
     [](const ActionContext& c) { return c.session.hasSessionEdits(); }, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.session.editor().revertAll();
       return ActionProblem();
     }},
    {"-", "Edit", "", "", "", always, nullptr, nullptr},
    {"makeVisible", "Edit", "Make Visible", "Shift+H; Ctrl+Shift+H", "PATH…", hasSelection, nullptr,
     onPrims<&E::setVisible, true>},
    {"makeInvisible", "Edit", "Make Invisible", "Ctrl+H", "PATH…", hasSelection, nullptr,
     onPrims<&E::setVisible, false>},
    {"visOnly", "Edit", "Vis Only", "Alt+H", "PATH…", hasSelection, nullptr, onPrims<&E::showOnly>},
    {"removeVisibility", "Edit", "Remove Session Visibility", "Ctrl+U", "PATH…", hasSelection,
     nullptr, onPrims<&E::removeVisibility>},
    {"resetVisibility", "Edit", "Reset All Session Visibility", "Shift+U", "", hasDocument, nullptr,
     [](const ActionContext& c, const Arguments&) { return c.session.editor().resetVisibility(); }},
    {"-", "Edit", "", "", "", always, nullptr, nullptr},
    {"activate", "Edit", "Activate", "", "PATH…", hasSelection, nullptr,
     onPrims<&E::setActive, true>},
    {"deactivate", "Edit", "Deactivate", "", "PATH…", hasSelection, nullptr,
     onPrims<&E::setActive, false>},
    {"load", "Edit", "Load", "", "PATH…", hasSelection, nullptr, onPrims<&E::setLoaded, true>},
    {"unload", "Edit", "Unload", "", "PATH…", hasSelection, nullptr, onPrims<&E::setLoaded, false>},
    {"instanceable", "Edit", "Make Instanceable", "", "PATH…", hasSelection, nullptr,
     onPrims<&E::setInstanceable, true>},
    {"breakInstance", "Edit", "Break Instance", "", "PATH…", hasSelection, nullptr,
     onPrims<&E::setInstanceable, false>},
    {"variant", "", "Choose Variant", "", "[PATH] SET NAME", hasDocument, nullptr, chooseVariant},
    {"markLayer", "", "Mark Prims of Layer", "", "IDENTIFIER", hasDocument, nullptr, markLayer},
};

}  // namespace

std::span<const ActionRow> editActionRows() { return kEditRows; }

}  // namespace usdscope
