// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "app/cli/Messages.h"
#include "app/cli/StageOptions.h"
#include "app/cli/TimeOption.h"
#include "app/cli/Verbs.h"
#include "engine/base/Utf8.h"
#include "engine/inspect/MotionText.h"
#include "engine/report/cost/FrameCost.h"
#include "engine/report/cost/ScrubCheck.h"
#include "engine/search/FindPrims.h"

namespace usdscope {
namespace {

struct FindOptions {
  StageOptions stage;
  MotionRequest request;
  std::vector<std::string> query;  ///< Words of the search language of the prim tree.
  std::string prim = "/";
  std::vector<std::string> between;
  bool scrub = false;
  bool cost = false;
  bool json = false;
};

int refuseSearch(VerbContext context, const std::string& what, const std::string& why) {
  context.err << "error: " << what << ": " << why << '\n';
  return kFailure;
}

std::optional<double> numericTime(const std::string& text) {
  const std::optional<TimeCode> time = parseTime(text);
  const bool isPlain = time && time->isNumeric() && !time->isPreTime() && !time->isEarliest();
  return isPlain ? std::optional(time->time()) : std::nullopt;
}

// Sets the interval of a request: that of --between, else that of the stage. Returns why it cannot
// be searched; empty if it can.
std::string setInterval(const FindOptions& options, const Stage& stage, MotionRequest& request,
                        std::ostream& err) {
  if (!options.between.empty()) {
    for (const std::string& text : options.between) {
      if (!numericTime(text)) {
        return fmt::format("\"{}\" is not a frame: expected a finite number.", text);
      }
    }
    std::tie(request.from, request.to) =
        std::minmax({*numericTime(options.between[0]), *numericTime(options.between[1])});
  } else {
    const auto range = motionRange(stage, {});
    // Hidden animation can be found without a range.
    if (!range) err << "note: nothing is animated, and no range is authored.\n";
    std::tie(request.from, request.to) = range.value_or(std::pair(0.0, 0.0));
  }
  if (request.to - request.from > kMostMotionFrames) {
    return fmt::format("{} to {} has too many frames; --between names fewer.", request.from,
                       request.to);
  }
  return {};
}

// Completes the questions: without any, --between asks for changes, else all problems are asked
// for.
MotionRequest questionsOf(const FindOptions& options) {
  MotionRequest request = options.request;
  const bool isMotion = request.changes || request.pops || request.frozen || request.seams;
  if (isMotion || options.scrub || options.cost) return request;
  request.changes = !options.between.empty();
  request.pops = request.frozen = request.seams = options.between.empty();
  return request;
}

/// The frames of a request, and what is found about whole frames.
struct FrameFindings {
  std::optional<ScrubCheck> scrub;
  std::vector<FrameCost> costs;
  /// The costliest prims of the frames that stand out, by the index of the frame.
  std::map<std::size_t, std::vector<PrimCost>> costliest;
};

constexpr std::size_t kMostNamedFrames = 20;  // Naming prims costs as much as the frame.
constexpr std::size_t kMostNamedPrims = 3;

std::vector<double> framesOf(const MotionRequest& request) {
  std::vector<double> frames;
  const auto last = static_cast<std::size_t>(request.to - request.from);
  for (std::size_t i = 0; i <= last; ++i) frames.push_back(request.from + double(i));
  return frames;
}

FrameFindings findInFrames(const FindOptions& options, const std::shared_ptr<const Stage>& stage,
                           const MotionRequest& request) {
  FrameFindings found;
  const std::vector<double> frames = framesOf(request);
  if (options.scrub) found.scrub = compareScrubbing(stage, frames, {}, {});
  if (!options.cost) return found;
  found.costs = measureFrames(stage, frames, {}, {});
  for (const std::size_t i : costlyFrames(found.costs)) {
    if (found.costliest.size() == kMostNamedFrames) break;
    found.costliest[i] = costliestPrims(*stage, found.costs[i].time, kMostNamedPrims, {});
  }
  return found;
}

Json toJson(const FindOptions& options, const FrameFindings& found) {
  Json json = Json::object();
  if (found.scrub) {
    json["scrub"] = Json::array();
    for (const ScrubDifference& each : found.scrub->differences) {
      json["scrub"].push_back(
          {{"time", each.time}, {"prim", each.prim.text()}, {"message", each.message}});
    }
  }
  if (options.cost) {
    json["cost"] = Json::array();
    for (std::size_t i = 0; i < found.costs.size(); ++i) {
      const FrameCost& each = found.costs[i];
      Json frame = {{"time", each.time}, {"milliseconds", each.milliseconds}};
      if (const auto prims = found.costliest.find(i); prims != found.costliest.end()) {
        for (const PrimCost& prim : prims->second) {
          frame["prims"].push_back(
              {{"path", prim.prim.text()}, {"milliseconds", prim.milliseconds}});
        }
      }
      json["cost"].push_back(std::move(frame));
    }
  }
  return json;
}

std::string linesOf(const FrameFindings& found) {
  std::string text;
  if (found.scrub) {
    for (const ScrubDifference& each : found.scrub->differences) {
      text += each.prim.isRoot() ? "scrub: " : fmt::format("scrub <{}>: ", each.prim.text());
      text += each.message + '\n';
    }
  }
  const double median = medianCost(found.costs);
  for (std::size_t i = 0; i < found.costs.size(); ++i) {
    text += "cost " + costText(found.costs[i], median);
    if (const auto prims = found.costliest.find(i); prims != found.costliest.end()) {
      for (const PrimCost& prim : prims->second) {
        text += fmt::format("; <{}> {:.1f} ms", prim.prim.text(), prim.milliseconds);
      }
    }
    text += '\n';
  }
  return text;
}

std::string countedNoun(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// One note for each question that was asked.
std::string notesOf(const MotionFindings& findings, const FrameFindings& frames,
                    const MotionRequest& request) {
  std::string text;
  const std::string range = fmt::format(", {} to {}.\n", request.from, request.to);
  if (request.changes || request.pops || request.frozen || request.seams) {
    text += fmt::format("note: {} in {}", countedNoun(findings.findings.size(), "finding"),
                        countedNoun(findings.examinedCount, "attribute")) +
            range;
  }
  if (frames.scrub) {
    const std::size_t count = frames.scrub->differences.size();
    text += fmt::format("note: {} of {} depend on how they are reached", count,
                        countedNoun(frames.scrub->frameCount, "frame")) +
            range;
  }
  if (!frames.costs.empty()) {
    text += fmt::format("note: {} measured, {:.1f} ms is usual",
                        countedNoun(frames.costs.size(), "frame"), medianCost(frames.costs)) +
            range;
  }
  return text;
}

void print(const MotionFindings& findings, const FrameFindings& frames, const FindOptions& options,
           const MotionRequest& request, const LayerNames& names, VerbContext context) {
  if (options.json) {
    Json json = motionToJson(findings, request, names);
    json.update(toJson(options, frames));
    context.out << toLine(json) << '\n';
    return;
  }
  std::string text = linesOf(frames);
  for (const MotionFinding& finding : findings.findings) text += motionText(finding, names) + '\n';
  context.out << printableLines(text);
  context.err << notesOf(findings, frames, request);
}

// Prints the prims that match the query. Like grep, fails if there are none.
int findByQuery(const FindOptions& options, const Stage& stage, const Prim& root,
                VerbContext context) {
  const SearchText text = parseSearchText(fmt::format("{}", fmt::join(options.query, " ")));
  const PrimQuery query(stage, text);
  for (const std::string& problem : {text.problem, query.problem()}) {
    if (problem.empty()) continue;
    context.failsWith(kWrongUsage);
    return refuseSearch(context, "QUERY", problem);
  }
  std::size_t count = 0;
  Json found = Json::array();
  const auto visit = [&](const Prim& prim) {
    if (query.isEmpty() || !query.matches(prim)) return true;
    ++count;
    if (options.json) {
      found.push_back({{"path", prim.path().text()}, {"type", prim.typeName().string()}});
    } else {
      context.out << printableLines(prim.path().text()) << '\n';
    }
    return bool(context.out);
  };
  if (!root.isPseudoRoot()) visit(root);
  visitShown(root, {}, visit);
  if (options.json) context.out << toLine(found) << '\n';
  if (count == 0 && !query.doubt().empty()) context.err << "note: " << query.doubt() << '\n';
  printDiagnostics(stage.clipDiagnostics(), context.err);
  return count > 0 ? kSuccess : kFailure;
}

int runFind(const FindOptions& options, VerbContext context) {
  const std::shared_ptr<const Stage> stage = openStage(options.stage, context);
  if (!stage) return kFailure;
  const Path path = Path::fromText(options.prim, Path::root());
  const Prim prim = path.isRootOrPrim() ? stage->primAt(path) : Prim();
  if (!prim) {
    return refuseSearch(
        context, "--prim",
        fmt::format("The stage has no prim <{}>.", path.isEmpty() ? options.prim : path.text()));
  }
  if (!options.query.empty()) return findByQuery(options, *stage, prim, context);
  MotionRequest request = questionsOf(options);
  const std::string problem = setInterval(options, *stage, request, context.err);
  if (!problem.empty()) {
    context.failsWith(kWrongUsage);
    return refuseSearch(context, options.between.empty() ? options.stage.file : "--between",
                        problem);
  }
  const MotionFindings findings = findMotion(prim, request, {});
  const FrameFindings frames = findInFrames(options, stage, request);
  const LayerNames names(*stage->rootLayer(), stage->sessionLayer().get());
  print(findings, frames, options, request, names, context);
  if (!findings.tooManyClips.empty()) {
    context.err << fmt::format(
        "note: {} attributes are not examined, because more than {} clips would have to be "
        "opened; the first is <{}>.\n",
        findings.tooManyClips.size(), request.clipBudget,
        findings.tooManyClips.front().path().text());
  }
  printDiagnostics(stage->clipDiagnostics(), context.err);
  const bool isUnstable = frames.scrub && !frames.scrub->differences.empty();
  const bool hasProblem =
      isUnstable || std::ranges::any_of(findings.findings, [](const MotionFinding& each) {
        return each.kind != MotionKind::Change;
      });
  return hasProblem ? kFailure : kSuccess;
}

}  // namespace

RunVerb declareFind(VerbOptions& command) {
  auto options = std::make_shared<FindOptions>();
  addStageOptions(command, options->stage);
  addInterpolationOption(command, options->stage);
  addMaskOption(command, options->stage.mask);
  command.flag("--pops", options->request.pops,
               "Find steps between two frames that are much larger than those around them");
  command.flag("--frozen", options->request.frozen,
               "Find animation that a stronger value hides, or whose samples are all equal");
  command.flag("--seams", options->request.seams,
               "Find clips that do not match in position or speed where they meet");
  command.flag("--scrub", options->scrub,
               "Find frames that differ when they are reached in order and in random order");
  command.flag("--cost", options->cost, "Measure what each frame costs to evaluate");
  VerbOption changes =
      command.flag("--changes", options->request.changes,
                   "Find all values that differ between the two frames of --between, or jump");
  VerbOption between =
      command
          .option("--between", options->between,
                  "A B: look at these two frames and all between them; alone, it finds changes")
          .takes(2);
  changes.needs(between);
  VerbOption query =
      command.option("QUERY", options->query,
                     "Words that prims must match, as in the prim tree: 'type:Mesh animated:yes'; "
                     "finds prims and nothing else");
  for (const char* motion :
       {"--pops", "--frozen", "--seams", "--scrub", "--cost", "--changes", "--between"}) {
    query.excludes(command.find(motion));
  }
  command.option("--prim", options->prim, "Only this prim and its descendants");
  command.option("--openClips", options->request.clipBudget,
                 "The number of clips that may be opened; attributes that need more are skipped");
  command.flag("--json", options->json, "Print JSON");
  command.footer(
      "Without QUERY, one of these questions and --between, finds pops, frozen attributes and "
      "seams. "
      "The status is 1 if there are any, or frames that differ when scrubbed; changes and costs "
      "leave it 0. With QUERY, the status is 0 if there is a prim, else 1. --scrub and --cost look "
      "at the whole stage.");
  return [options](VerbContext context) { return runFind(*options, context); };
}

}  // namespace usdscope
