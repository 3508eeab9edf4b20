// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

#include "app/cli/DiffStages.h"
#include "app/cli/LayerInput.h"
#include "app/cli/TextColors.h"
#include "app/cli/Verbs.h"
#include "engine/format/usda/ValueText.h"
#include "engine/layer/LayerDiff.h"
#include "engine/value/TypeName.h"

namespace usdscope {
namespace {

// Layers that cannot be compared have a status of their own.
constexpr int kDifferent = kFailure;
constexpr int kTrouble = kUnreadable;

struct DiffOptions {
  std::string first;
  std::string second;
  double tolerance = 0.0;
  bool isBrief = false;
  bool isJson = false;
  DiffStagesOptions stages;
};

std::string_view differenceKind(const LayerDifference& difference) {
  switch (difference.kind) {
    case LayerDifference::Kind::OnlyInFirst:
      return "onlyInFirst";
    case LayerDifference::Kind::OnlyInSecond:
      return "onlyInSecond";
    case LayerDifference::Kind::Order:
      return "order";
    case LayerDifference::Kind::Field:
      break;
  }
  return "field";
}

struct ValueTexts {
  std::string first;
  std::string second;
};

// Empty when a layer lacks the field. Values that read the same are preceded by their types.
ValueTexts textsOf(const LayerDifference& difference) {
  ValueTexts texts;
  if (difference.first) texts.first = valueText(difference.first);
  if (difference.second) texts.second = valueText(difference.second);
  if (texts.first != texts.second) return texts;
  const auto typed = [](const Value& value, const std::string& text) {
    if (value.kind() == ValueKind::Other) return text;
    return typeNameOf(value.kind(), value.isArray()).name.string() + ' ' + text;
  };
  return {typed(difference.first, texts.first), typed(difference.second, texts.second)};
}

void printDiffJson(const DiffOptions& options, const std::vector<LayerDifference>& found,
                   std::ostream& out) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const LayerDifference& difference : found) {
    nlohmann::ordered_json entry{{"kind", differenceKind(difference)}, {"path", difference.path}};
    if (!difference.field.isEmpty()) {
      const ValueTexts texts = textsOf(difference);
      entry["field"] = difference.field.text();
      entry["first"] = nullptr;
      entry["second"] = nullptr;
      if (difference.first) entry["first"] = texts.first;
      if (difference.second) entry["second"] = texts.second;
    }
    list.push_back(std::move(entry));
  }
  const nlohmann::ordered_json report{
      {"first", options.first}, {"second", options.second}, {"differences", std::move(list)}};
  // Layers may hold texts that are not UTF-8.
  out << report.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

// Like diff, marks lines of the first layer with `-` and lines of the second with `+`.
void printDiffText(const std::vector<LayerDifference>& found, std::ostream& out) {
  for (const LayerDifference& difference : found) {
    switch (difference.kind) {
      case LayerDifference::Kind::OnlyInFirst:
        out << "- <" << difference.path << ">\n";
        continue;
      case LayerDifference::Kind::OnlyInSecond:
        out << "+ <" << difference.path << ">\n";
        continue;
      case LayerDifference::Kind::Field:
      case LayerDifference::Kind::Order:
        break;
    }
    out << "  <" << difference.path << "> " << difference.field.text() << '\n';
    const ValueTexts texts = textsOf(difference);
    if (difference.first) out << "    - " << texts.first << '\n';
    if (difference.second) out << "    + " << texts.second << '\n';
  }
}

// Without colours the text is not gathered: there may be a million differences.
void printDifferences(const std::vector<LayerDifference>& found, std::ostream& out) {
  if (!mayHaveColors(out)) return printDiffText(found, out);
  std::ostringstream text;
  printDiffText(found, text);
  out << withColoredDifferences(text.str());
}

int runDiff(const DiffOptions& options, VerbContext context) {
  if (options.first == "-" && options.second == "-") {
    context.err << "error: Only one of the layers can come from standard input.\n";
    return kWrongUsage;
  }
  if (options.stages.isWanted) {
    return diffStageFiles(options.first, options.second, options.tolerance, options.isBrief,
                          options.isJson, options.stages, context);
  }
  bool hasErrors = false;
  const auto first = openLayerOrInput(options.first, context, hasErrors);
  const auto second = openLayerOrInput(options.second, context, hasErrors);
  if (!first || !second) return kTrouble;
  auto found = findDifferences(*first, *second, options.tolerance);
  // Composed prims have their properties sorted by name, and so have layers that are written as
  // text: the order in a layer means nothing.
  std::erase_if(found, [](const LayerDifference& difference) {
    return difference.kind == LayerDifference::Kind::Order &&
           difference.field == fields::kPropertyChildren;
  });
  if (options.isJson) {
    printDiffJson(options, found, context.out);
  } else if (!options.isBrief) {
    printDifferences(found, context.out);
  } else if (!found.empty()) {
    context.out << options.first << " and " << options.second << " differ.\n";
  }
  if (hasErrors) return kTrouble;
  return found.empty() ? kSuccess : kDifferent;
}

}  // namespace

RunVerb declareDiff(VerbOptions& command) {
  auto options = std::make_shared<DiffOptions>();
  command.option("FIRST", options->first, "A layer of any format; - is standard input").required();
  command.option("SECOND", options->second, "The layer to compare it with").required();
  command
      .option("--tolerance", options->tolerance,
              "Largest difference of equal floating-point numbers, relative to the larger one, or "
              "absolute below 1")
      .check([](const std::string& text) -> std::string {
        const std::optional<double> tolerance = numberOption(text);
        if (tolerance && *tolerance >= 0.0 && std::isfinite(*tolerance)) return {};
        return '\'' + text + "' is not a finite number of 0 or more";
      });
  VerbOption brief =
      command.flag("-q,--brief", options->isBrief, "Only report whether they differ");
  command.flag("--json", options->isJson, "Print the differences as JSON").excludes(brief);
  addDiffStagesOptions(command, options->stages);
  command.footer(
      "Exit status: 0 when they are equal, 1 when they differ, 3 when one cannot be read.");
  return [options](VerbContext context) { return runDiff(*options, context); };
}

}  // namespace usdscope
