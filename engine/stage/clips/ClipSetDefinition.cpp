// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipSetDefinition.h"

#include <algorithm>
#include <map>

#include "engine/layer/ListOp.h"
#include "engine/stage/clips/ClipKeys.h"
#include "engine/stage/clips/ClipTemplate.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

constexpr std::string_view kAssetPaths = "assetPaths";
constexpr std::string_view kTemplateAssetPath = "templateAssetPath";
constexpr std::string_view kActive = "active";
constexpr std::string_view kTimes = "times";

template <typename T>
const T* findEntry(const Dictionary& dictionary, std::string_view key) {
  const Value* value = dictionary.find(key);
  return value ? value->find<T>() : nullptr;
}

/// The strongest layer that says something, by its place in strength order.
struct Place {
  std::uint64_t rank = ~std::uint64_t{0};  ///< Number of the node, then of the layer in its stack.
  LayerOffset stageFromLayer;

  bool isInNodeOf(const Place& other) const { return rank >> 32 == other.rank >> 32; }
  std::uint32_t entry() const { return static_cast<std::uint32_t>(rank); }

  void take(const Place& other) {
    if (other.rank < rank) *this = other;
  }
};

/// A clip set while its metadata is being composed.
struct Draft {
  ClipSetDefinition set;  // So far its anchor only.
  Dictionary info;
  Place anchor;
  Place active;
  Place times;
  std::size_t order = 0;

  bool hasAnchor() const { return set.layer != nullptr; }
};

using Drafts = std::map<std::string, Draft>;

bool namesClips(const Dictionary& info) {
  return findEntry<Array<AssetPath>>(info, kAssetPaths) ||
         findEntry<std::string>(info, kTemplateAssetPath);
}

std::vector<glm::dvec2> toVector(const Array<glm::dvec2>& array) {
  return {array.begin(), array.end()};
}

/// Composes the clip sets of one node: its layers, weakest first.
class NodeClips {
 public:
  NodeClips(const PrimIndexNode& node, std::uint64_t number, Diagnostics& diagnostics)
      : node_(node), number_(number), diagnostics_(diagnostics) {}

  Drafts compose() {
    const auto& entries = node_.layerStack->entries();
    bool hasClips = false;
    for (std::size_t i = entries.size(); i-- > 0;) {
      const PrimSpec spec = entries[i].layer->findPrim(node_.path);
      if (!spec) continue;
      hasClips = hasClips || spec.hasField(fields::kClips);
      // Lists of sets that are weaker than all sets say nothing.
      if (hasClips) addLayer(i, spec);
    }
    // Sets that the lists do not name are taken away.
    Drafts named;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto set = sets_.find(names_[i]);
      if (set == sets_.end()) continue;
      set->second.order = i;
      named.insert(sets_.extract(set));
    }
    return named;
  }

 private:
  void addLayer(std::size_t entryIndex, const PrimSpec& spec) {
    const LayerStackEntry& entry = node_.layerStack->entries()[entryIndex];
    const Value clips = spec.field(fields::kClips);
    if (const auto* dictionary = clips.find<Dictionary>()) {
      ListOp<std::string> named;  // In the order of the dictionary, that of code points.
      for (const auto& [name, value] : dictionary->entries()) {
        const auto* info = value.find<Dictionary>();
        if (name.empty() || !info) {
          report(entry, name.empty()
                            ? "A clip set has no name; it is ignored."
                            : "The clip set \"" + name + "\" is no dictionary; it is ignored.");
          continue;
        }
        reportTypes(entry, name, *info);
        addSet(entryIndex, name, *info);
        named.addedItems.push_back(name);
      }
      named.applyTo(names_);
    } else if (!clips.isEmpty()) {
      report(entry, "The metadata \"clips\" is no dictionary; it is ignored.");
    }
    const Value order = spec.field(fields::kClipSets);
    if (const auto* edit = order.find<ListOp<std::string>>()) edit->applyTo(names_);
  }

  void addSet(std::size_t entryIndex, const std::string& name, const Dictionary& info) {
    Draft& draft = sets_[name];
    const LayerStackEntry& entry = node_.layerStack->entries()[entryIndex];
    const Place here{number_ << 32 | entryIndex,
                     usdscope::compose(node_.rootFromNode.timeOffset(), entry.offset)};
    if (namesClips(info)) {
      draft.set.layerStack = node_.layerStack;
      draft.set.layer = entry.layer;
      draft.set.site = node_.path;
      draft.anchor.take(here);
    }
    if (info.find(kActive)) draft.active.take(here);
    if (info.find(kTimes)) draft.times.take(here);
    draft.info = composed(info, draft.info);
  }

  void reportTypes(const LayerStackEntry& entry, const std::string& name, const Dictionary& info) {
    for (const auto& [key, value] : info.entries()) {
      if (hasTypeOfClipKey(key, value)) continue;
      report(entry, "Clip set \"" + name + "\": " + key + " must be of type " +
                        std::string(typeOfClipKey(key)) + "; it is ignored.");
    }
  }

  void report(const LayerStackEntry& entry, std::string message) {
    diagnostics_.report(kInvalidClips,
                        {.layer = entry.layer->identifier(), .path = node_.path.text()},
                        std::move(message));
  }

  const PrimIndexNode& node_;
  const std::uint64_t number_;  // Of the node.
  Diagnostics& diagnostics_;
  Drafts sets_;
  std::vector<std::string> names_;  // That count, strongest first.
};

template <typename T>
void read(const Dictionary& info, std::string_view key, std::optional<T>& out) {
  if (const T* value = findEntry<T>(info, key)) out = *value;
}

void readTimes(const Dictionary& info, std::string_view key,
               std::optional<std::vector<glm::dvec2>>& out) {
  if (const auto* value = findEntry<Array<glm::dvec2>>(info, key)) out = toVector(*value);
}

// Writes out what the files of a template are.
void readTemplate(const Dictionary& info, const AssetResolver& resolver, ClipSetDefinition& out,
                  Diagnostics& diagnostics) {
  const auto* path = findEntry<std::string>(info, kTemplateAssetPath);
  const auto* start = findEntry<double>(info, "templateStartTime");
  const auto* end = findEntry<double>(info, "templateEndTime");
  const auto* stride = findEntry<double>(info, "templateStride");
  if (!path || !start || !end || !stride) return;
  ClipTemplate clipTemplate{*path, *start, *end, *stride, {}};
  read(info, "templateActiveOffset", clipTemplate.activeOffset);

  std::string fault;
  const std::string& anchor = out.layer->identifier();
  std::optional<ClipSequence> sequence = expandTemplate(
      clipTemplate,
      [&](const std::string& file) { return !resolver.resolve(file, anchor).empty(); }, fault);
  if (!sequence) {
    diagnostics.report(kInvalidClips, {.layer = anchor, .path = out.site.text()},
                       "Clip set \"" + out.name + "\": " + fault);
    return;
  }
  out.assetPaths = std::move(sequence->assetPaths);
  out.active = std::move(sequence->active);
  out.times = std::move(sequence->times);
}

// Brings authored times, which belong to the layer that they are authored in, into those of the
// set. A layer that says anew which clips there are takes over what weaker ones say of times. As in
// the reference, what comes over an arc counts as if it stood beside the clips, and within a layer
// stack the maps are put together in this order, which matters where an arc scales.
void readExplicit(const Draft& draft, ClipSetDefinition& out) {
  Place ofSet = draft.anchor;
  if (draft.active.isInNodeOf(draft.anchor)) ofSet.take(draft.active);
  Place ofTimes = draft.anchor;
  if (draft.times.isInNodeOf(draft.anchor)) {
    ofTimes.take(draft.times);
  } else {
    ofTimes = ofSet;
  }
  out.stageFromSet = ofSet.stageFromLayer;
  out.timeEntry = ofSet.entry();
  readTimes(draft.info, kActive, out.active);
  readTimes(draft.info, kTimes, out.times);
  const auto setFromStage = out.stageFromSet.inverse();
  if (!out.times || !setFromStage || ofTimes.rank == ofSet.rank) return;
  const LayerOffset setFromTimes = compose(ofTimes.stageFromLayer, *setFromStage);
  for (glm::dvec2& time : *out.times) time.x = setFromTimes(time.x);
}

ClipSetDefinition definitionOf(const std::string& name, Draft&& draft,
                               const AssetResolver& resolver, Diagnostics& diagnostics) {
  ClipSetDefinition out = std::move(draft.set);
  const Dictionary& info = draft.info;
  out.name = name;
  read(info, "primPath", out.primPath);
  if (const auto* manifest = findEntry<AssetPath>(info, "manifestAssetPath")) {
    out.manifestAssetPath = manifest->path();
  }
  if (const auto* flag = findEntry<bool>(info, "interpolateMissingClipValues")) {
    out.interpolatesMissing = *flag;
  }
  if (const auto* paths = findEntry<Array<AssetPath>>(info, kAssetPaths)) {
    out.assetPaths.emplace();
    for (const AssetPath& path : *paths) out.assetPaths->push_back(path.path());
    readExplicit(draft, out);
  } else {
    // Offsets move when a file plays, not which files there are.
    out.stageFromSet = draft.anchor.stageFromLayer;
    out.timeEntry = draft.anchor.entry();
    readTemplate(info, resolver, out, diagnostics);
  }
  return out;
}

}  // namespace

std::vector<ClipSetDefinition> composeClipSets(const PrimIndex& index,
                                               const AssetResolver& resolver,
                                               Diagnostics& diagnostics) {
  // Stronger nodes first: what they say of a set stays, weaker ones fill in.
  Drafts sets;
  for (std::size_t i = 0; i < index.nodes().size(); ++i) {
    const PrimIndexNode& node = index.nodes()[i];
    if (!node.canContribute()) continue;
    for (auto& [name, draft] : NodeClips(node, i, diagnostics).compose()) {
      Draft& set = sets[name];
      if (!set.hasAnchor()) {
        set.set = std::move(draft.set);
        set.order = draft.order;
      }
      set.anchor.take(draft.anchor);
      set.active.take(draft.active);
      set.times.take(draft.times);
      set.info = composed(set.info, draft.info);
    }
  }

  // Sets of one site in the order that its layers give them. Sets of different sites do not meet.
  std::vector<std::pair<std::string, Draft>> sorted;
  for (auto& [name, draft] : sets) {
    if (draft.hasAnchor()) sorted.emplace_back(name, std::move(draft));
  }
  std::ranges::stable_sort(sorted, {}, [](const auto& entry) { return entry.second.order; });

  std::vector<ClipSetDefinition> definitions;
  for (auto& [name, draft] : sorted) {
    definitions.push_back(definitionOf(name, std::move(draft), resolver, diagnostics));
  }
  return definitions;
}

}  // namespace usdscope
