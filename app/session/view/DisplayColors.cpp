// SPDX-License-Identifier: Apache-2.0
#include "app/session/view/DisplayColors.h"

#include <algorithm>
#include <utility>

#include "app/session/Session.h"

namespace usdscope {
namespace {

// Fills in the defaults of a configuration, so that texts and check marks name them.
DisplayTransformChoice withDefaults(DisplayTransformChoice choice, const DisplayNames& names) {
  if (choice.display.empty()) choice.display = names.defaultDisplay;
  const auto display = std::ranges::find(names.displays, choice.display, &DisplayViews::display);
  if (choice.view.empty() && display != names.displays.end()) choice.view = display->defaultView;
  return choice;
}

}  // namespace

/// The result of the task in the background.
struct DisplayColors::Made {
  DisplayTransformChoice choice;
  DisplayTransformResult result;
  std::shared_ptr<const DisplayTable> table;
};

std::string whyNoOpenColorIo() {
  if (!canUseOpenColorIo()) return makeDisplayTransform({}).problem;
  return openColorIoConfig().empty() ? "The variable OCIO names no configuration." : "";
}

DisplayColors::DisplayColors(Session& session)
    : session_(session), reading_(session.background()), making_(session.background()) {
  if (whyNoOpenColorIo().empty()) {
    reading_.start([this, config = openColorIoConfig()](const TaskRun&) -> LatestTask::Show {
      auto names = std::make_shared<const DisplayNames>(readDisplayNames(config));
      return [this, names] {
        DisplayColorState next = state.value();
        next.names = names;
        state.set(std::move(next));
      };
    });
  }
  session_.view.observe(this, [this](const ViewSettings& view) { follow(view.display); });
}

void DisplayColors::follow(const DisplaySettings& display) {
  std::optional<DisplayTransformChoice> wanted;
  if (display.colors == ColorManagement::OpenColorIo) {
    wanted = DisplayTransformChoice{openColorIoConfig(), display.ocioDisplay, display.ocioView,
                                    display.ocioColorSpace, display.ocioLooks};
  }
  if (wanted == wanted_) return;
  wanted_ = wanted;
  making_.cancel();
  if (!wanted) return take({});
  if (const std::string problem = whyNoOpenColorIo(); !problem.empty()) {
    return take({*wanted, {nullptr, problem}, nullptr});
  }
  making_.start([this, choice = *wanted](const TaskRun& run) -> LatestTask::Show {
    Made made{choice, makeDisplayTransform(choice), nullptr};
    if (made.result.transform) made.table = makeDisplayTable(*made.result.transform, run.stop);
    if (made.result.transform && !made.table) return {};  // Stopped.
    made.choice = withDefaults(choice, readDisplayNames(choice.config));
    return [this, made = std::move(made)] { take(made); };
  });
}

void DisplayColors::take(const Made& made) {
  DisplayColorState next{.names = state.value().names,
                         .choice = made.table ? made.choice : DisplayTransformChoice(),
                         .transform = made.result.transform,
                         .table = made.table,
                         .problem = made.result.problem};
  if (!next.problem.empty() && next.problem != state.value().problem) {
    session_.showNote("OpenColorIO: " + next.problem);
  }
  state.set(std::move(next));
}

}  // namespace usdscope
