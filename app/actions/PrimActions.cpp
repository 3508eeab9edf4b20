// SPDX-License-Identifier: Apache-2.0
#include "app/actions/PrimActions.h"

#include "app/actions/ActionParts.h"
#include "app/session/edits/SpecText.h"
#include "engine/schema/MaterialBinding.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/Prim.h"

namespace usdscope {
namespace {

const Token kCamera("Camera");
const Token kFull("full");

bool hasSubject(const ActionContext& c) { return bool(c.session.subject()); }
bool hasSubjectProperty(const ActionContext& c) {
  return hasSubject(c) && c.session.subject().property;
}
bool isCamera(const ActionContext& c) {
  return hasSubject(c) && c.session.subject().prim.typeName() == kCamera;
}

ActionProblem setCamera(const ActionContext& c, const Arguments&) {
  const Subject subject = c.session.subject();
  if (!subject || subject.prim.typeName() != kCamera) return "The selected prim is not a camera.";
  return findAction("camera")->run(c, {subject.prim.path().text()});
}

ActionProblem copyModelPath(const ActionContext& c, const Arguments&) {
  c.session.copy([subject = c.session.subject()] {
    const RelatedPrims model = enclosingModelOf(subject.prim);
    return model.prims.empty() ? CopyResult{{}, model.problem}
                               : CopyResult{model.prims.front().text(), {}};
  });
  return {};
}

template <bool IsProperty>
ActionProblem copyText(const ActionContext& c, const Arguments&) {
  c.session.copy([subject = c.session.subject()] {
    SpecText made = strongestSpecText(subject.prim, IsProperty ? subject.property : Token());
    return CopyResult{std::move(made.text), std::move(made.problem)};
  });
  return {};
}

RelatedPrims noMaterial(const Prim& prim) {
  return {{}, "No material is bound to " + prim.path().text() + "."};
}

template <const Token& Purpose>
ActionProblem selectMaterial(const ActionContext& c, const Arguments&) {
  c.session.selectRelated([](const Prim& prim, const std::stop_token&) {
    const Path material = MaterialBindings().boundMaterial(prim, Purpose);
    return material.isEmpty() ? noMaterial(prim) : RelatedPrims{{material}, {}};
  });
  return {};
}

// Without a word, the binding that previews use.
ActionProblem selectBinding(const ActionContext& c, const Arguments& arguments) {
  const std::string word = arguments.empty() ? "preview" : arguments[0];
  if (word != "preview" && word != "full") return "Expected preview or full.";
  c.session.selectRelated([purpose = Token(word)](const Prim& prim, const std::stop_token&) {
    const Path binding = MaterialBindings().bindingRelationship(prim, purpose);
    return binding.isEmpty() ? noMaterial(prim) : RelatedPrims{{binding}, {}};
  });
  return {};
}

constexpr ActionRow kPrimRows[] = {
    {"setCamera", "Camera", "Set as Active Camera", "", "", isCamera, nullptr, setCamera},
    {"copyModelPath", "Edit", "Copy Enclosing Model Path", "", "", hasSubject, nullptr,
     copyModelPath},
    {"copyPrimText", "Edit", "Copy Prim Spec as USDA", "", "", hasSubject, nullptr,
     copyText<false>},
    {"copyPropertyText", "Context", "Copy Property Spec as USDA", "", "", hasSubjectProperty,
     nullptr, copyText<true>},
    {"selectMaterial", "Select", "Bound Preview Material", "Shift+L", "", hasSubject, nullptr,
     selectMaterial<shade::kPreview>},
    {"selectFullMaterial", "Select", "Bound Full Material", "", "", hasSubject, nullptr,
     selectMaterial<kFull>},
    {"selectBinding", "Select", "Material Binding", "", "[preview|full]", hasSubject, nullptr,
     selectBinding},
};

}  // namespace

std::span<const ActionRow> primActionRows() { return kPrimRows; }

}  // namespace usdscope
