// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipReport.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "engine/asset/AssetResolver.h"
#include "engine/base/Counted.h"
#include "engine/base/Diagnostics.h"
#include "engine/report/clips/ClipAttributes.h"
#include "engine/report/clips/ClipDoctor.h"
#include "engine/report/clips/LeftOutFiles.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/explain/UnreachedClips.h"
#include "engine/report/text/LayerNames.h"
#include "engine/stage/clips/ClipManifest.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope {
namespace {

bool hasClipsOfItsOwn(const Prim& prim) {
  if (!prim.mayHaveClips()) return false;
  for (OpinionWalk walk(prim); walk.next();) {
    if (walk.opinion().prim.hasField(fields::kClips)) return true;
  }
  return false;
}

void addLane(ClipSetReport& report, const AssetResolver& resolver, const std::stop_token& stop) {
  const ClipSet& set = *report.set;
  const ClipSetDefinition& definition = set.definition();
  const LayerOffset& stageFromSet = definition.stageFromSet;
  for (std::size_t clip = 0; clip < set.clips().size() && !stop.stop_requested(); ++clip) {
    const ClipSpan& span = set.clips()[clip];
    ClipStretch& stretch = report.lane.emplace_back();
    stretch.from = stageFromSet(span.authoredStart);
    stretch.to = span.end == ClipSpan::kForever ? std::numeric_limits<double>::infinity()
                                                : stageFromSet(span.end);
    stretch.index = span.file;
    stretch.file = (*definition.assetPaths)[span.file];
    stretch.isFound = !resolver.resolve(stretch.file, definition.layer->identifier()).empty();
  }
}

std::vector<ClipSetReport> setsOf(const Prim& prim, bool opensClips, const std::stop_token& stop,
                                  std::vector<ClipFault>& faults) {
  const Stage& stage = prim.stage();
  const auto valid = stage.clipSets(prim);
  std::vector<ClipSetReport> sets;
  for (ClipSetDefinition& definition : composeClipSets(prim.index(), stage.resolver(), faults)) {
    ClipSetReport& report = sets.emplace_back();
    report.prim = prim.path();
    report.definition = std::move(definition);
    for (const auto& set : *valid) {
      if (set->definition() == report.definition) report.set = set;
    }
    if (report.set) addClips(report, stage.resolver(), opensClips, stop);
  }
  return sets;
}

// Visits the prims of a stage and of its prototypes until `visit` returns false.
template <typename Visit>
void visitClipPrims(const Stage& stage, const Visit& visit) {
  PrimFilter filter = PrimFilter::all();
  filter.instanceProxies = false;
  traverse(stage.pseudoRoot(), filter, visit);
  for (const Prim& prototype : stage.prototypes()) traverse(prototype, filter, visit);
}

void addPrim(const Prim& prim, bool opensClips, const std::stop_token& stop,
             const ClipReading& reading, ClipsReport& report) {
  checkSubRootArcs(prim, report.findings);
  if (!hasClipsOfItsOwn(prim)) return;
  std::vector<ClipFault> faults;
  std::vector<ClipSetReport> sets = setsOf(prim, opensClips, stop, faults);
  checkClipMetadata(prim, sets, authoredClipSets(prim), std::move(faults), report.findings);
  for (ClipSetReport& set : sets) {
    if (stop.stop_requested()) return;
    if (set.set && opensClips) checkClips(prim, set, stop, reading, report.findings);
    if (set.set) {
      checkClipTimes(prim, set, opensClips && !stop.stop_requested(), report.findings);
    }
    report.sets.push_back(std::move(set));
  }
}

/// The first instance of each prototype, by the path of the prototype.
using FirstInstances = std::unordered_map<Path, Path>;

// Returns the path of a prim or attribute in a prototype below the first instance.
Path outsideOfPrototypes(Path path, const FirstInstances& instances) {
  // An instance may be in another prototype.
  for (std::size_t i = 0; i <= instances.size(); ++i) {
    Path root = path.primPath();
    while (!root.parent().isRoot()) root = root.parent();
    const auto found = instances.find(root);
    if (found == instances.end()) break;
    path = path.withPrefixReplaced(root, found->second);
  }
  return path;
}

Json setToJson(const ClipSetReport& report, const LayerNames& names) {
  Json lane = Json::array();
  for (const ClipStretch& stretch : report.lane) {
    Json gaps = Json::array();
    for (const Path gap : stretch.gaps) gaps.push_back(gap.text());
    lane.push_back({{"from", numberToJson(stretch.from)},
                    {"to", numberToJson(stretch.to)},
                    {"index", stretch.index},
                    {"file", stretch.file},
                    {"found", stretch.isFound},
                    {"gaps", std::move(gaps)}});
  }
  Json mapping = Json::array();
  for (const glm::dvec2& time : report.definition.times.value_or(std::vector<glm::dvec2>())) {
    mapping.push_back({numberToJson(report.definition.stageFromSet(time.x)), numberToJson(time.y)});
  }
  Json declared = Json::array();
  for (const Path attribute : report.declared) declared.push_back(attribute.text());
  const auto& manifest = report.definition.manifestAssetPath;
  return {{"prim", report.prim.text()},
          {"set", report.definition.name},
          {"layer", names.layer(*report.definition.layer)},
          {"primPath", report.definition.primPath ? Json(*report.definition.primPath) : Json()},
          {"valid", report.set != nullptr},
          {"interpolateMissing", report.definition.interpolatesMissing},
          {"offset", numberToJson(report.definition.stageFromSet.offset)},
          {"scale", numberToJson(report.definition.stageFromSet.scale)},
          {"lane", std::move(lane)},
          {"mapping", std::move(mapping)},
          {"manifest",
           {{"file", manifest ? Json(*manifest) : Json()}, {"attributes", std::move(declared)}}}};
}

LayerNames namesFor(const Stage& stage) { return {*stage.rootLayer(), stage.sessionLayer().get()}; }

// Returns what the line of a set that is not valid says about it.
std::string whyNotText(const ClipSetDefinition& definition, const LayerNames& names) {
  const std::string_view key = definition.emptyKey();
  return key.empty() ? ": ignored"
                     : fmt::format(": plays no clip, because `{}` in {} is empty", key,
                                   names.layer(*definition.siteOf(key).layer));
}

void addSetText(const ClipSetReport& report, const LayerNames& names, LeftOutFiles& leftOut,
                std::string& out) {
  const ClipSetDefinition& definition = report.definition;
  const auto isLeftOut = [&](const ClipStretch& stretch) {
    return !stretch.isUnreadable && leftOut.contains(stretch.file, definition.layer->identifier());
  };
  out +=
      fmt::format("Clip set `{}` on {}, from {}{}\n", definition.name, report.prim.text(),
                  names.layer(*definition.layer), report.set ? "" : whyNotText(definition, names));
  for (const ClipStretch& stretch : report.lane) {
    out += fmt::format(
        "  {} to {}: clip {} {}{}{}\n", timeText(stretch.from), timeText(stretch.to), stretch.index,
        stretch.file,
        stretch.isFound        ? ""
        : isLeftOut(stretch)   ? ", not in the capsule"
        : stretch.isUnreadable ? ", unreadable"
                               : ", missing",
        stretch.gaps.empty() ? "" : ", without " + counted(stretch.gaps.size(), "attribute"));
  }
  for (const std::string& line : {mappingText(report), manifestText(report)}) {
    if (!line.empty()) out += "  " + line + "\n";
  }
}

}  // namespace

void addClips(ClipSetReport& report, const AssetResolver& resolver, bool mayOpenClips,
              const std::stop_token& stop) {
  const bool hasManifest = mayOpenClips || !report.set->hasGeneratedManifest();
  if (const auto manifest = hasManifest ? report.set->manifest() : nullptr) {
    visitDeclaredAttributes(*manifest, report.set->primPath(), [&](const PropertySpec& attribute) {
      report.declared.push_back(attribute.path());
      return true;
    });
  }
  addLane(report, resolver, stop);
}

std::string mappingText(const ClipSetReport& set) {
  const ClipSetDefinition& definition = set.definition;
  if (!definition.times || definition.times->empty()) return {};
  std::string text = "stage time → clip time:";
  for (const glm::dvec2& time : *definition.times) {
    text += fmt::format(" {}→{}", timeText(definition.stageFromSet(time.x)), timeText(time.y));
  }
  return text;
}

std::string manifestText(const ClipSetReport& set) {
  if (!set.set) return {};
  return fmt::format("manifest: {}, {}",
                     set.definition.manifestAssetPath.value_or("generated from the clips"),
                     counted(set.declared.size(), "attribute"));
}

std::string findingText(const ClipFinding& finding) {
  std::string where = finding.file;
  if (finding.frame) {
    where += fmt::format("{}from {} on", where.empty() ? "" : ", ", timeText(*finding.frame));
  }
  return fmt::format("{}{}{}{}{}", where, where.empty() ? "" : ": ", finding.message,
                     finding.hint.empty() ? "" : " ", finding.hint);
}

bool ClipsReport::hasProblems() const {
  return std::ranges::any_of(
      findings, [](const ClipFinding& finding) { return finding.severity != Severity::Note; });
}

ClipsReport reportClipsReaching(const Prim& prim, bool opensClips, const std::stop_token& stop,
                                const ClipReading& reading) {
  ClipsReport report;
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    addPrim(at, opensClips, stop, reading, report);
  }
  for (ClipFinding& finding : report.findings) {
    if (finding.site.isEmpty()) finding.site = finding.prim;
  }
  return report;
}

std::size_t clipFileCount(const Stage& stage, const std::stop_token& stop) {
  std::size_t count = 0;
  visitClipPrims(stage, [&](const Prim& prim) {
    if (hasClipsOfItsOwn(prim)) {
      for (const auto& set : ownClipSets(prim)) count += clipsByFile(*set).size();
    }
    return !stop.stop_requested();
  });
  return count;
}

ClipsReport reportClips(const Stage& stage, const std::stop_token& stop,
                        const ClipReading& reading) {
  ClipsReport report;
  FirstInstances instances;
  const auto visit = [&](const Prim& prim) {
    if (prim.isInstance()) instances.try_emplace(prim.prototype().path(), prim.path());
    addPrim(prim, true, stop, reading, report);
    return !stop.stop_requested();
  };
  visitClipPrims(stage, visit);
  for (ClipFinding& finding : report.findings) {
    if (finding.site.isEmpty()) finding.site = finding.prim;
    finding.site = outsideOfPrototypes(finding.site, instances);
  }
  return report;
}

Json clipsToJson(const ClipsReport& report, const Stage& stage) {
  const LayerNames names = namesFor(stage);
  Json sets = Json::array();
  for (const ClipSetReport& set : report.sets) sets.push_back(setToJson(set, names));
  Json findings = Json::array();
  for (const ClipFinding& finding : report.findings) {
    findings.push_back({{"id", finding.id},
                        {"severity", nameOf(finding.severity)},
                        {"prim", finding.prim.text()},
                        {"site", finding.site.text()},
                        {"set", finding.set},
                        {"frame", finding.frame ? numberToJson(*finding.frame) : Json()},
                        {"file", finding.file.empty() ? finding.file : names.file(finding.file)},
                        {"message", finding.message},
                        {"hint", finding.hint}});
  }
  return {{"sets", std::move(sets)}, {"findings", std::move(findings)}};
}

std::string clipsToText(const ClipsReport& report, const Stage& stage) {
  if (report.sets.empty() && report.findings.empty()) return "No prim has clip sets.\n";
  const LayerNames names = namesFor(stage);
  std::string out;
  LeftOutFiles leftOut(stage);
  for (const ClipSetReport& set : report.sets) addSetText(set, names, leftOut, out);
  if (report.findings.empty()) return out + "\nNo problems found.\n";
  out += '\n';
  for (const ClipFinding& finding : report.findings) {
    out += fmt::format("{}: {}", nameOf(finding.severity), finding.prim.text());
    if (!finding.set.empty()) out += fmt::format(" `{}`", finding.set);
    ClipFinding named = finding;
    if (!named.file.empty()) named.file = names.file(named.file);
    out += ": " + findingText(named) + '\n';
  }
  return out;
}

}  // namespace usdscope
