// SPDX-License-Identifier: Apache-2.0
#include "app/session/problems/ProblemGathering.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "engine/asset/AssetResolver.h"
#include "engine/compose/CompositionError.h"
#include "engine/layer/Layer.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostTried = 8;
// More problems of one rule in one layer become a single row. Nobody reads them, and a scene may
// have a million clips that are missing.
constexpr std::size_t kMostOfRule = 5000;

/// Collects problems and folds equal ones.
class Gathering {
 public:
  explicit Gathering(const Stage* stage) : stage_(stage) {}

  void add(Problem problem) {
    std::erase_if(problem.sites, [](Path site) { return site.isRoot() || site.isEmpty(); });
    const auto [found, isNew] =
        numbers_.try_emplace({problem.severity, problem.source, problem.error, problem.message,
                              problem.hint, problem.layer, ownSite(problem)},
                             list_.size());
    if (isNew && ++rowCounts_[ruleOf(problem)] > kMostOfRule) {
      numbers_.erase(found);
      return addToRest(std::move(problem));
    }
    if (isNew) {
      list_.push_back(std::move(problem));
      Problem& added = list_.back();
      sites_.emplace_back(added.sites.begin(), added.sites.end());
      if (!added.asset.empty() && stage_) {
        added.tried = stage_->resolver().candidates(added.asset, added.layer);
        if (added.tried.size() > kMostTried) added.tried.resize(kMostTried);
      }
      return;
    }
    addTo(found->second, problem);
  }

  ProblemList take() {
    for (const auto& [rule, row] : rests_) {
      list_[row].message =
          fmt::format("There are {} more problems of this rule in this layer.", list_[row].count);
    }
    std::ranges::stable_sort(list_, std::ranges::greater{}, &Problem::severity);
    return std::move(list_);
  }
  const ProblemList& list() const { return list_; }

 private:
  // Severity, source, error, message, hint, layer and own site.
  using Key = std::tuple<Severity, std::string, std::string, std::string, std::string, std::string,
                         std::string>;

  // Faults of value clips lead to a frame of one prim, so those of other prims have rows of their
  // own.
  static std::string ownSite(const Problem& problem) {
    if (problem.source != "usdscope:ValueClips" || problem.sites.empty()) return {};
    return problem.sites.front().text();
  }

  using RuleKey = std::tuple<std::string, std::string, std::string>;

  static RuleKey ruleOf(const Problem& problem) {
    return {problem.source, problem.error, problem.layer};
  }

  void addTo(std::size_t row, const Problem& problem) {
    Problem& same = list_[row];
    same.count += problem.count;
    for (const Path site : problem.sites) {
      if (sites_[row].insert(site).second) same.sites.push_back(site);
    }
  }

  void addToRest(Problem problem) {
    const auto [found, isNew] = rests_.try_emplace(ruleOf(problem), list_.size());
    if (!isNew) return addTo(found->second, problem);
    Problem rest;
    rest.severity = problem.severity;
    rest.source = std::move(problem.source);
    rest.error = std::move(problem.error);
    rest.layer = std::move(problem.layer);
    rest.sites = std::move(problem.sites);
    rest.count = problem.count;
    sites_.emplace_back(rest.sites.begin(), rest.sites.end());
    list_.push_back(std::move(rest));
  }

  const Stage* stage_;
  ProblemList list_;
  std::vector<std::unordered_set<Path>> sites_;  ///< By problem.
  std::map<Key, std::size_t> numbers_;
  std::map<RuleKey, std::size_t> rowCounts_;
  std::map<RuleKey, std::size_t> rests_;  ///< The rows that stand for the rest of their rules.
};

// Names the part of the program that reports a diagnostic.
std::string sourceOf(std::string_view id, std::string_view fallback) {
  if (id.starts_with("compose.")) return "composition";
  if (id.starts_with("clips.") || id.find("clip") != std::string_view::npos) return "clips";
  return std::string(fallback);
}

Problem problemOf(const Diagnostic& diagnostic, std::string_view source, bool isOnStage) {
  Problem problem;
  problem.severity = diagnostic.code.severity;
  problem.source = sourceOf(diagnostic.code.id, source);
  problem.error = diagnostic.code.id;
  problem.message = diagnostic.message;
  problem.layer = diagnostic.site.layer;
  problem.line = diagnostic.site.line;
  problem.count = std::size_t(std::max(diagnostic.count, 1));
  const Path path = Path::fromText(diagnostic.site.path);
  if (isOnStage && diagnostic.site.layer.empty() && !path.isEmpty()) problem.sites = {path};
  problem.spec = path;
  return problem;
}

/// The faults that findings describe. Diagnostics about them are not listed again.
class KnownFaults {
 public:
  explicit KnownFaults(const Findings* findings) {
    if (!findings) return;
    for (const Finding& finding : *findings) {
      faults_.emplace(finding.message, finding.layer);
      for (const Path site : finding.sites) faults_.emplace(finding.message, site.text());
    }
  }
  bool contains(const std::string& message, const SourceSite& site) const {
    return faults_.contains({message, site.layer}) || faults_.contains({message, site.path});
  }

 private:
  std::set<std::pair<std::string, std::string>> faults_;
};

void addDiagnostics(const Diagnostics* diagnostics, std::string_view source, bool isOnStage,
                    const KnownFaults& known, Gathering& gathering) {
  if (!diagnostics) return;
  for (const Diagnostic& entry : diagnostics->entries()) {
    // The stage has these with the paths of its prims.
    if (entry.code.id.starts_with("compose.")) continue;
    if (known.contains(entry.message, entry.site)) continue;
    gathering.add(problemOf(entry, source, isOnStage));
  }
}

void addFindings(const Findings& findings, const std::stop_token& stop, Gathering& gathering) {
  // Other rules know the prim that needs a file.
  constexpr std::string_view kOfLayers = "usdUtilsValidators:MissingReferenceValidator";
  std::set<std::pair<std::string, std::string>> ofPrims;
  for (const Finding& finding : findings) {
    if (!finding.asset.empty() && finding.validator != kOfLayers) {
      ofPrims.emplace(finding.asset, finding.layer);
    }
  }
  for (const Finding& finding : findings) {
    if (stop.stop_requested()) return;
    if (finding.validator == kOfLayers && ofPrims.contains({finding.asset, finding.layer})) {
      continue;
    }
    Problem problem;
    problem.severity = finding.severity;
    problem.source = finding.validator;
    problem.error = finding.error;
    problem.message = finding.message;
    problem.hint = finding.hint;
    problem.layer = finding.layer;
    problem.spec = finding.spec;
    problem.line = finding.line;
    problem.sites = finding.sites;
    problem.time = finding.time;
    problem.asset = finding.asset;
    gathering.add(std::move(problem));
  }
}

void addCompositionErrors(const Stage& stage, const KnownFaults& known, Gathering& gathering) {
  for (const CompositionError& error : stage.compositionErrors()) {
    if (known.contains(error.message, error.site)) continue;
    Problem problem = problemOf(toDiagnostic(error), "composition", false);
    problem.sites = {error.rootPath};
    gathering.add(std::move(problem));
  }
}

std::shared_ptr<const ProblemMarks> marksOf(std::shared_ptr<const ProblemList> list) {
  auto marks = std::make_shared<ProblemMarks>();
  marks->list = std::move(list);
  for (std::size_t i = 0; i < marks->list->size(); ++i) {
    const Problem& problem = (*marks->list)[i];
    for (const Path site : problem.sites) marks->markPrim(site.primPath(), problem.severity, i);
    marks->markLayer(problem.layer, problem.severity);
  }
  return marks;
}

}  // namespace

GatheredProblems gatherProblems(const ProblemSources& sources, const std::stop_token& stop) {
  if (!sources.stage && !sources.loading && sources.drawingProblem.empty()) return {};
  const KnownFaults known(sources.findings.get());
  Gathering gathering(sources.stage.get());
  if (sources.loading) {
    Problem problem;
    problem.source = "opening";
    problem.error = "app.cannot-open";
    problem.message = sources.loading->message;
    problem.layer = sources.loading->file;
    gathering.add(std::move(problem));
  }
  if (!sources.drawingProblem.empty()) {
    Problem problem;
    problem.source = "drawing";
    problem.error = "app.cannot-draw";
    problem.message = sources.drawingProblem;
    gathering.add(std::move(problem));
  }
  if (sources.findings) addFindings(*sources.findings, stop, gathering);
  if (sources.stage) addCompositionErrors(*sources.stage, known, gathering);
  addDiagnostics(sources.opening.get(), "opening", false, known, gathering);
  if (sources.stage && !sources.hasClipFindings) {
    const Diagnostics clips = sources.stage->clipDiagnostics();
    addDiagnostics(&clips, "clips", true, known, gathering);
  }
  if (sources.scene) {
    addDiagnostics(&sources.scene->diagnostics, "drawing", true, known, gathering);
  }
  addDiagnostics(sources.drawing.get(), "drawing", true, known, gathering);
  GatheredProblems result;
  result.list = std::make_shared<const ProblemList>(gathering.take());
  if (sources.stage) result.marks = marksOf(result.list);
  return result;
}

Path primOfSite(const Stage& stage, const std::string& layer, Path spec,
                const std::stop_token& stop) {
  const Path path = spec.primPath();
  if (path.isEmpty() || path.isRoot()) return {};
  const auto isFromSite = [&](const Prim& prim) {
    return std::ranges::any_of(prim.primStack(), [&](const StackEntry& entry) {
      return entry.path == path && entry.layer->identifier() == layer;
    });
  };
  const Prim same = stage.primAt(path);
  if (same && (layer.empty() || isFromSite(same))) return path;
  Path found;
  traverse(stage.pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
    if (found.isEmpty() && isFromSite(prim)) found = prim.path();
    return found.isEmpty() && !stop.stop_requested();
  });
  return found;
}

}  // namespace usdscope
