// SPDX-License-Identifier: Apache-2.0
#include "app/actions/LayoutActions.h"

#include "app/actions/ActionParts.h"

namespace usdscope {
namespace {

constexpr const char* kPresent = "present";

ActionProblem showLayout(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 1) {
    return "Expected inspect, animate, clips, skel, present or default.";
  }
  if (arguments[0] == "default") {
    c.window.resetLayout();
    return {};
  }
  return c.window.showLayout(arguments[0])
             ? ""
             : "There is no layout " + arguments[0] +
                   ". Expected inspect, animate, clips, skel, present or default.";
}

constexpr const char* kLayouts[] = {"inspect", "animate", "clips", "skel"};

template <std::size_t I>
ActionProblem showFixedLayout(const ActionContext& c, const Arguments&) {
  c.window.showLayout(kLayouts[I]);
  return {};
}
template <std::size_t I>
bool hasFixedLayout(const ActionContext& c) {
  return c.window.layoutId() == kLayouts[I];
}

bool isPresenting(const ActionContext& c) { return c.window.layoutId() == kPresent; }

// The picture has no button that leaves this layout, so the key that enters it leaves it too.
ActionProblem togglePresent(const ActionContext& c, const Arguments&) {
  if (isPresenting(c)) {
    c.window.leavePresent();
  } else {
    c.window.showLayout(kPresent);
  }
  return {};
}

ActionProblem floatPane(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 1) return "Expected the id of a pane.";
  return c.window.floatPane(QString::fromStdString(arguments[0]))
             ? ""
             : "There is no pane " + arguments[0] + ".";
}

ActionProblem closePane(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 1) return "Expected the id of a pane.";
  return c.window.closePane(QString::fromStdString(arguments[0]))
             ? ""
             : "There is no pane " + arguments[0] + ".";
}

template <bool IsBackwards>
ActionProblem focusPane(const ActionContext& c, const Arguments&) {
  c.window.focusNextPane(IsBackwards);
  return {};
}

constexpr ActionRow kLayoutRows[] = {
    {"layout", "", "Show Layout", "", "inspect|animate|clips|skel|present|default", always, nullptr,
     showLayout},
    {"layoutInspect", "Window", "Layout: Inspect", "Ctrl+Alt+1", "", always, hasFixedLayout<0>,
     showFixedLayout<0>},
    {"layoutAnimate", "Window", "Layout: Animate", "Ctrl+Alt+2", "", always, hasFixedLayout<1>,
     showFixedLayout<1>},
    {"layoutClips", "Window", "Layout: Clips", "Ctrl+Alt+3", "", always, hasFixedLayout<2>,
     showFixedLayout<2>},
    {"layoutSkel", "Window", "Layout: Skel", "Ctrl+Alt+4", "", always, hasFixedLayout<3>,
     showFixedLayout<3>},
    {"layoutPresent", "Window", "Layout: Present", "F11", "", always, isPresenting, togglePresent},
    {"resetLayout", "Window", "Reset Layout", "", "", always, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.window.resetLayout();
       return ActionProblem();
     }},
    {"nextPane", "Window", "Keyboard to Next Pane", "F6", "", always, nullptr, focusPane<false>},
    {"previousPane", "Window", "Keyboard to Previous Pane", "Shift+F6", "", always, nullptr,
     focusPane<true>},
    {"floatPane", "", "Float Pane, or Dock It Again", "", "ID", always, nullptr, floatPane},
    {"closePane", "", "Close Pane", "", "ID", always, nullptr, closePane},
    {"-", "Window", "", "", "", always, nullptr, nullptr},
};

}  // namespace

std::span<const ActionRow> layoutActionRows() { return kLayoutRows; }

}  // namespace usdscope
