// SPDX-License-Identifier: Apache-2.0
#include "app/cli/DiffStages.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "app/capture/FrameRange.h"
#include "app/cli/Messages.h"
#include "app/cli/TextColors.h"
#include "app/cli/TimeOption.h"
#include "engine/base/Utf8.h"
#include "engine/inspect/FindMotion.h"
#include "engine/inspect/StageDiffText.h"

namespace usdscope {
namespace {

int failDiff(VerbContext context, const std::string& what, const std::string& why) {
  context.err << "error: " << what << ": " << why << '\n';
  return kWrongUsage;
}

// The frames from the first to the last at which either stage is animated; else the default time.
// Returns why they cannot be compared; empty if they can.
std::string addWholeRange(const Stage& first, const Stage& second,
                          std::vector<ComparedTimes>& times) {
  const auto ours = motionRange(first, {});
  const auto theirs = motionRange(second, {});
  if (!ours && !theirs) {
    times.push_back({TimeCode(), TimeCode()});
    return {};
  }
  const double from = std::min((ours ? ours : theirs)->first, (theirs ? theirs : ours)->first);
  const double to = std::max((ours ? ours : theirs)->second, (theirs ? theirs : ours)->second);
  if (to - from > kMostMotionFrames) {
    return fmt::format("{} to {} has too many frames; --frames names fewer.", from, to);
  }
  const FrameRange range = framesFrom(from, to);
  for (std::int64_t i = 0; i < range.count; ++i) {
    times.push_back({range.frame(i), range.frame(i)});
  }
  return {};
}

// Adds the times of --at or --frames. Returns why they cannot be compared; empty if they can.
std::string addNamedTimes(const DiffStagesOptions& options, std::vector<ComparedTimes>& times) {
  if (!options.at.empty()) {
    const auto first = parseTime(options.at[0]);
    const auto second = parseTime(options.at[1]);
    if (!first || !second) return "Expected two times: a finite number, default or pre:NUMBER.";
    times.push_back({*first, *second});
    return {};
  }
  const FrameRanges frames = parseFrames(options.frames);
  if (!frames.problem.empty()) return frames.problem;
  if (double(frames.count()) > kMostMotionFrames) return "There are too many frames.";
  for (const FrameRange& range : frames.ranges) {
    for (std::int64_t i = 0; i < range.count; ++i) {
      times.push_back({range.frame(i), range.frame(i)});
    }
  }
  return {};
}

std::shared_ptr<const Stage> openSide(const std::string& file, const std::vector<std::string>& mute,
                                      const DiffStagesOptions& options, VerbContext context) {
  StageOptions stage = options.stage;
  stage.file = file;
  stage.mute.insert(stage.mute.end(), mute.begin(), mute.end());
  return openStage(stage, context);
}

}  // namespace

void addDiffStagesOptions(VerbOptions& command, DiffStagesOptions& options) {
  VerbOption stage =
      command.flag("--stage", options.isWanted,
                   "Compare the composed values of two scenes over time, with the layer or clip "
                   "that supplies each side");
  command
      .option("--frames", options.frames,
              "With --stage: the frames to compare, like 101:105x2,110; otherwise every frame of "
              "both scenes")
      .needs(stage);
  command
      .option("--at", options.at,
              "With --stage: A B compares the first scene at time A with the second at time B")
      .takes(2)
      .needs(stage)
      .excludes(command.find("--frames"));
  command.option("--prim", options.prim, "With --stage: compare only this prim and its descendants")
      .needs(stage);
  command
      .option("--mute", options.stage.mute,
              "With --stage: a layer to mute, relative to the scene's folder")
      .repeats()
      .needs(stage);
  command.option("--muteSecond", options.muteSecond, "Like --mute, in the second scene only")
      .repeats()
      .needs(stage);
  command.option("--load", options.stage.load, "With --stage: which payloads to load")
      .oneOf({"all", "none"})
      .needs(stage);
  command
      .option("--openClips", options.clipBudget,
              "With --stage: the number of clips that may be opened on each side; attributes that "
              "need more are skipped")
      .needs(stage);
}

int diffStageFiles(const std::string& first, const std::string& second, double tolerance,
                   bool isBrief, bool isJson, const DiffStagesOptions& options,
                   VerbContext context) {
  StageDiffRequest request;
  request.tolerance = tolerance;
  request.clipBudget = options.clipBudget;
  const bool hasTimes = !options.at.empty() || !options.frames.empty();
  if (hasTimes) {
    const std::string problem = addNamedTimes(options, request.times);
    const char* name = options.at.empty() ? "--frames" : "--at";
    if (!problem.empty()) return failDiff(context, name, problem);
  }
  const auto ours = openSide(first, {}, options, context);
  const auto theirs = openSide(second, options.muteSecond, options, context);
  if (!ours || !theirs) return kUnreadable;
  if (!hasTimes) {
    const std::string problem = addWholeRange(*ours, *theirs, request.times);
    if (!problem.empty()) return failDiff(context, first, problem);
  }
  const Path path = Path::fromText(options.prim, Path::root());
  const Prim ourPrim = path.isRootOrPrim() ? ours->primAt(path) : Prim();
  const Prim theirPrim = path.isRootOrPrim() ? theirs->primAt(path) : Prim();
  if (!ourPrim || !theirPrim) {
    return failDiff(context, "--prim",
                    fmt::format("{} has no prim <{}>.", ourPrim ? second : first, options.prim));
  }
  const StageDiff diff = diffStages(ourPrim, theirPrim, request, {});
  const LayerNames ourNames(*ours->rootLayer(), ours->sessionLayer().get());
  const LayerNames theirNames(*theirs->rootLayer(), theirs->sessionLayer().get());
  if (isJson) {
    Json json = stageDiffToJson(diff, request, ourNames, theirNames);
    json["first"] = first;
    json["second"] = second;
    context.out << toLine(json) << '\n';
  } else if (!isBrief) {
    std::string text;
    for (const StageDifference& difference : diff.differences) {
      text += stageDifferenceText(difference, ourNames, theirNames);
    }
    text = printableLines(text);
    context.out << (mayHaveColors(context.out) ? withColoredDifferences(text) : text);
  } else if (!diff.differences.empty()) {
    context.out << first << " and " << second << " differ.\n";
  }
  if (!diff.tooManyClips.empty()) {
    context.err << fmt::format(
        "note: {} attributes are not compared, because more than {} clips would have to be opened; "
        "the first is <{}>.\n",
        diff.tooManyClips.size(), request.clipBudget, diff.tooManyClips.front().text());
  }
  bool lacksSome = !diff.tooManyClips.empty();
  lacksSome |= printDiagnostics(ours->clipDiagnostics(), context.err);
  lacksSome |= printDiagnostics(theirs->clipDiagnostics(), context.err);
  return diff.differences.empty() && !lacksSome ? kSuccess : kFailure;
}

}  // namespace usdscope
