// SPDX-License-Identifier: Apache-2.0
#include "engine/report/explain/Explain.h"

#include <memory>
#include <optional>
#include <ostream>

#include "app/cli/Messages.h"
#include "app/cli/StageOptions.h"
#include "app/cli/TimeIntervals.h"
#include "app/cli/TimeOption.h"
#include "app/cli/Verbs.h"
#include "engine/base/Utf8.h"
#include "engine/report/explain/ExplainPath.h"

namespace usdscope {
namespace {

struct ExplainOptions {
  StageOptions stage;
  std::string path;
  std::string time;
  std::string range;
  std::string field;
  bool hasTime = false;  ///< Whether --time is given; an empty text is an error.
  bool hasRange = false;
  bool hasField = false;
  bool json = false;
};

int refuse(VerbContext context, const std::string& what, const std::string& why) {
  context.err << "error: " << what << ": " << why << '\n';
  return kFailure;
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

// Prints an explanation, or the reason why there is none.
int print(const PathExplanation& explanation, const ExplainOptions& options,
          const std::string& what, VerbContext context) {
  if (!explanation.problem.empty()) {
    const bool isPath = !Path::fromText(options.path, Path::root()).isEmpty();
    if (!isPath) context.failsWith(kWrongUsage);
    return refuse(context, what, explanation.problem);
  }
  context.out << (options.json ? toLine(explanation.json) + '\n'
                               : printableLines(explanation.text));
  return kSuccess;
}

int run(const ExplainOptions& options, VerbContext context) {
  const std::optional<ExplainTimes> times = readTimes(options, context);
  if (!times) return kWrongUsage;
  const std::shared_ptr<const Stage> stage = openStage(options.stage, context);
  if (!stage) return kFailure;
  if (options.hasField) {
    return print(explainField(*stage, options.path, options.field), options, options.stage.file,
                 context);
  }
  const Path path = Path::fromText(options.path, Path::root());
  const Prim prim = path.isProperty() ? stage->primAt(path.primPath()) : Prim();
  const Attribute attribute = prim ? prim.attribute(path.name()) : Attribute();
  int status = kSuccess;
  if (options.hasRange && attribute) {
    status = explainRanges(attribute, times->ranges, options.json, context);
  } else {
    if (options.hasRange) {
      context.err << "note: --range is ignored, because it concerns attributes only.\n";
    } else if (attribute && !options.hasTime) {
      context.err << "note: without --time, the earliest time is explained.\n";
    }
    status =
        print(explainPath(*stage, options.path, times->time), options, options.stage.file, context);
  }
  if (attribute) printDiagnostics(stage->clipDiagnostics(), context.err);
  return status;
}

}  // namespace

RunVerb declareExplain(VerbOptions& command) {
  auto options = std::make_shared<ExplainOptions>();
  addStageOptions(command, options->stage);
  addInterpolationOption(command, options->stage);
  addMaskOption(command, options->stage.mask);
  command
      .option("PATH", options->path,
              "Prim, PRIM.attribute, PRIM.relationship, PRIM.collection:NAME, or a place in a "
              "variant: PRIM{SET=VARIANT}CHILD.attribute")
      .required();
  VerbOption time = command
                        .option("--time", options->time,
                                "A time code, default, earliest or pre:T; otherwise the earliest")
                        .onGiven([options] { options->hasTime = true; });
  VerbOption range =
      command
          .option("--range", options->range,
                  "The intervals from FIRST:LAST, in either order, both included; a single time is "
                  "an interval of length 0; a list gives the intervals of all its items. A "
                  "stride is ignored")
          .excludes(time)
          .onGiven([options] { options->hasRange = true; });
  command
      .option("--field", options->field,
              "The metadata field to explain, of the prim or property, or of the stage for PATH /; "
              "FIELD:KEY explains one key of a dictionary")
      .excludes(time)
      .excludes(range)
      .onGiven([options] { options->hasField = true; });
  command.flag("--json", options->json, "Print JSON");
  return [options](VerbContext context) { return run(*options, context); };
}

}  // namespace usdscope
