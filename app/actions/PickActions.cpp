// SPDX-License-Identifier: Apache-2.0
#include "app/actions/PickActions.h"

#include <QPoint>
#include <QRect>
#include <array>
#include <cmath>

#include "app/actions/ActionParts.h"

namespace usdscope {
namespace {

constexpr double kMostPoints = 100'000.0;

template <auto Member, auto Value>
ActionProblem choose(const ActionContext& c, const Arguments&) {
  c.session.changeView([](ViewSettings& view) { view.picking.*Member = Value; });
  return {};
}
template <auto Member, auto Value>
bool isChosen(const ActionContext& c) {
  return c.session.view.value().picking.*Member == Value;
}

constexpr auto kMode = &PickSettings::mode;
constexpr auto kHighlight = &PickSettings::highlight;
constexpr auto kColor = &PickSettings::color;
using Highlight = SelectionHighlight;
using Color = HighlightColor;

/// The numbers at the start of the arguments, and how the selection changes.
template <std::size_t Count>
struct PickArguments {
  std::array<int, Count> numbers{};
  SelectionChange change = SelectionChange::Replace;
  std::string problem;  ///< A sentence; empty if the arguments are good.
};

template <std::size_t Count>
PickArguments<Count> parse(const Arguments& arguments, const char* expected) {
  PickArguments<Count> parsed;
  if (arguments.size() < Count || arguments.size() > Count + 1) {
    parsed.problem = expected;
    return parsed;
  }
  for (std::size_t i = 0; i < Count; ++i) {
    const auto number = numberOf(arguments[i]);
    if (!number || !std::isfinite(*number) || std::abs(*number) > kMostPoints) {
      parsed.problem = arguments[i] + " is not a number of points in the picture.";
      return parsed;
    }
    parsed.numbers[i] = static_cast<int>(std::lround(*number));
  }
  if (arguments.size() == Count) return parsed;
  const std::string& word = arguments.back();
  if (word == "add") {
    parsed.change = SelectionChange::Add;
  } else if (word == "toggle") {
    parsed.change = SelectionChange::Toggle;
  } else if (word != "replace") {
    parsed.problem = "Expected replace, add or toggle, and not " + word + ".";
  }
  return parsed;
}

ActionProblem pick(const ActionContext& c, const Arguments& arguments) {
  const auto parsed = parse<2>(arguments, "Expected X and Y, in points.");
  if (!parsed.problem.empty()) return parsed.problem;
  return c.window.pick(QPoint(parsed.numbers[0], parsed.numbers[1]), parsed.change);
}

ActionProblem selectRectangle(const ActionContext& c, const Arguments& arguments) {
  const auto parsed = parse<4>(arguments, "Expected X, Y, WIDTH and HEIGHT, in points.");
  if (!parsed.problem.empty()) return parsed.problem;
  const auto& [x, y, width, height] = parsed.numbers;
  if (width <= 0 || height <= 0) return "Width and height must be greater than 0.";
  return c.window.selectRectangle(QRect(x, y, width, height), parsed.change);
}

ActionProblem pickList(const ActionContext& c, const Arguments& arguments) {
  const auto parsed = parse<2>(arguments, "Expected X and Y, in points.");
  if (!parsed.problem.empty()) return parsed.problem;
  return c.window.showPickList(QPoint(parsed.numbers[0], parsed.numbers[1]));
}

constexpr ActionRow kRows[] = {
    {"-", "Select", "", "", "", always, nullptr, nullptr},
    {"pickPrims", "Select", "Pick Prims", "", "", always, isChosen<kMode, PickMode::Prims>,
     choose<kMode, PickMode::Prims>},
    {"pickModels", "Select", "Pick Models", "", "", always, isChosen<kMode, PickMode::Models>,
     choose<kMode, PickMode::Models>},
    {"pickInstances", "Select", "Pick Instances", "", "", always,
     isChosen<kMode, PickMode::Instances>, choose<kMode, PickMode::Instances>},
    {"pickPrototypes", "Select", "Pick Prototypes", "", "", always,
     isChosen<kMode, PickMode::Prototypes>, choose<kMode, PickMode::Prototypes>},
    {"-", "Select", "", "", "", always, nullptr, nullptr},
    {"pick", "", "Select at Place in Picture", "", "X Y [replace|add|toggle]", hasDocument, nullptr,
     pick},
    {"selectRectangle", "", "Select in Rectangle of Picture", "",
     "X Y WIDTH HEIGHT [replace|add|toggle]", hasDocument, nullptr, selectRectangle},
    {"pickList", "", "List Prims at Place in Picture", "", "X Y", hasDocument, nullptr, pickList},
    {"highlightNever", "Selection Highlight", "Never", "", "", always,
     isChosen<kHighlight, Highlight::Never>, choose<kHighlight, Highlight::Never>},
    {"highlightWhenPaused", "Selection Highlight", "Only When Paused", "", "", always,
     isChosen<kHighlight, Highlight::OnlyWhenPaused>,
     choose<kHighlight, Highlight::OnlyWhenPaused>},
    {"highlightAlways", "Selection Highlight", "Always", "", "", always,
     isChosen<kHighlight, Highlight::Always>, choose<kHighlight, Highlight::Always>},
    {"-", "Selection Highlight", "", "", "", always, nullptr, nullptr},
    {"highlightYellow", "Selection Highlight", "Yellow", "", "", always,
     isChosen<kColor, Color::Yellow>, choose<kColor, Color::Yellow>},
    {"highlightWhite", "Selection Highlight", "White", "", "", always,
     isChosen<kColor, Color::White>, choose<kColor, Color::White>},
    {"highlightCyan", "Selection Highlight", "Cyan", "", "", always, isChosen<kColor, Color::Cyan>,
     choose<kColor, Color::Cyan>},
};

}  // namespace

std::span<const ActionRow> pickActionRows() { return kRows; }

}  // namespace usdscope
