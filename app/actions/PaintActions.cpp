// SPDX-License-Identifier: Apache-2.0
#include "app/actions/PaintActions.h"

#include "app/actions/ActionParts.h"

namespace usdscope {
namespace {

// At most one paint replaces the materials. A second time takes it off.
template <PaintedValue Value>
ActionProblem togglePaint(const ActionContext& c, const Arguments&) {
  c.session.changeView([](ViewSettings& view) {
    if (view.paintedValue == Value) {
      view.paintedValue.reset();
    } else {
      view.paintedValue = Value;
      view.showWeights = view.showOffsets = view.showPrimvar = false;
    }
  });
  return {};
}

ActionProblem togglePrimvar(const ActionContext& c, const Arguments&) {
  c.session.changeView([](ViewSettings& view) {
    view.showPrimvar = !view.showPrimvar;
    if (!view.showPrimvar) return;
    view.paintedValue.reset();
    view.showWeights = view.showOffsets = false;
  });
  return {};
}

template <PaintedValue Value>
bool isPainted(const ActionContext& c) {
  return c.session.view.value().paintedValue == Value;
}

constexpr const char* kMenu = "Paint by Layer or Clip";

constexpr ActionRow kPaintRows[] = {
    {"paintShape", kMenu, "By Supplier of the Shape", "", "", always,
     isPainted<PaintedValue::Shape>, togglePaint<PaintedValue::Shape>},
    {"paintTransform", kMenu, "By Supplier of the Transform", "", "", always,
     isPainted<PaintedValue::Transform>, togglePaint<PaintedValue::Transform>},
    {"paintProperty", kMenu, "By Supplier of the Selected Property", "", "", always,
     isPainted<PaintedValue::Property>, togglePaint<PaintedValue::Property>},
    {"-", "Inspection View", "", "", "", always, nullptr, nullptr},
    {"inspectPrimvar", "Inspection View", "Values of the Selected Primvar", "", "", always,
     isOn<&ViewSettings::showPrimvar>, togglePrimvar},
};

}  // namespace

std::span<const ActionRow> paintActionRows() { return kPaintRows; }

}  // namespace usdscope
