// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipDoctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

#include "engine/asset/AssetResolver.h"
#include "engine/base/Counted.h"
#include "engine/layer/ClipKeys.h"
#include "engine/layer/ListOp.h"
#include "engine/report/clips/LeftOutFiles.h"
#include "engine/report/clips/TemplateHoles.h"
#include "engine/report/explain/Explain.h"
#include "engine/stage/clips/ClipMetadata.h"
#include "engine/stage/clips/ClipTemplate.h"
#include "engine/stage/resolve/OpinionWalk.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

// The numbers of a template among which files are searched that its stride skips.
constexpr double kMostSearchedFiles = 100.0;

using AuthoredEntries = AuthoredClipSets::mapped_type;

bool isEmptyList(const Value& assetPaths) {
  const auto* paths = assetPaths.find<Array<AssetPath>>();
  return paths && paths->empty();
}

// Returns the first time of a clip set, in the time of its layer.
std::optional<double> firstTime(const Value* active, const Value* templateStart) {
  if (const auto* start = templateStart ? templateStart->find<double>() : nullptr) return *start;
  const auto* entries = active ? active->find<Array<glm::dvec2>>() : nullptr;
  if (!entries || entries->empty()) return std::nullopt;
  return std::ranges::min_element(*entries, {}, [](const glm::dvec2& entry) { return entry.x; })->x;
}

// Returns the first stage time of a clip set.
std::optional<double> firstFrame(const AuthoredEntries& keys) {
  const auto found = [&](const char* name) {
    const auto key = keys.find(name);
    return key == keys.end() ? nullptr : &key->second;
  };
  const AuthoredClipEntry* active = found(clip_keys::kActive);
  const AuthoredClipEntry* start = found(clip_keys::kTemplateStartTime);
  if (active) start = nullptr;
  const auto time = firstTime(active ? &active->value : nullptr, start ? &start->value : nullptr);
  const AuthoredClipEntry* from = active ? active : start;
  return time && from ? std::optional(from->stageFromLayer(*time)) : std::nullopt;
}

/// The finding that a fault of the metadata gives.
struct FaultAdvice {
  ClipFaultKind kind;
  const char* id;
  const char* hint;
  Severity severity = Severity::Warning;
};

FaultAdvice adviceFor(ClipFaultKind kind) {
  using enum ClipFaultKind;
  static constexpr FaultAdvice kAdvice[] = {
      {ClipsNotDictionary, "wrong-type",
       "Write it as a dictionary with a dictionary for each clip set."},
      {SetNotDictionary, "wrong-type", "Write it as a dictionary."},
      {SetWithoutName, "wrong-type", "Name it."},
      {WrongType, "wrong-type", "Write it with that type."},
      {TemplateIdsMissing, "missing-ids", "Name in the template only frames that there are."},
      {ActiveOutOfRange, "active-out-of-range", "Clips are counted from 0.", Severity::Error},
      {ActiveInfinite, "infinite-time", "Write a number beyond the last frame."},
      {TimesInfinite, "infinite-time", "Write a number beyond the last frame."},
      {TimesThrice, "times-listed-thrice", "Two entries make a jump; more have no meaning.",
       Severity::Error},
  };
  const auto* found = std::ranges::find(kAdvice, kind, &FaultAdvice::kind);
  if (found != std::end(kAdvice)) return *found;
  return {kind, "invalid-set", "Correct it: until then the set has no clips.", Severity::Error};
}

class MetadataCheck {
 public:
  MetadataCheck(const Prim& prim, std::span<const ClipFault> faults,
                std::vector<ClipFinding>& findings)
      : prim_(prim), faults_(faults), findings_(findings) {}

  void run(const std::vector<ClipSetReport>& sets, const AuthoredClipSets& authored) {
    for (const ClipFault& fault : faults_) {
      if (!authored.contains(fault.set)) addFault(fault);
    }
    for (OpinionWalk walk(prim_); walk.next();) checkOrder(walk.opinion(), authored);
    for (const auto& [name, keys] : authored) {
      const auto found = std::ranges::find(
          sets, name, [](const ClipSetReport& set) { return set.definition.name; });
      const ClipSetReport* report = found == sets.end() ? nullptr : &*found;
      frame_ = firstFrame(keys);
      for (const ClipFault& fault : faults_) {
        if (fault.set == name) addFault(fault);
      }
      checkKeys(name, keys, report);
      if (!report) reportRemovedSet(name, keys);
    }
  }

 private:
  ClipFinding& add(std::string id, const std::string& set, std::string message, std::string hint) {
    ClipFinding& finding = findings_.emplace_back();
    finding.id = std::move(id);
    finding.prim = prim_.path();
    finding.set = set;
    finding.frame = frame_;
    finding.message = std::move(message);
    finding.hint = std::move(hint);
    return finding;
  }

  void addFault(const ClipFault& fault) {
    const FaultAdvice advice = adviceFor(fault.kind);
    ClipFinding& finding = add(advice.id, fault.set, faultText(fault), advice.hint);
    finding.severity = advice.severity;
    finding.file = fault.site.layer;
    if (fault.time) finding.frame = fault.time;
  }

  void checkOrder(const Opinion& opinion, const AuthoredClipSets& authored) {
    const Value order = opinion.prim.field(fields::kClipSets);
    const auto* edit = order.find<ListOp<std::string>>();
    if (!edit) return;
    for (const std::string& name : edit->appliedItems()) {
      if (authored.contains(name)) continue;
      add("unknown-set", name, "`clipSets` names the set, but no layer defines it.",
          "Correct the name, or remove it from `clipSets`.")
          .file = opinion.layer()->identifier();
    }
  }

  // Reports a set that would have clips, but that `clipSets` removes.
  void reportRemovedSet(const std::string& name, const AuthoredEntries& keys) {
    for (const char* key : {clip_keys::kAssetPaths, clip_keys::kTemplateAssetPath}) {
      const auto found = keys.find(key);
      if (found == keys.end() || !hasTypeOfClipKey(key, found->second.value)) continue;
      ClipFinding& finding =
          add("removed-set", name, "`clipSets` does not name the set, so it is ignored.",
              "Nothing to do if that is intended. Otherwise name it in `clipSets`.");
      finding.severity = Severity::Note;
      finding.file = found->second.layer;
      return;
    }
  }

  void checkKeys(const std::string& name, const AuthoredEntries& keys,
                 const ClipSetReport* report) {
    const bool hasPaths = keys.contains(clip_keys::kAssetPaths);
    const bool hasTemplate = keys.contains(clip_keys::kTemplateAssetPath);
    std::vector<std::string> missing;
    const auto need = [&](const char* key) {
      if (!keys.contains(key)) missing.emplace_back(key);
    };
    need(clip_keys::kPrimPath);
    // A stronger layer switches the set off.
    if (hasPaths && isEmptyList(keys.at(clip_keys::kAssetPaths).value)) return;
    if (hasPaths) {
      need(clip_keys::kActive);
    } else if (hasTemplate) {
      need(clip_keys::kTemplateStartTime);
      need(clip_keys::kTemplateEndTime);
      need(clip_keys::kTemplateStride);
    } else {
      missing.emplace_back("assetPaths or templateAssetPath");
    }
    if (!missing.empty()) {
      add("incomplete-set", name,
          fmt::format("The set has no {}, so it is ignored silently.", fmt::join(missing, ", no ")),
          "Author the missing keys, or remove the set.")
          .file = keys.begin()->second.layer;
    }
    if (hasPaths && hasTemplate) {
      add("explicit-and-template", name,
          "The set has assetPaths and a template; the template is ignored.", "Keep one of the two.")
          .file = keys.at(clip_keys::kTemplateAssetPath).layer;
    }
    if (!report) return;
    checkIndices(name, keys, report->definition);
    if (!hasPaths && hasTemplate) checkHoles(name, keys, report->definition);
    checkOffsets(name, keys, hasPaths ? clip_keys::kAssetPaths : clip_keys::kTemplateAssetPath);
  }

  // Reports the first index of a clip that is not a whole number.
  void checkIndices(const std::string& name, const AuthoredEntries& keys,
                    const ClipSetDefinition& definition) {
    const auto authored = keys.find(clip_keys::kActive);
    if (authored == keys.end() || !definition.active) return;
    for (const glm::dvec2& entry : *definition.active) {
      if (!std::isfinite(entry.y) || entry.y == std::floor(entry.y) || entry.y < 0.0) continue;
      ClipFinding& finding = add("fractional-index", name,
                                 fmt::format("`active` names clip {}; clip {} plays.",
                                             timeText(entry.y), timeText(std::floor(entry.y))),
                                 "Write a whole number.");
      finding.frame = definition.stageFromSet(entry.x);
      finding.file = authored->second.layer;
      return;
    }
  }

  // Reports missing files of a template. The clip before them plays on.
  void checkHoles(const std::string& name, const AuthoredEntries& keys,
                  const ClipSetDefinition& definition) {
    const auto named = templateOf(keys);
    if (!named || !definition.assetPaths || !definition.active) return;
    const bool hasFiles = !definition.assetPaths->empty();
    LeftOutFiles leftOut(prim_.stage());
    for (const TemplateHole& hole : templateHoles(*named, definition, leftOut)) {
      ClipFinding& finding =
          add("template-hole", name,
              fmt::format("{} of the template {} missing; {}.", counted(hole.count, "file"),
                          hole.count == 1 ? "is" : "are",
                          !hasFiles ? "none exists, so the set plays no clip"
                          : hole.hasClipBefore
                              ? "the clip before plays on"
                              : "the first file that exists plays before its start too"),
              "Write the missing files, or end the template before them.");
      finding.frame = hole.from;
      finding.file = hole.firstFile;
      if (!hole.isLeftOut) continue;
      finding.id = "left-out";
      finding.severity = Severity::Note;
      finding.message = fmt::format(
          "The capsule does not have {} of the template that {} not play in its frames.",
          counted(hole.count, "file"), hole.count == 1 ? "does" : "do");
      finding.hint = "Frames without a clip are not those of the original scene.";
    }
    checkSkippedFiles(name, {named->assetPath, named->start, named->end, 1.0, {}}, named->stride,
                      definition);
  }

  // Reports a file between those that a template names: the stride steps over it.
  void checkSkippedFiles(const std::string& name, ClipTemplate each, double stride,
                         const ClipSetDefinition& definition) {
    // Strides that are not whole name files with fractions of frames.
    if (stride <= 1.0 || stride != std::floor(stride)) return;
    each.end = std::min(each.end, each.start + kMostSearchedFiles);
    ClipFault fault;
    const auto all = expandTemplate(each, [](const std::string&) { return true; }, fault);
    if (!all) return;
    const AssetResolver& resolver = prim_.stage().resolver();
    for (std::size_t i = 0; i < all->assetPaths.size(); ++i) {
      if (std::fmod(double(i), stride) == 0.0) continue;
      const std::string& file = all->assetPaths[i];
      if (resolver.resolve(file, definition.layer->identifier()).empty()) continue;
      ClipFinding& finding =
          add("stride-skips-file", name,
              fmt::format("The file exists, but the template steps over it with its stride of {}.",
                          timeText(stride)),
              "Correct templateStride, or remove the file.");
      finding.frame = definition.stageFromSet(each.start + double(i));
      finding.file = file;
      return;
    }
  }

  // Reports times that are authored in a layer with another offset than the anchor.
  void checkOffsets(const std::string& name, const AuthoredEntries& keys, const char* anchorKey) {
    const AuthoredClipEntry& anchor = keys.at(anchorKey);
    for (const char* key : {clip_keys::kActive, clip_keys::kTimes}) {
      const auto found = keys.find(key);
      if (found == keys.end() || found->second.stageFromLayer == anchor.stageFromLayer) continue;
      const LayerOffset& offset = found->second.stageFromLayer;
      add("other-offset", name,
          fmt::format(
              "`{}` is authored in a layer with offset {} and scale {}. These apply to it, and "
              "not those of the layer that names the clips.",
              key, timeText(offset.offset), timeText(offset.scale)),
          "Author it in the layer that names the clips.")
          .file = found->second.layer;
    }
  }

  const Prim& prim_;
  const std::span<const ClipFault> faults_;
  std::vector<ClipFinding>& findings_;
  std::optional<double> frame_;  // The first stage time of the set that is checked, if known.
};

// Returns the first time of the clip sets that a layer gives a prim, in the time of the layer.
std::optional<double> firstTimeOfSets(const PrimSpec& spec) {
  const Value clips = spec.field(fields::kClips);
  const auto* sets = clips.find<Dictionary>();
  std::optional<double> first;
  if (!sets) return first;
  for (const auto& [name, entry] : sets->entries()) {
    const auto* info = entry.find<Dictionary>();
    const Value* active = info ? info->find(clip_keys::kActive) : nullptr;
    const Value* start = info && !active ? info->find(clip_keys::kTemplateStartTime) : nullptr;
    const auto time = firstTime(active, start);
    if (time && (!first || *time < *first)) first = time;
  }
  return first;
}

}  // namespace

AuthoredClipSets authoredClipSets(const Prim& prim) {
  AuthoredClipSets sets;
  for (OpinionWalk walk(prim); walk.next();) {
    const Opinion& opinion = walk.opinion();
    const Value clips = opinion.prim.field(fields::kClips);
    const auto* dictionary = clips.find<Dictionary>();
    if (!dictionary) continue;
    for (const auto& [name, entry] : dictionary->entries()) {
      const auto* info = entry.find<Dictionary>();
      if (!info) continue;
      for (const auto& [key, value] : info->entries()) {
        sets[name].try_emplace(
            key, AuthoredClipEntry{value, opinion.layer()->identifier(), opinion.stageFromLayer()});
      }
    }
  }
  return sets;
}

void checkClipMetadata(const Prim& prim, const std::vector<ClipSetReport>& sets,
                       const AuthoredClipSets& authored, std::vector<ClipFault> faults,
                       std::vector<ClipFinding>& findings) {
  for (const ClipSetReport& set : sets) {
    const std::vector<ClipFault> own = findFaults(set.definition);
    faults.insert(faults.end(), own.begin(), own.end());
  }
  MetadataCheck(prim, faults, findings).run(sets, authored);
}

void checkSubRootArcs(const Prim& prim, std::vector<ClipFinding>& findings) {
  const PrimIndex& index = prim.index();
  for (std::uint32_t i = 1; i < index.nodes().size(); ++i) {
    const PrimIndexNode& node = index.nodes()[i];
    const bool isAssetArc = node.arc == ArcType::Reference || node.arc == ArcType::Payload;
    if (!isAssetArc || node.isDueToAncestor || !node.path.isPrim()) continue;
    for (Path ancestor = node.path.parent(); ancestor.isPrim(); ancestor = ancestor.parent()) {
      for (const LayerStackEntry& entry : node.layerStack->entries()) {
        const PrimSpec spec = entry.layer->findPrim(ancestor);
        if (!spec || !spec.hasField(fields::kClips)) continue;
        ClipFinding& finding = findings.emplace_back();
        finding.id = "clips-left-behind";
        finding.prim = prim.path();
        if (const auto time = firstTimeOfSets(spec)) {
          finding.frame = node.rootFromNode.timeOffset()(entry.offset(*time));
        }
        finding.file = entry.layer->identifier();
        finding.message = fmt::format(
            "The {} leads to <{}>, a descendant of <{}>, whose clips do not apply across the arc.",
            node.arc == ArcType::Payload ? "payload" : "reference", node.path.text(),
            ancestor.text());
        finding.hint =
            "Let the arc lead to the prim that has the clips, or author the clips here too.";
      }
    }
  }
}

}  // namespace usdscope
