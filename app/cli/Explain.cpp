// SPDX-License-Identifier: Apache-2.0
#include "engine/report/Explain.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <ostream>
#include <string_view>

#include "app/cli/Messages.h"
#include "app/cli/StageOptions.h"
#include "app/cli/TimeIntervals.h"
#include "app/cli/TimeOption.h"
#include "app/cli/Verbs.h"
#include "engine/base/Utf8.h"
#include "engine/report/ExplainCollection.h"
#include "engine/report/ExplainPath.h"
#include "engine/report/ExplainPrim.h"
#include "engine/report/SkelExplain.h"

namespace usdscope {
namespace {

constexpr std::string_view kExpectedPath = "Expected an absolute path of a prim or attribute.";

struct ExplainOptions {
  StageOptions stage;
  std::string path;
  std::string time;
  std::string range;
  bool hasTime = false;  ///< Whether --time is given; an empty text is an error.
  bool hasRange = false;
  bool json = false;
};

int refuse(VerbContext context, const std::string& what, const std::string& why) {
  context.err << "error: " << what << ": " << why << '\n';
  return kFailure;
}

int explainPrim(const Prim& prim, bool json, VerbContext context) {
  if (json) {
    context.out << toLine(wholePrimExplanationToJson(prim)) << '\n';
  } else {
    context.out << printableLines(primExplanationToText(prim));
    if (concernsSkinning(prim))
      context.out << "\nSkinning\n" << printableLines(skelExplanationToText(explainSkel(prim)));
  }
  return kSuccess;
}

// Explains the intervals of all ranges, one after the other.
int explainRanges(const Attribute& attribute, const TimeIntervals& ranges, bool json,
                  VerbContext context) {
  if (ranges.hasStride) {
    context.err << "note: the stride is ignored; all intervals between the two times are listed.\n";
  }
  const std::string path = Json(attribute.path().text()).dump();
  context.out << (json ? "{\"path\": " + path + ", \"intervals\": [\n"
                       : printableLines(attribute.path().text()) + "\n\n");
  bool isFirst = true;
  for (const TimeInterval& range : ranges.intervals) {
    explainRange(attribute, range.from, range.to, [&](const ExplainedInterval& interval) {
      if (json && !isFirst) context.out << ",\n";
      isFirst = false;
      context.out << (json ? toLine(explanationToJson(interval))
                           : printableLines(explanationToText(interval)));
    });
  }
  if (json) context.out << "]}\n";
  return kSuccess;
}

/// The time or the ranges to explain, read from the options.
struct ExplainTimes {
  TimeCode time = TimeCode::earliest();
  TimeIntervals ranges;  ///< Empty: `time` is explained.
};

// Empty, after an error, when an option cannot be read.
std::optional<ExplainTimes> readTimes(const ExplainOptions& options, VerbContext context) {
  ExplainTimes times;
  if (options.hasRange) {
    times.ranges = parseIntervals(options.range);
    if (!times.ranges.problem.empty()) {
      refuse(context, "--range", times.ranges.problem);
      return std::nullopt;
    }
  } else if (options.hasTime) {
    const auto time = parseTime(options.time);
    if (!time) {
      refuse(context, "--time " + (options.time.empty() ? "\"\"" : options.time),
             "Expected a finite number, default, earliest or pre:NUMBER.");
      return std::nullopt;
    }
    times.time = *time;
  }
  return times;
}

int explainAttribute(const Attribute& attribute, const ExplainOptions& options,
                     const ExplainTimes& times, VerbContext context) {
  if (options.hasRange) return explainRanges(attribute, times.ranges, options.json, context);
  if (!options.hasTime) {
    context.err << "note: without --time, the earliest time is explained.\n";
  }
  const Explanation explanation = explain(attribute, times.time);
  if (options.json) {
    context.out << toLine(explanationToJson(explanation)) << '\n';
  } else {
    context.out << printableLines(explanationToText(explanation));
  }
  return kSuccess;
}

int run(const ExplainOptions& options, VerbContext context) {
  const std::optional<ExplainTimes> times = readTimes(options, context);
  if (!times) return kFailure;
  const std::shared_ptr<const Stage> stage = openStage(options.stage, context);
  if (!stage) return kFailure;
  const Path path = Path::fromText(options.path, Path::root());
  if (path.isEmpty()) {
    return refuse(context, options.stage.file,
                  fmt::format("\"{}\" is not a path. {}", options.path, kExpectedPath));
  }
  const Prim prim = stage->primAt(path.primPath());
  if (!prim) {
    return refuse(
        context, options.stage.file,
        fmt::format("The stage has no prim <{}>.{}", path.primPath().text(),
                    options.path.starts_with('/') ? "" : fmt::format(" {}", kExpectedPath)));
  }
  if (const auto collection = explainCollection(*stage, path)) {
    context.out << (options.json ? toLine(collectionExplanationToJson(*collection)) + '\n'
                                 : printableLines(collectionExplanationToText(*collection)));
    return kSuccess;
  }
  if (path.isRootOrPrim()) return explainPrim(prim, options.json, context);
  if (const Attribute attribute = prim.attribute(path.name())) {
    const int status = explainAttribute(attribute, options, *times, context);
    printDiagnostics(stage->clipDiagnostics(), context.err);
    return status;
  }
  return refuse(context, options.path,
                prim.relationship(path.name())
                    ? "This is a relationship; only prims and attributes are explained."
                    : "The prim has no attribute of this name.");
}

}  // namespace

RunVerb declareExplain(VerbOptions& command) {
  auto options = std::make_shared<ExplainOptions>();
  addStageOptions(command, options->stage);
  addInterpolationOption(command, options->stage);
  addMaskOption(command, options->stage.mask);
  command.option("PATH", options->path, "Prim, PRIM.attribute, or PRIM.collection:NAME").required();
  VerbOption time = command
                        .option("--time", options->time,
                                "A time code, default, earliest or pre:T; otherwise the earliest")
                        .onGiven([options] { options->hasTime = true; });
  command
      .option("--range", options->range,
              "The intervals from FIRST:LAST, in either order, both included; a single time is "
              "an interval of length 0; a list gives the intervals of all its items. A "
              "stride is ignored")
      .excludes(time)
      .onGiven([options] { options->hasRange = true; });
  command.flag("--json", options->json, "Print JSON");
  return [options](VerbContext context) { return run(*options, context); };
}

}  // namespace usdscope
