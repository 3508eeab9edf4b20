// SPDX-License-Identifier: Apache-2.0
#include "app/actions/PickActions.h"

#include <QApplication>
#include <QCursor>
#include <QPoint>
#include <QRect>
#include <QWidget>
#include <array>
#include <cmath>

#include "app/actions/ActionParts.h"
#include "app/session/ExplainablePlace.h"
#include "app/session/Inspection.h"

namespace usdscope {
namespace {

constexpr double kMostPoints = 100'000.0;

constexpr auto kPicking = &ViewSettings::picking;
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
  if (const auto change = selectionChangeOf(word)) {
    parsed.change = *change;
  } else {
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

// Whether the pointer is over a pane that explains what it shows there.
bool explainPaneUnderPointer() {
  const QPoint at = QCursor::pos();
  for (QWidget* widget = QApplication::widgetAt(at); widget; widget = widget->parentWidget()) {
    auto* const place = dynamic_cast<ExplainablePlace*>(widget);
    if (place && place->explainAt(widget->mapFromGlobal(at))) return true;
  }
  return false;
}

ActionProblem whyUnderPointer(const ActionContext& c, const Arguments& arguments) {
  Inspection& inspection = c.session.inspection();
  if (arguments.empty()) {
    if (!explainPaneUnderPointer()) Q_EMIT inspection.placeWanted(std::nullopt);
    return {};
  }
  const auto parsed = parse<2>(arguments, "Expected X and Y, in points, or nothing.");
  if (!parsed.problem.empty()) return parsed.problem;
  Q_EMIT inspection.placeWanted(QPoint(parsed.numbers[0], parsed.numbers[1]));
  return {};
}

constexpr ActionRow kPickRows[] = {
    {"-", "Select", "", "", "", always, nullptr, nullptr},
    {"pickPrims", "Select", "Pick Prims", "", "", always,
     isChosen<kPicking, kMode, PickMode::Prims>, choose<kPicking, kMode, PickMode::Prims>},
    {"pickModels", "Select", "Pick Models", "", "", always,
     isChosen<kPicking, kMode, PickMode::Models>, choose<kPicking, kMode, PickMode::Models>},
    {"pickInstances", "Select", "Pick Instances", "", "", always,
     isChosen<kPicking, kMode, PickMode::Instances>, choose<kPicking, kMode, PickMode::Instances>},
    {"pickPrototypes", "Select", "Pick Prototypes", "", "", always,
     isChosen<kPicking, kMode, PickMode::Prototypes>,
     choose<kPicking, kMode, PickMode::Prototypes>},
    {"-", "Select", "", "", "", always, nullptr, nullptr},
    {"pick", "", "Select at Place in Picture", "", "X Y [replace|add|toggle]", hasDocument, nullptr,
     pick},
    {"selectRectangle", "", "Select in Rectangle of Picture", "",
     "X Y WIDTH HEIGHT [replace|add|toggle]", hasDocument, nullptr, selectRectangle},
    {"pickList", "", "List Prims at Place in Picture", "", "X Y", hasDocument, nullptr, pickList},
    {"whyUnderPointer", "Select", "Why Is It Here?", "Y", "[X Y]", hasDocument, nullptr,
     whyUnderPointer},
    {"highlightNever", "Selection Highlight", "Never", "", "", always,
     isChosen<kPicking, kHighlight, Highlight::Never>,
     choose<kPicking, kHighlight, Highlight::Never>},
    {"highlightWhenPaused", "Selection Highlight", "Only When Paused", "", "", always,
     isChosen<kPicking, kHighlight, Highlight::OnlyWhenPaused>,
     choose<kPicking, kHighlight, Highlight::OnlyWhenPaused>},
    {"highlightAlways", "Selection Highlight", "Always", "", "", always,
     isChosen<kPicking, kHighlight, Highlight::Always>,
     choose<kPicking, kHighlight, Highlight::Always>},
    {"-", "Selection Highlight", "", "", "", always, nullptr, nullptr},
    {"highlightYellow", "Selection Highlight", "Yellow", "", "", always,
     isChosen<kPicking, kColor, Color::Yellow>, choose<kPicking, kColor, Color::Yellow>},
    {"highlightWhite", "Selection Highlight", "White", "", "", always,
     isChosen<kPicking, kColor, Color::White>, choose<kPicking, kColor, Color::White>},
    {"highlightCyan", "Selection Highlight", "Cyan", "", "", always,
     isChosen<kPicking, kColor, Color::Cyan>, choose<kPicking, kColor, Color::Cyan>},
};

}  // namespace

std::span<const ActionRow> pickActionRows() { return kPickRows; }

}  // namespace usdscope
