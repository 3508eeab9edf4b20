// SPDX-License-Identifier: Apache-2.0
#include "app/session/problems/ProblemFinder.h"

#include <QLocale>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <string_view>
#include <utility>

#include "app/session/Session.h"
#include "app/session/memory/KnownClips.h"
#include "app/session/problems/ProblemGathering.h"
#include "app/session/tasks/FreeInBackground.h"
#include "app/session/tasks/QuietWorkers.h"
#include "engine/base/Hash.h"
#include "engine/check/Check.h"
#include "engine/check/MissingFiles.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostShownPrims = 1000;
constexpr int kCheckProgressMs = 100;
constexpr int kUntoldClipsMs = 1'500;  // Shorter checks of clips are not shown.

std::size_t hashOf(const std::shared_ptr<const Scene>& scene) {
  std::size_t hash = 0;
  if (!scene) return hash;
  for (const Diagnostic& entry : scene->diagnostics.entries()) {
    hash = hashCombine(hash, std::hash<std::string>()(entry.message));
    hash = hashCombine(hash, std::hash<std::string>()(entry.site.path));
  }
  return hash;
}

constexpr std::string_view kClipValidator = "usdscope:ValueClips";

CheckOptions clipValidator() {
  CheckOptions options;
  options.includeValidators = {std::string(kClipValidator)};
  return options;
}

// All clips are read once: their findings are kept if they are known.
CheckOptions otherValidators(bool areClipsKnown) {
  CheckOptions options;
  // It reports what the validator of all packages reports, too.
  options.excludeValidators = {std::string(kRootPackageValidator)};
  if (areClipsKnown) options.excludeValidators.emplace_back(kClipValidator);
  return options;
}

// Missing clips are found quickly at first, and again with the other faults of clips.
void addEarlierFindings(const Findings& from, Findings& to) {
  const auto keyOf = [](const Finding& finding) {
    // Both name the set and the file, in other words and at other sites.
    if (!finding.asset.empty()) {
      return std::pair(finding.asset + '\n' + finding.layer, finding.spec.text());
    }
    return std::pair(finding.message,
                     finding.sites.empty() ? std::string() : finding.sites[0].text());
  };
  std::set<std::pair<std::string, std::string>> clips;
  for (const Finding& finding : to) {
    if (finding.validator == kClipValidator) clips.insert(keyOf(finding));
  }
  for (const Finding& finding : from) {
    const bool isKnown = finding.validator == kClipValidator && clips.contains(keyOf(finding));
    if (!isKnown) to.push_back(finding);
  }
}

QString groupedText(std::size_t count) {
  return QLocale(QLocale::English).toString(qulonglong(count));
}

void addClipFindings(const Findings& from, Findings& to) {
  for (const Finding& finding : from) {
    if (finding.validator == kClipValidator) to.push_back(finding);
  }
}

}  // namespace

ProblemFinder::ProblemFinder(Session& session)
    : session_(session),
      searching_(session.background()),
      gathering_(session.background()),
      checking_(session.background()) {
  connect(&checking_, &LatestTask::failed, this, &ProblemFinder::endFailedChecks);
  session_.document.observe(this, [this](const Document&) { takeStage(); });
  session_.loading.observe(this, [this, had = false](const LoadState& state) mutable {
    const bool hasFailed = state.phase == LoadState::Phase::Failed;
    if (std::exchange(had, hasFailed) || hasFailed) gather();
    // The first picture is more urgent than missing files.
    if (std::exchange(isWaiting_, isWaiting_ && state.isLoading()) && !isWaiting_) startChecks();
  });
  session_.drawingDiagnostics.observe(
      this, [this](const std::shared_ptr<const Diagnostics>&) { gather(); });
  session_.drawingProblem.observe(this, [this](const std::string&) { gather(); });
  session_.scene.observe(this, [this](const std::shared_ptr<const Scene>& scene) {
    if (std::exchange(drawnProblems_, hashOf(scene)) != drawnProblems_) gather();
  });
}

void ProblemFinder::takeStage() {
  const auto& stage = session_.document.value().stage;
  if (stage != stage_) {
    const std::string& file = session_.document.value().file;
    stage_ = stage;
    // After an edit, the findings of the stage before are shown until the new ones are known.
    if (std::exchange(file_, file) != file || !stage) findings_.reset();
    known_ = gathered_ = Depth::Nothing;
    stopClips_ = std::stop_source();
    leftClips_.clear();
    startChecks();
  }
  gather();
}

void ProblemFinder::setWanted(bool isWanted) {
  if (isWanted == isWanted_) return;
  isWanted_ = isWanted;
  if (stage_ && known_ != Depth::All) startChecks();
}

void ProblemFinder::startChecks() {
  checking_.cancel();
  failure_.clear();
  endClipCheck();
  showActivity({}, 0, 0);
  if (!stage_) return;
  isWaiting_ = !session_.scene.value() && session_.loading.value().isLoading();
  if (isWaiting_) return;
  std::vector<Depth> steps;
  for (const Depth depth : {Depth::Files, Depth::Clips, Depth::All}) {
    // A pane with earlier findings of all validators keeps them until the new ones are there.
    const bool isSkipped =
        isWanted_ && findings_ && known_ == Depth::Nothing && depth != Depth::All;
    const bool isAsked = depth != Depth::All || isWanted_;
    if (depth > known_ && isAsked && !isSkipped) steps.push_back(depth);
  }
  if (steps.empty()) return;
  std::shared_ptr<const Findings> known;
  if (known_ != Depth::Nothing) known = findings_;
  // There may be a million findings, so they are neither copied nor freed on this thread.
  const bool areClipsKnown = known_ >= Depth::Clips;
  CheckOptions reading;
  reading.clipContents = KnownClips::of(session_).store();
  reading.clipStop = stopClips_.get_token();
  checking_.start([this, stage = stage_, steps, known, areClipsKnown,
                   clips = std::move(reading)](const TaskRun& run) -> LatestTask::Show {
    std::shared_ptr<const Findings> before = known;
    bool hasClips = areClipsKnown;
    makeThreadIdle();
    for (const Depth depth : steps) {
      auto found = std::make_shared<Findings>(runChecks(run, *stage, depth, hasClips, clips));
      if (run.stop.stop_requested()) return {};
      if (depth != Depth::All && before) addEarlierFindings(*before, *found);
      if (depth == Depth::All && hasClips && before) addClipFindings(*before, *found);
      hasClips = hasClips || depth == Depth::Clips;
      sortFindings(*found);
      before = freedInBackground(std::shared_ptr<const Findings>(std::move(found)));
      run.post([this, before, depth] { takeFindings(before, depth); });
    }
    return {};
  });
}

Findings ProblemFinder::runChecks(const TaskRun& run, const Stage& stage, Depth depth,
                                  bool areClipsKnown, const CheckOptions& clips) {
  const char* const activity = depth == Depth::Files   ? "Looking for missing files"
                               : depth == Depth::Clips ? "Checking value clips"
                                                       : "Checking the scene";
  using Clock = std::chrono::steady_clock;
  const auto milliseconds = [] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())
        .count();
  };
  std::atomic<std::int64_t> next = 0;
  const auto isDue = [&] {
    const std::int64_t now = milliseconds();
    std::int64_t due = next.load();
    return now >= due && next.compare_exchange_strong(due, now + kCheckProgressMs);
  };
  const CheckProgress progress = [&](std::size_t done, std::size_t total) {
    if (!isDue()) return;
    run.post([this, text = std::string(activity), done, total] {
      endClipCheck();
      showActivity(text, done, total);
    });
  };
  if (depth == Depth::Files) return findMissingFiles(stage, progress, run.stop);
  CheckOptions options = depth == Depth::All ? otherValidators(areClipsKnown) : clipValidator();
  options.clipContents = clips.clipContents;
  options.clipStop = clips.clipStop;
  options.clipProgress = [&](std::size_t done, std::size_t total) {
    // The check of clips begins with the first call and ends with the last one.
    if (!isDue() && done > 0 && done < total) return;
    run.post([this, done, total] { showClipProgress(done, total); });
  };
  return check(stage, options, progress, run.stop);
}

void ProblemFinder::showActivity(const std::string& activity, std::size_t done, std::size_t total) {
  ProblemState next = session_.problems.value();
  next.activity = activity;
  next.done = done;
  next.total = total;
  session_.problems.set(std::move(next));
}

void ProblemFinder::showClipProgress(std::size_t done, std::size_t total) {
  if (stopClips_.stop_requested()) return;
  if (!std::exchange(isCheckingClips_, true)) {
    clipsSince_.start();
    Q_EMIT clipCheckChanged();
  }
  showActivity("Checking clips", done, total);
  if (!isCheckingClips_) return;  // Stopped by who has seen it.
  if (done == total) {
    const bool isTold = isClipProgressTold_;
    endClipCheck();
    if (isTold) Q_EMIT remarked(tr("The clips are checked."));
  } else if (clipsSince_.hasExpired(kUntoldClipsMs)) {
    isClipProgressTold_ = true;
    Q_EMIT remarked(
        tr("Checking clips: %1 of %2 (Esc cancels)").arg(groupedText(done), groupedText(total)));
  }
}

void ProblemFinder::endClipCheck() {
  if (std::exchange(isCheckingClips_, false)) Q_EMIT clipCheckChanged();
  if (std::exchange(isClipProgressTold_, false)) Q_EMIT remarked({});
}

void ProblemFinder::endFailedChecks(const char* reason) {
  failure_ = std::string("The check of the scene failed; only what it found before is listed. ") +
             reason + " Reload checks again.";
  endClipCheck();
  showActivity({}, 0, 0);
  gather();
}

void ProblemFinder::stopClips() {
  if (!isCheckingClips_) return;
  const ProblemState& state = session_.problems.value();
  const QString text =
      tr("The check of clips was stopped at %1 of %2; faults in the others are not "
         "listed. Reload checks them.")
          .arg(groupedText(state.done), groupedText(state.total));
  stopClips_.request_stop();
  leftClips_ = text.toStdString();
  endClipCheck();
  showActivity({}, 0, 0);
  Q_EMIT remarked(text);
}

std::string ProblemFinder::stateOfChecks() const {
  if (!failure_.empty()) return failure_;
  const bool areClipsLeft = !leftClips_.empty();
  const std::string left = areClipsLeft ? " " + leftClips_ : std::string();
  switch (gathered_) {
    case Depth::Nothing:
      return "The scene is being checked. " +
             std::string(areClipsLeft ? "Files and" : "Files, value clips and") +
             " values are not checked yet." + left;
    case Depth::Files:
      return "The scene is being checked; no file is missing. " +
             std::string(areClipsLeft ? "Values" : "Value clips and values") +
             " are not checked yet." + left;
    case Depth::Clips:
      return "The scene is being checked; nothing is wrong so far. Values are not checked yet." +
             left;
    case Depth::All:
      break;
  }
  return !areClipsLeft ? std::string() : "Nothing is wrong so far." + left;
}

void ProblemFinder::takeFindings(std::shared_ptr<const Findings> findings, Depth depth) {
  findings_ = std::move(findings);
  known_ = depth;
  endClipCheck();
  showActivity({}, 0, 0);
  gather();
}

void ProblemFinder::gather() {
  ProblemSources sources;
  const LoadState& loading = session_.loading.value();
  if (loading.phase == LoadState::Phase::Failed) sources.loading = loading;
  sources.drawingProblem = session_.drawingProblem.value();
  sources.drawing = session_.drawingDiagnostics.value();
  sources.opening = session_.document.value().diagnostics;
  sources.stage = stage_;
  sources.scene = session_.scene.value();
  sources.findings = findings_;
  sources.hasClipFindings = known_ >= Depth::Clips;
  sources.hasAllFindings = known_ == Depth::All;
  gathering_.start(
      [this, sources = std::move(sources), depth = known_](const TaskRun& run) -> LatestTask::Show {
        auto gathered = gatherProblems(sources, run.stop);
        if (run.stop.stop_requested()) return {};
        return [this, gathered, depth] {
          gathered_ = depth;
          ProblemState next = session_.problems.value();
          next.list = gathered.list;
          next.isComplete = depth == Depth::All && leftClips_.empty();
          session_.problems.set(std::move(next));
          session_.problemMarks.set(gathered.marks);
        };
      });
}

void ProblemFinder::show(const Problem& problem) {
  session_.inspectRow({.layer = problem.layer,
                       .object = problem.spec.text(),
                       .name = problem.rule(),
                       .value = problemText(problem),
                       .line = problem.line});
  if (!stage_) return;
  if (problem.time) session_.setTime(*problem.time);
  std::vector<Path> sites = problem.sites;
  if (sites.size() > kMostShownPrims) sites.resize(kMostShownPrims);
  if (!sites.empty()) return session_.follow(sites);
  if (!problem.layer.empty() && (problem.spec.isEmpty() || problem.spec.isRoot())) {
    return session_.markLayer(problem.layer);
  }
  if (problem.spec.isEmpty()) return;
  searching_.start([this, stage = stage_, problem](const TaskRun& run) -> LatestTask::Show {
    return [this, layer = problem.layer,
            prim = primOfSite(*stage, problem.layer, problem.spec, run.stop)] {
      if (!prim.isEmpty()) return session_.select({prim});
      session_.markLayer(layer);
      session_.showNote("No prim of the stage has opinions from there.");
    };
  });
}

void ProblemFinder::changeFilter(const std::function<void(ProblemFilter&)>& change) {
  ProblemFilter filter = session_.problemFilter.value();
  change(filter);
  session_.problemFilter.set(std::move(filter));
}

std::string ProblemFinder::ignoreRule(const std::string& rule) {
  const auto& list = session_.problems.value().list;
  const bool isKnown =
      list && std::ranges::any_of(*list, [&](const Problem& p) { return p.rule() == rule; });
  if (!isKnown) return "No problem is of the rule " + rule + ".";
  changeFilter([&](ProblemFilter& filter) { filter.ignored.insert(rule); });
  return {};
}

}  // namespace usdscope
