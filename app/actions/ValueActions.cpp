// SPDX-License-Identifier: Apache-2.0
#include "app/actions/ValueActions.h"

#include <cmath>

#include "app/actions/ActionParts.h"

namespace usdscope {
namespace {

using E = StageEditor;

/// The objects that an action works on, and its other arguments.
struct Wanted {
  std::vector<Path> objects;
  Arguments rest;
};

// Takes the path of a property from the front, or the selected property of all selected prims.
Wanted wantedProperties(const ActionContext& c, const Arguments& arguments) {
  const Path path = arguments.empty() ? Path() : Path::fromText(arguments[0]);
  if (path.isProperty()) return {{path}, {arguments.begin() + 1, arguments.end()}};
  Wanted wanted{{}, arguments};
  const Selection& selection = c.session.selection.value();
  if (!selection.property) return wanted;
  for (const Path prim : selection.prims) {
    wanted.objects.push_back(prim.property(selection.property));
  }
  return wanted;
}

// Takes the path of a prim from the front, or all selected prims.
Wanted wantedPrimValues(const ActionContext& c, const Arguments& arguments) {
  const Path path = arguments.empty() ? Path() : Path::fromText(arguments[0]);
  if (path.isRootOrPrim()) return {{path}, {arguments.begin() + 1, arguments.end()}};
  return {c.session.selection.value().prims, arguments};
}

// Joins the arguments of a value, in which blanks are allowed.
std::string joined(const Arguments& arguments, std::size_t first = 0) {
  std::string text;
  for (std::size_t i = first; i < arguments.size(); ++i) {
    text += (i == first ? "" : " ") + arguments[i];
  }
  return text;
}

ActionProblem editTarget(const ActionContext& c, const Arguments& arguments) {
  EditTargetChoice& choice = c.session.targetChoice();
  if (arguments.size() == 1) return choice.chooseLayer(arguments[0]);
  if (arguments.size() == 2 && arguments[0] == "variant") return choice.chooseVariant(arguments[1]);
  if (arguments.size() == 2 && arguments[0] == "node") {
    const auto row = numberOf(arguments[1]);
    const bool isRow = row && *row >= 1 && *row <= 1e6 && *row == std::floor(*row);
    return isRow ? choice.chooseNode(std::size_t(*row))
                 : arguments[1] + " is not a row of Composition; expected a number from 1.";
  }
  return "Expected session, a layer, variant SET or node NUMBER.";
}

ActionProblem editValue(const ActionContext& c, const Arguments&) {
  c.window.showPane("properties");
  c.session.wantEditing();
  return {};
}

template <E::ValuePlace Place>
ActionProblem setValue(const ActionContext& c, const Arguments& arguments) {
  const Wanted wanted = wantedProperties(c, arguments);
  if (wanted.rest.empty()) return "Expected a value.";
  return c.session.editor().setValue(wanted.objects, joined(wanted.rest), Place);
}

template <E::ValuePlace Place>
ActionProblem clearValue(const ActionContext& c, const Arguments& arguments) {
  const Wanted wanted = wantedProperties(c, arguments);
  if (!wanted.rest.empty()) return wanted.rest[0] + " is not the path of a property.";
  return c.session.editor().clearValue(wanted.objects, Place);
}

/// Runs a command of the editor that takes properties.
template <auto Command>
ActionProblem onProperties(const ActionContext& c, const Arguments& arguments) {
  const Wanted wanted = wantedProperties(c, arguments);
  if (!wanted.rest.empty()) return wanted.rest[0] + " is not the path of a property.";
  return (c.session.editor().*Command)(wanted.objects);
}

/// Runs a command of the editor that takes properties and a target. Without a property, the last
/// argument is the target of the selected property.
template <auto Command>
ActionProblem onTarget(const ActionContext& c, const Arguments& arguments) {
  if (arguments.empty() || arguments.size() > 2) return "Expected a property and a target.";
  const Path target = Path::fromText(arguments.back());
  if (target.isEmpty()) return arguments.back() + " is not a path.";
  const Arguments property(arguments.begin(), arguments.end() - 1);
  const Wanted wanted = wantedProperties(c, property);
  if (!wanted.rest.empty()) return wanted.rest[0] + " is not the path of a property.";
  return (c.session.editor().*Command)(wanted.objects, target);
}

ActionProblem setTargets(const ActionContext& c, const Arguments& arguments) {
  const Path property = arguments.empty() ? Path() : Path::fromText(arguments[0]);
  if (!property.isProperty()) return "Expected a property and its targets.";
  std::vector<Path> targets;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    targets.push_back(Path::fromText(arguments[i]));
    if (targets.back().isEmpty()) return arguments[i] + " is not a path.";
  }
  return c.session.editor().setTargets({property}, targets);
}

ActionProblem setMetadata(const ActionContext& c, const Arguments& arguments) {
  const Path path = arguments.empty() ? Path() : Path::fromText(arguments[0]);
  const bool isProperty = path.isProperty();
  const Wanted wanted =
      isProperty ? wantedProperties(c, arguments) : wantedPrimValues(c, arguments);
  if (wanted.rest.size() < 2) return "Expected a field and a value.";
  return c.session.editor().setMetadata(wanted.objects, Token(wanted.rest[0]),
                                        joined(wanted.rest, 1));
}

// The field of the inspected row, or of the arguments.
ActionProblem clearMetadata(const ActionContext& c, const Arguments& arguments) {
  const Subject subject = c.session.subject();
  if (!arguments.empty()) {
    Arguments all = arguments;
    all.push_back("None");
    return setMetadata(c, all);
  }
  const std::string& field = c.session.row.value().name;
  if (!subject || field.empty()) return "No field is selected.";
  const Path prim = subject.prim.path();
  const Path object = subject.property ? prim.property(subject.property) : prim;
  return c.session.editor().setMetadata({object}, Token(field), "None");
}

ActionProblem setClip(const ActionContext& c, const Arguments& arguments) {
  const Wanted wanted = wantedPrimValues(c, arguments);
  if (wanted.rest.size() < 3) return "Expected a clip set, a key and a value.";
  return c.session.editor().setClip(wanted.objects, wanted.rest[0], wanted.rest[1],
                                    joined(wanted.rest, 2));
}

template <auto Command>
ActionProblem setWord(const ActionContext& c, const Arguments& arguments) {
  const Wanted wanted = wantedPrimValues(c, arguments);
  if (wanted.rest.size() != 1) return "Expected one word after the prim.";
  const std::string& word = wanted.rest[0];
  return (c.session.editor().*Command)(wanted.objects, word == "None" ? std::string() : word);
}

ActionProblem clearVariant(const ActionContext& c, const Arguments& arguments) {
  const Wanted wanted = wantedPrimValues(c, arguments);
  if (wanted.rest.size() != 1) return "Expected a variant set.";
  return c.session.editor().clearVariant(wanted.objects, wanted.rest[0]);
}

constexpr ActionRow kValueRows[] = {
    {"editTarget", "", "Edit Target", "", "session|LAYER|variant SET|node NUMBER", hasDocument,
     nullptr, editTarget},
    {"editTargetSession", "Edit", "Edit the Session Layer", "", "",
     [](const ActionContext& c) { return !c.session.editTarget.value().isSession(); }, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.session.targetChoice().chooseSession();
       return ActionProblem();
     }},
    {"editTargetRow", "Context", "Set as Edit Target", "", "", hasLayer, nullptr,
     [](const ActionContext& c, const Arguments&) {
       return c.session.targetChoice().chooseRow(c.session.row.value());
     }},
    {"editValue", "Edit", "Edit Value", "F2", "", hasProperty, nullptr, editValue},
    {"set", "", "Set Value", "", "[PATH] VALUE", hasDocument, nullptr,
     setValue<E::ValuePlace::Default>},
    {"setKey", "", "Set Value at Frame", "", "[PATH] VALUE", hasDocument, nullptr,
     setValue<E::ValuePlace::Playhead>},
    {"setFitting", "", "Set Value or Sample", "", "[PATH] VALUE", hasDocument, nullptr,
     setValue<E::ValuePlace::Fitting>},
    {"block", "Edit", "Block Value", "", "PATH", hasProperty, nullptr, onProperties<&E::block>},
    {"clear", "Context", "Clear Default in Edit Target", "", "PATH", hasProperty, nullptr,
     clearValue<E::ValuePlace::Default>},
    {"clearKey", "Context", "Clear Sample at Frame in Edit Target", "", "PATH", hasProperty,
     nullptr, clearValue<E::ValuePlace::Playhead>},
    {"clearAll", "Context", "Clear All Values in Edit Target", "", "PATH", hasProperty, nullptr,
     onProperties<&E::clearAll>},
    {"setTargets", "", "Set Targets", "", "PATH TARGET…", hasDocument, nullptr, setTargets},
    {"addTarget", "", "Add Target", "", "[PATH] TARGET", hasDocument, nullptr,
     onTarget<&E::addTarget>},
    {"removeTarget", "", "Remove Target", "", "[PATH] TARGET", hasDocument, nullptr,
     onTarget<&E::removeTarget>},
    {"clearTargets", "Context", "Clear Targets in Edit Target", "", "PATH", hasProperty, nullptr,
     onProperties<&E::clearTargets>},
    {"setMeta", "", "Set Metadata", "", "[PATH] FIELD VALUE", hasDocument, nullptr, setMetadata},
    {"clearMeta", "Context", "Clear Field in Edit Target", "", "[PATH] FIELD", hasSelection,
     nullptr, clearMetadata},
    {"setClip", "", "Set Clip Metadata", "", "[PRIM] SET KEY VALUE", hasDocument, nullptr, setClip},
    {"kind", "", "Set Kind", "", "[PRIM] KIND", hasDocument, nullptr, setWord<&E::setKind>},
    {"drawMode", "", "Set Draw Mode", "", "[PRIM] MODE", hasDocument, nullptr,
     setWord<&E::setDrawMode>},
    {"clearVariant", "", "Clear Variant Choice in Edit Target", "", "[PRIM] SET", hasDocument,
     nullptr, clearVariant},
};

}  // namespace

std::span<const ActionRow> valueActionRows() { return kValueRows; }

}  // namespace usdscope
