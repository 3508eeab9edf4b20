// SPDX-License-Identifier: Apache-2.0
#include "app/actions/TreeActions.h"

#include <algorithm>

#include "app/actions/ActionParts.h"
#include "app/session/view/ShownColumns.h"
#include "engine/search/PrimColumns.h"
#include "engine/stage/Prim.h"

namespace usdscope {
namespace {

Prim leadingPrim(const ActionContext& c) { return c.session.subject().prim; }

bool isOfInstance(const ActionContext& c) {
  const Prim prim = leadingPrim(c);
  return prim && (prim.isInstance() || prim.isInstanceProxy());
}
bool isOfInstanceOrPrototype(const ActionContext& c) {
  const Prim prim = leadingPrim(c);
  return prim && (prim.isInstance() || prim.isInstanceProxy() || prim.isInPrototype());
}
bool hasMatches(const ActionContext& c) {
  const auto& found = c.session.found.value();
  return found && !found->found.empty();
}

template <bool ShownPrims::* Member>
ActionProblem toggleShown(const ActionContext& c, const Arguments&) {
  c.session.changeView(
      [](ViewSettings& view) { view.shownPrims.*Member = !(view.shownPrims.*Member); });
  return {};
}
template <bool ShownPrims::* Member>
bool arePrimsShown(const ActionContext& c) {
  return c.session.view.value().shownPrims.*Member;
}

template <TreeCommand Command, int Depth = 0>
ActionProblem changeTree(const ActionContext& c, const Arguments&) {
  return c.window.changeTree(Command, Depth);
}

ActionProblem openToDepth(const ActionContext& c, const Arguments& arguments) {
  const auto depth = arguments.empty() ? std::nullopt : numberOf(arguments[0]);
  if (!depth || *depth < 1 || *depth > 1000) return "Expected a depth from 1 on.";
  return c.window.changeTree(TreeCommand::OpenToDepth, static_cast<int>(*depth));
}

ActionProblem toggleColumn(const ActionContext& c, const Arguments& arguments) {
  std::string ids;
  std::uint32_t wanted = 0;
  for (const PrimColumnInfo& info : primColumns()) {
    if (info.column == PrimColumn::Name) continue;
    if (!arguments.empty() && arguments[0] == info.id) wanted = bitOf(info.column);
    ids += (ids.empty() ? "" : ", ") + std::string(info.id);
  }
  if (!wanted) return "Expected the name of a column: " + ids + ".";
  c.session.changeView([&](ViewSettings& view) { view.treeColumns = shownColumns(view) ^ wanted; });
  return {};
}

ActionProblem usualColumns(const ActionContext& c, const Arguments&) {
  c.session.changeView([](ViewSettings& view) { view.treeColumns = 0; });
  return {};
}

template <bool IsBackwards>
ActionProblem selectMatch(const ActionContext& c, const Arguments&) {
  return c.session.selectNextFound(IsBackwards);
}

ActionProblem findMentions(const ActionContext& c, const Arguments& arguments) {
  const std::string text =
      arguments.empty() ? c.session.selection.value().leading().text() : arguments[0];
  if (text.empty()) return "Expected a text.";
  return c.window.search("primTree", "mentions:\"" + text + '"');
}

ActionProblem selectRoot(const ActionContext& c, const Arguments&) {
  c.session.select({Path::root()});
  return {};
}

ActionProblem selectModel(const ActionContext& c, const Arguments&) {
  c.session.selectRelated(
      [](const Prim& prim, const std::stop_token&) { return enclosingModelOf(prim); });
  return {};
}

// Prototypes are shown from now on, else the selected prim would not be in the tree.
ActionProblem selectPrototype(const ActionContext& c, const Arguments&) {
  const Prim prim = leadingPrim(c);
  if (!prim) return "No prim is selected.";
  const RelatedPrims related = prototypeOf(prim);
  if (related.prims.empty()) return related.problem;
  c.session.changeView([](ViewSettings& view) { view.shownPrims.prototypes = true; });
  c.session.select(related.prims);
  return {};
}

ActionProblem selectInstances(const ActionContext& c, const Arguments&) {
  c.session.selectRelated(instancesOf);
  return {};
}

ActionProblem selectProxy(const ActionContext& c, const Arguments&) {
  c.session.selectRelated([](const Prim& prim, const std::stop_token&) { return proxyOf(prim); });
  return {};
}

ActionProblem selectRenderPrims(const ActionContext& c, const Arguments&) {
  c.session.selectRelated(renderedAs);
  return {};
}

// Without a name, selects the members of all collections of the prim.
ActionProblem selectMembers(const ActionContext& c, const Arguments& arguments) {
  c.session.selectRelated([arguments](const Prim& prim, const std::stop_token& stop) {
    const std::vector<std::string> names =
        arguments.empty() ? collectionNames(prim) : std::vector{arguments[0]};
    if (names.empty()) return RelatedPrims{{}, prim.path().text() + " has no collections."};
    RelatedPrims all;
    for (const std::string& name : names) {
      RelatedPrims members = membersOf(prim, name, stop);
      for (const Path path : members.prims) {
        if (std::ranges::find(all.prims, path) == all.prims.end()) all.prims.push_back(path);
      }
      if (all.problem.empty()) all.problem = members.problem;
    }
    return all;
  });
  return {};
}

using C = TreeCommand;

constexpr ActionRow kTreeRows[] = {
    {"showInactive", "Prim Tree", "Inactive Prims", "", "", always,
     arePrimsShown<&ShownPrims::inactive>, toggleShown<&ShownPrims::inactive>},
    {"showPrototypes", "Prim Tree", "Prototype Prims", "", "", always,
     arePrimsShown<&ShownPrims::prototypes>, toggleShown<&ShownPrims::prototypes>},
    {"showUndefined", "Prim Tree", "Undefined Prims (Overs)", "", "", always,
     arePrimsShown<&ShownPrims::undefined>, toggleShown<&ShownPrims::undefined>},
    {"showAbstract", "Prim Tree", "Abstract Prims (Classes)", "", "", always,
     arePrimsShown<&ShownPrims::abstract>, toggleShown<&ShownPrims::abstract>},
    {"showDisplayNames", "Prim Tree", "Use Display Names", "", "", always,
     arePrimsShown<&ShownPrims::displayNames>, toggleShown<&ShownPrims::displayNames>},
    {"treeColumn", "", "Show or Hide a Column", "", "COLUMN", always, nullptr, toggleColumn},
    {"usualColumns", "Prim Tree", "Usual Columns", "", "", always, nullptr, usualColumns},
    {"-", "Prim Tree", "", "", "", always, nullptr, nullptr},
    {"treeDepth", "", "Open to Depth", "", "DEPTH", hasDocument, nullptr, openToDepth},
    {"treeDepth1", "Prim Tree", "Level 1", "Alt+1", "", hasDocument, nullptr,
     changeTree<C::OpenToDepth, 1>},
    {"treeDepth2", "Prim Tree", "Level 2", "Alt+2", "", hasDocument, nullptr,
     changeTree<C::OpenToDepth, 2>},
    {"treeDepth3", "Prim Tree", "Level 3", "Alt+3", "", hasDocument, nullptr,
     changeTree<C::OpenToDepth, 3>},
    {"treeDepth4", "Prim Tree", "Level 4", "Alt+4", "", hasDocument, nullptr,
     changeTree<C::OpenToDepth, 4>},
    {"treeDepth5", "Prim Tree", "Level 5", "Alt+5", "", hasDocument, nullptr,
     changeTree<C::OpenToDepth, 5>},
    {"treeDepth6", "Prim Tree", "Level 6", "Alt+6", "", hasDocument, nullptr,
     changeTree<C::OpenToDepth, 6>},
    {"treeDepth7", "Prim Tree", "Level 7", "Alt+7", "", hasDocument, nullptr,
     changeTree<C::OpenToDepth, 7>},
    {"treeDepth8", "Prim Tree", "Level 8", "Alt+8", "", hasDocument, nullptr,
     changeTree<C::OpenToDepth, 8>},
    {"openAll", "Prim Tree", "All Levels", "Alt+9", "", hasDocument, nullptr,
     changeTree<C::OpenAll>},
    {"closeAll", "Prim Tree", "Close All", "Alt+0", "", hasDocument, nullptr,
     changeTree<C::CloseAll>},
    {"-", "Prim Tree", "", "", "", always, nullptr, nullptr},
    {"openSelection", "Prim Tree", "Open Everything Below Selection", "", "", hasSelection, nullptr,
     changeTree<C::OpenSelection>},
    {"closeSelection", "Prim Tree", "Close Everything Below Selection", "", "", hasSelection,
     nullptr, changeTree<C::CloseSelection>},
    {"showSelection", "Prim Tree", "Show Selection in Tree", "", "", hasSelection, nullptr,
     changeTree<C::ShowSelection>},
    {"nextMatch", "Select", "Next Match", "F3", "", hasMatches, nullptr, selectMatch<false>},
    {"previousMatch", "Select", "Previous Match", "Shift+F3", "", hasMatches, nullptr,
     selectMatch<true>},
    {"mentions", "Select", "Find Mentions of Prim", "", "TEXT", hasDocument, nullptr, findMentions},
    {"-", "Select", "", "", "", always, nullptr, nullptr},
    {"selectRoot", "Select", "Stage Root", "|", "", hasDocument, nullptr, selectRoot},
    {"selectModel", "Select", "Enclosing Model", "\\", "", hasSelection, nullptr, selectModel},
    {"selectPrototype", "Select", "Prototype of Instance", "", "", isOfInstance, nullptr,
     selectPrototype},
    {"selectInstances", "Select", "All Instances", "", "", isOfInstanceOrPrototype, nullptr,
     selectInstances},
    {"selectMembers", "Select", "Members of Collections", "", "NAME", hasSelection, nullptr,
     selectMembers},
    {"selectProxy", "Select", "Proxy of Render Prim", "", "", hasSelection, nullptr, selectProxy},
    {"selectRenderPrims", "Select", "Render Prims of Proxy", "", "", hasSelection, nullptr,
     selectRenderPrims},
    {"treeHelp", "Help", "Search Terms and Colours", "", "", always, nullptr,
     changeTree<C::ShowHelp>},
};

}  // namespace

std::span<const ActionRow> treeActionRows() { return kTreeRows; }

}  // namespace usdscope
