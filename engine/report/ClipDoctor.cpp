// SPDX-License-Identifier: Apache-2.0
#include "engine/report/ClipDoctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/layer/ListOp.h"
#include "engine/report/Explain.h"
#include "engine/stage/clips/ClipKeys.h"
#include "engine/stage/clips/ClipLayers.h"
#include "engine/stage/clips/ClipTemplate.h"
#include "engine/stage/resolve/OpinionWalk.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

/// A key of a clip set, and the strongest layer that has it.
struct AuthoredKey {
  Value value;
  std::string layer;
  LayerOffset stageFromLayer;
};
/// Set name → key → strongest opinion.
using AuthoredSets = std::map<std::string, std::map<std::string, AuthoredKey>>;

AuthoredSets authoredSets(const Prim& prim) {
  AuthoredSets sets;
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
            key, AuthoredKey{value, opinion.layer()->identifier(), opinion.stageFromLayer()});
      }
    }
  }
  return sets;
}

// The first time of which a clip set says something, in the time of its layer.
std::optional<double> firstTime(const Value* active, const Value* templateStart) {
  if (const auto* start = templateStart ? templateStart->find<double>() : nullptr) return *start;
  const auto* entries = active ? active->find<Array<glm::dvec2>>() : nullptr;
  if (!entries || entries->empty()) return std::nullopt;
  return std::ranges::min_element(*entries, {}, [](const glm::dvec2& entry) { return entry.x; })->x;
}

// The same on the stage.
std::optional<double> firstFrame(const std::map<std::string, AuthoredKey>& keys) {
  const auto found = [&](const char* name) {
    const auto key = keys.find(name);
    return key == keys.end() ? nullptr : &key->second;
  };
  const AuthoredKey* active = found("active");
  const AuthoredKey* start = found("templateStartTime");
  if (active) start = nullptr;
  const auto time = firstTime(active ? &active->value : nullptr, start ? &start->value : nullptr);
  const AuthoredKey* from = active ? active : start;
  return time && from ? std::optional(from->stageFromLayer(*time)) : std::nullopt;
}

class MetadataExam {
 public:
  MetadataExam(const Prim& prim, std::vector<ClipFinding>& findings)
      : prim_(prim), findings_(findings) {}

  void run(const std::vector<ClipSetReport>& sets) {
    const AuthoredSets authored = authoredSets(prim_);
    for (OpinionWalk walk(prim_); walk.next();) {
      examineShape(walk.opinion());
      examineOrder(walk.opinion(), authored);
    }
    for (const auto& [name, keys] : authored) {
      const auto found = std::ranges::find(
          sets, name, [](const ClipSetReport& set) { return set.definition.name; });
      const ClipSetReport* report = found == sets.end() ? nullptr : &*found;
      const std::size_t before = findings_.size();
      frame_ = firstFrame(keys);
      examineTypes(name, keys);
      examineKeys(name, keys, report);
      if (!report) {
        tellIfTakenAway(name, keys);
        continue;
      }
      examineNumbers(name, report->definition);
      const bool isExplained = findings_.size() > before;
      if (!report->set && !isExplained) addReported(name, report->definition);
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

  // What is no set at all.
  void examineShape(const Opinion& opinion) {
    const std::string& layer = opinion.layer()->identifier();
    const Value clips = opinion.prim.field(fields::kClips);
    const auto* dictionary = clips.find<Dictionary>();
    if (!dictionary && !clips.isEmpty()) {
      add("wrong-type", {}, "`clips` is no dictionary, and counts for nothing.",
          "Write it as a dictionary with a dictionary for each clip set.")
          .file = layer;
    }
    if (!dictionary) return;
    for (const auto& [name, entry] : dictionary->entries()) {
      if (name.empty()) {
        add("wrong-type", name, "A clip set has no name, and counts for nothing.", "Name it.")
            .file = layer;
      } else if (!entry.holds<Dictionary>()) {
        add("wrong-type", name, "The clip set is no dictionary, and counts for nothing.",
            "Write it as a dictionary.")
            .file = layer;
      }
    }
  }

  void examineOrder(const Opinion& opinion, const AuthoredSets& authored) {
    const Value order = opinion.prim.field(fields::kClipSets);
    const auto* edit = order.find<ListOp<std::string>>();
    if (!edit) return;
    for (const std::string& name : edit->appliedItems()) {
      if (authored.contains(name)) continue;
      add("unknown-set", name, "`clipSets` names the set, and no layer has it.",
          "Correct the name, or take it out of `clipSets`.")
          .file = opinion.layer()->identifier();
    }
  }

  // Complete, but for the list of sets.
  void tellIfTakenAway(const std::string& name, const std::map<std::string, AuthoredKey>& keys) {
    for (const char* key : {"assetPaths", "templateAssetPath"}) {
      const auto found = keys.find(key);
      if (found == keys.end() || !hasTypeOfClipKey(key, found->second.value)) continue;
      ClipFinding& finding =
          add("set-taken-away", name, "`clipSets` does not name the set, so it counts for nothing.",
              "Nothing to do where that is meant; else name it in `clipSets`.");
      finding.severity = Severity::Note;
      finding.file = found->second.layer;
      return;
    }
  }

  void examineTypes(const std::string& name, const std::map<std::string, AuthoredKey>& keys) {
    for (const auto& [key, authored] : keys) {
      if (hasTypeOfClipKey(key, authored.value)) continue;
      add("wrong-type", name,
          fmt::format("`{}` has another type than {}, and counts for nothing.", key,
                      typeOfClipKey(key)),
          fmt::format("Write it as {}.", typeOfClipKey(key)))
          .file = authored.layer;
    }
  }

  void examineKeys(const std::string& name, const std::map<std::string, AuthoredKey>& keys,
                   const ClipSetReport* report) {
    const bool hasPaths = keys.contains("assetPaths");
    const bool hasTemplate = keys.contains("templateAssetPath");
    std::vector<std::string> missing;
    const auto need = [&](const char* key) {
      if (!keys.contains(key)) missing.emplace_back(key);
    };
    need("primPath");
    if (hasPaths) {
      need("active");
    } else if (hasTemplate) {
      for (const char* key : {"templateStartTime", "templateEndTime", "templateStride"}) need(key);
    } else {
      missing.emplace_back("assetPaths or templateAssetPath");
    }
    if (!missing.empty()) {
      add("incomplete-set", name,
          fmt::format("The set has no {}, and is ignored without a word.",
                      fmt::join(missing, ", no ")),
          "Author what is missing, or take the set away.")
          .file = keys.begin()->second.layer;
    }
    if (hasPaths && hasTemplate) {
      add("explicit-and-template", name,
          "The set has assetPaths and a template; the template counts for nothing.",
          "Keep one of the two.")
          .file = keys.at("templateAssetPath").layer;
    }
    if (!report) return;
    if (!hasPaths && hasTemplate) examineHoles(name, keys, report->definition);
    examineOffsets(name, keys, hasPaths ? "assetPaths" : "templateAssetPath");
  }

  // Files of a template that are not there: clips around them play on, or are blended over.
  void examineHoles(const std::string& name, const std::map<std::string, AuthoredKey>& keys,
                    const ClipSetDefinition& definition) {
    const auto read = [&](const char* key) -> std::optional<double> {
      const auto found = keys.find(key);
      const double* value = found == keys.end() ? nullptr : found->second.value.find<double>();
      return value ? std::optional(*value) : std::nullopt;
    };
    const auto* path = keys.at("templateAssetPath").value.find<std::string>();
    const auto start = read("templateStartTime");
    const auto end = read("templateEndTime");
    const auto stride = read("templateStride");
    if (!path || !start || !end || !stride || !definition.assetPaths) return;
    std::string fault;
    const auto all = expandTemplate(
        {*path, *start, *end, *stride, read("templateActiveOffset")},
        [](const std::string&) { return true; }, fault);
    if (!all) return;
    const std::vector<std::string>& there = *definition.assetPaths;
    for (std::size_t i = 0, next = 0; i < all->assetPaths.size();) {
      if (next < there.size() && there[next] == all->assetPaths[i]) {
        ++next;
        ++i;
        continue;
      }
      const std::size_t first = i;
      while (i < all->assetPaths.size() &&
             (next >= there.size() || there[next] != all->assetPaths[i])) {
        ++i;
      }
      ClipFinding& finding =
          add("template-hole", name,
              fmt::format("{} of the template {} not there; {}.", counted(i - first, "file"),
                          i - first == 1 ? "is" : "are",
                          first > 0 ? "the clip before plays on"
                                    : "the first one that is plays before its start too"),
              "Write the missing files, or end the template before them.");
      finding.frame = definition.stageFromSet(all->active[first].x);
      finding.file = all->assetPaths[first];
    }
  }

  // Times are taken to be those of the layer that has them, not of the anchor.
  void examineOffsets(const std::string& name, const std::map<std::string, AuthoredKey>& keys,
                      const char* anchorKey) {
    const AuthoredKey& anchor = keys.at(anchorKey);
    for (const char* key : {"active", "times"}) {
      const auto found = keys.find(key);
      if (found == keys.end() || found->second.stageFromLayer == anchor.stageFromLayer) continue;
      const LayerOffset& offset = found->second.stageFromLayer;
      add("other-offset", name,
          fmt::format("`{}` is authored in a layer with offset {} and scale {}, and is shifted by "
                      "that and not by what the clips' own layer has.",
                      key, timeText(offset.offset), timeText(offset.scale)),
          "Author it in the layer that names the clips.")
          .file = found->second.layer;
    }
  }

  void examineNumbers(const std::string& name, const ClipSetDefinition& definition) {
    const std::string layer = definition.layer->identifier();
    if (definition.active && definition.assetPaths) {
      for (const glm::dvec2& entry : *definition.active) {
        if (entry.y >= 0.0 && entry.y < double(definition.assetPaths->size())) continue;
        ClipFinding& finding =
            add("active-out-of-range", name,
                fmt::format("`active` names clip {}, but there are {}; the whole set is ignored.",
                            timeText(entry.y), definition.assetPaths->size()),
                "Clips are counted from 0.");
        finding.severity = Severity::Error;
        finding.frame = definition.stageFromSet(entry.x);
        finding.file = layer;
      }
    }
    examineInfinite(name, definition);
    if (!definition.times) return;
    std::vector<double> times;
    for (const glm::dvec2& entry : *definition.times) times.push_back(entry.x);
    std::ranges::sort(times);
    for (std::size_t i = 2; i < times.size(); ++i) {
      if (times[i] != times[i - 2] || (i + 1 < times.size() && times[i + 1] == times[i])) continue;
      ClipFinding& finding =
          add("times-listed-thrice", name,
              "`times` has more than two entries for one stage time; the whole set is ignored.",
              "Two entries make a jump; more have no meaning.");
      finding.severity = Severity::Error;
      finding.frame = definition.stageFromSet(times[i]);
      finding.file = layer;
    }
  }

  void examineInfinite(const std::string& name, const ClipSetDefinition& definition) {
    const auto examine = [&](const char* key, const std::optional<std::vector<glm::dvec2>>& list) {
      const auto isInfinite = [](const glm::dvec2& entry) {
        return std::isinf(entry.x) || std::isinf(entry.y);
      };
      if (!list || std::ranges::none_of(*list, isInfinite)) return;
      add("infinite-time", name,
          fmt::format("`{}` has an infinite number; values next to it mean nothing.", key),
          "Write a number beyond the last frame.")
          .file = definition.layer->identifier();
    };
    examine("active", definition.active);
    examine("times", definition.times);
  }

  // Faults that resolution met and has reported.
  void addReported(const std::string& name, const ClipSetDefinition& definition) {
    const Diagnostics reported = prim_.stage().clipDiagnostics();
    for (const Diagnostic& diagnostic : reported.entries()) {
      if (diagnostic.code != kInvalidClips || diagnostic.site.path != definition.site.text() ||
          diagnostic.message.find('"' + name + '"') == std::string::npos) {
        continue;
      }
      ClipFinding& finding =
          add("invalid-set", name, diagnostic.message, "Correct it: until then there is no set.");
      finding.severity = Severity::Error;
      finding.file = diagnostic.site.layer;
    }
  }

  const Prim& prim_;
  std::vector<ClipFinding>& findings_;
  std::optional<double> frame_;  // At which the set that is examined begins, as far as is known.
};

// When the first of the clip sets begins that a layer gives a prim, in the time of the layer.
std::optional<double> firstTimeOfSets(const PrimSpec& spec) {
  const Value clips = spec.field(fields::kClips);
  const auto* sets = clips.find<Dictionary>();
  std::optional<double> first;
  if (!sets) return first;
  for (const auto& [name, entry] : sets->entries()) {
    const auto* info = entry.find<Dictionary>();
    const Value* active = info ? info->find("active") : nullptr;
    const Value* start = info && !active ? info->find("templateStartTime") : nullptr;
    const auto time = firstTime(active, start);
    if (time && (!first || *time < *first)) first = time;
  }
  return first;
}

}  // namespace

void examineClipMetadata(const Prim& prim, const std::vector<ClipSetReport>& sets,
                         std::vector<ClipFinding>& findings) {
  MetadataExam(prim, findings).run(sets);
}

void examineSubRootArcs(const Prim& prim, std::vector<ClipFinding>& findings) {
  const PrimIndex& index = prim.index();
  for (std::uint32_t i = 1; i < index.nodes().size(); ++i) {
    const PrimIndexNode& node = index.nodes()[i];
    const bool isAssetArc = node.arc == ArcType::Reference || node.arc == ArcType::Payload;
    if (!isAssetArc || node.isDueToAncestor || !node.path.isPrim()) continue;
    for (Path above = node.path.parent(); above.isPrim(); above = above.parent()) {
      for (const LayerStackEntry& entry : node.layerStack->entries()) {
        const PrimSpec spec = entry.layer->findPrim(above);
        if (!spec || !spec.hasField(fields::kClips)) continue;
        ClipFinding& finding = findings.emplace_back();
        finding.id = "clips-left-behind";
        finding.prim = prim.path();
        if (const auto time = firstTimeOfSets(spec)) {
          finding.frame = node.rootFromNode.timeOffset()(entry.offset(*time));
        }
        finding.file = entry.layer->identifier();
        finding.message = fmt::format(
            "The {} leads to <{}>, below <{}>; the clips authored there do not come along.",
            node.arc == ArcType::Payload ? "payload" : "reference", node.path.text(), above.text());
        finding.hint = "Lead it to the prim that has the clips, or author them here too.";
      }
    }
  }
}

}  // namespace usdscope
