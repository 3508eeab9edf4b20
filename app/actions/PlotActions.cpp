// SPDX-License-Identifier: Apache-2.0
#include "app/actions/PlotActions.h"

#include <algorithm>
#include <cmath>

#include "app/actions/ActionParts.h"
#include "app/session/Inspection.h"

namespace usdscope {
namespace {

bool showsPlot(const ActionContext& c) { return c.session.inspection().plot.value().isShown; }
bool hasPins(const ActionContext& c) { return !c.session.inspection().plot.value().pinned.empty(); }

bool isWatched(const ActionContext& c) {
  if (!hasProperty(c)) return false;
  const Selection& selection = c.session.selection.value();
  const auto& pinned = c.session.inspection().plot.value().pinned;
  return std::ranges::find(pinned, PlotItem{selection.leading().property(selection.property),
                                            {}}) != pinned.end();
}

// Parses the path of an attribute, with the index of an element behind it: `/A.points[3]`.
std::optional<PlotItem> itemOf(const std::string& text) {
  PlotItem item;
  std::string path = text;
  if (const std::size_t bracket = text.rfind('[');
      bracket != std::string::npos && text.ends_with(']')) {
    const auto number = numberOf(text.substr(bracket + 1, text.size() - bracket - 2));
    if (!number || !(*number >= 0.0) || *number != std::floor(*number) || *number > 1e15) {
      return std::nullopt;
    }
    item.element = std::size_t(*number);
    path.resize(bracket);
  }
  item.attribute = Path::fromText(path);
  if (!item.attribute.isProperty()) return std::nullopt;
  return item;
}

// Shows the plot; keeps the attributes of the arguments in it.
ActionProblem plot(const ActionContext& c, const Arguments& arguments) {
  std::vector<PlotItem> items;
  for (const std::string& argument : arguments) {
    const auto item = itemOf(argument);
    if (!item) return argument + " is not the path of an attribute.";
    const auto& stage = c.session.document.value().stage;
    if (!stage || !stage->primAt(item->attribute.primPath())) {
      return "There is no prim " + item->attribute.primPath().text() + ".";
    }
    items.push_back(*item);
  }
  Inspection& inspection = c.session.inspection();
  for (const PlotItem& item : items) {
    const auto& pinned = inspection.plot.value().pinned;
    if (std::ranges::find(pinned, item) == pinned.end()) inspection.togglePlotPin(item);
  }
  inspection.showPlot(true);
  c.window.showPane("value");
  return {};
}

ActionProblem showTable(const ActionContext& c, const Arguments&) {
  c.session.inspection().showPlot(false);
  c.window.showPane("value");
  return {};
}

ActionProblem pinPlot(const ActionContext& c, const Arguments& arguments) {
  if (!arguments.empty()) return plot(c, arguments);
  const Selection& selection = c.session.selection.value();
  PlotItem item{selection.leading().property(selection.property), {}};
  const MarkedElements& marked = c.session.inspection().marked.value();
  if (marked.attribute == item.attribute && !marked.elements.empty()) {
    item.element = marked.elements.front();
  }
  c.session.inspection().togglePlotPin(item);
  c.window.showPane("value");
  return {};
}

// The attributes of the arguments, or the selected one.
struct WantedItems {
  std::vector<PlotItem> items;
  ActionProblem problem;
};
WantedItems wantedItems(const ActionContext& c, const Arguments& arguments) {
  WantedItems wanted;
  for (const std::string& argument : arguments) {
    const auto item = itemOf(argument);
    if (!item) return {{}, argument + " is not the path of an attribute."};
    wanted.items.push_back(*item);
  }
  const Selection& selection = c.session.selection.value();
  if (arguments.empty()) {
    for (const Path prim : selection.prims) {
      wanted.items.push_back({prim.property(selection.property), {}});
    }
  }
  return wanted;
}

ActionProblem watch(const ActionContext& c, const Arguments& arguments) {
  const WantedItems wanted = wantedItems(c, arguments);
  if (!wanted.problem.empty()) return wanted.problem;
  for (const PlotItem& item : wanted.items) c.session.inspection().watch(item, true);
  c.window.showPane("watch");
  return {};
}

ActionProblem unwatch(const ActionContext& c, const Arguments& arguments) {
  const WantedItems wanted = wantedItems(c, arguments);
  if (!wanted.problem.empty()) return wanted.problem;
  for (const PlotItem& item : wanted.items) c.session.inspection().watch(item, false);
  return {};
}

ActionProblem zoomPlot(const ActionContext& c, const Arguments& arguments) {
  std::vector<double> numbers;
  for (const std::string& argument : arguments) {
    const auto number = numberOf(argument);
    if (!number || !std::isfinite(*number)) return argument + " is not a finite number.";
    numbers.push_back(*number);
  }
  if (numbers.size() != 2 && numbers.size() != 4) return "Expected two or four numbers.";
  for (std::size_t i = 0; i < numbers.size(); i += 2) {
    if (!(numbers[i] < numbers[i + 1])) return "The first number of a range must be the smaller.";
  }
  std::optional<std::pair<double, double>> values;
  if (numbers.size() == 4) values = {numbers[2], numbers[3]};
  c.session.inspection().zoomPlot(std::pair(numbers[0], numbers[1]), values);
  return {};
}

ActionProblem markElements(const ActionContext& c, const Arguments& arguments) {
  const Selection& selection = c.session.selection.value();
  MarkedElements marked{selection.leading().property(selection.property), {}};
  for (const std::string& argument : arguments) {
    const auto number = numberOf(argument);
    if (!number || !(*number >= 0.0) || *number != std::floor(*number) || *number > 1e15) {
      return argument + " is not the index of an element.";
    }
    marked.elements.push_back(std::size_t(*number));
  }
  if (marked.elements.empty()) marked.attribute = {};
  c.session.inspection().mark(std::move(marked));
  return {};
}

ActionProblem pinProperties(const ActionContext& c, const Arguments& arguments) {
  std::vector<Path> prims;
  for (const std::string& argument : arguments) {
    const Path path = Path::fromText(argument);
    const auto& stage = c.session.document.value().stage;
    if (path.isEmpty() || !stage || !stage->primAt(path)) {
      return "There is no prim " + argument + ".";
    }
    prims.push_back(path);
  }
  if (prims.empty()) prims = c.session.selection.value().prims;
  if (prims.empty()) return "Select the prims to pin.";
  c.session.inspection().pinPrims(std::move(prims));
  return {};
}

ActionProblem flashLayer(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 1) return "Expected a layer.";
  return c.session.inspection().flash(arguments[0]);
}

constexpr ActionRow kPlotRows[] = {
    {"plot", "View", "Plot Values Over Time", "", "PATH…", hasDocument, showsPlot, plot},
    {"table", "View", "Values As A Table", "", "", hasDocument, nullptr, showTable},
    {"pinPlot", "Context", "Keep in Plot", "", "PATH…", hasProperty, nullptr, pinPlot},
    {"watch", "Context", "Watch Values", "", "PATH…", hasProperty, nullptr, watch},
    {"unwatch", "Context", "Stop Watching", "", "PATH…", isWatched, nullptr, unwatch},
    {"clearPlot", "Context", "Clear Plot and Watch", "", "", hasPins, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.session.inspection().clearPlotPins();
       return ActionProblem();
     }},
    {"framePlot", "Context", "Frame All of Plot", "", "", showsPlot, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.session.inspection().zoomPlot(std::nullopt);
       return ActionProblem();
     }},
    {"zoomPlot", "", "Zoom Plot", "", "FROM TO [LOW HIGH]", showsPlot, nullptr, zoomPlot},
    {"nextNan", "Context", "Next NaN", "", "", hasProperty, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.window.showPane("value");
       Q_EMIT c.session.inspection().nextNanWanted();
       return ActionProblem();
     }},
    {"markElements", "", "Mark Elements in the Picture", "", "INDEX…", hasProperty, nullptr,
     markElements},
    {"pinProperties", "Context", "Pin Properties", "", "PATH…", hasSelection, nullptr,
     pinProperties},
    {"unpinProperties", "Context", "Unpin Properties", "", "",
     [](const ActionContext& c) { return !c.session.inspection().pinnedPrims.value().empty(); },
     nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.session.inspection().pinPrims({});
       return ActionProblem();
     }},
    {"flashLayer", "", "Mute Layer For A Moment", "", "LAYER", hasDocument, nullptr, flashLayer},
};

}  // namespace

std::span<const ActionRow> plotActionRows() { return kPlotRows; }

}  // namespace usdscope
