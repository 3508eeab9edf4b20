// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipMetadata.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "engine/layer/ClipKeys.h"
#include "engine/layer/ListOp.h"
#include "engine/stage/clips/ClipTemplate.h"
#include "engine/stage/clips/TemplateFiles.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

struct ClipKey {
  std::string_view name;
  std::string_view type;
  bool (*holdsType)(const Value& value);
};

template <typename T>
bool holdsType(const Value& value) {
  return value.holds<T>();
}

constexpr ClipKey kKeys[] = {
    {clip_keys::kActive, "double2[]", holdsType<Array<glm::dvec2>>},
    {clip_keys::kAssetPaths, "asset[]", holdsType<Array<AssetPath>>},
    {clip_keys::kInterpolateMissing, "bool", holdsType<bool>},
    {clip_keys::kManifestAssetPath, "asset", holdsType<AssetPath>},
    {clip_keys::kPrimPath, "string", holdsType<std::string>},
    {clip_keys::kTemplateActiveOffset, "double", holdsType<double>},
    {clip_keys::kTemplateAssetPath, "string", holdsType<std::string>},
    {clip_keys::kTemplateEndTime, "double", holdsType<double>},
    {clip_keys::kTemplateStartTime, "double", holdsType<double>},
    {clip_keys::kTemplateStride, "double", holdsType<double>},
    {clip_keys::kTimes, "double2[]", holdsType<Array<glm::dvec2>>},
};

const ClipKey* findKey(std::string_view name) {
  const auto* found = std::ranges::find(kKeys, name, &ClipKey::name);
  return found == std::end(kKeys) ? nullptr : found;
}

template <typename T>
const T* findEntry(const Dictionary& dictionary, std::string_view key) {
  const Value* value = dictionary.find(key);
  return value ? value->find<T>() : nullptr;
}

/// The strongest layer that authors an entry, by its place in strength order.
struct AuthoredIn {
  std::uint64_t rank = ~std::uint64_t{0};  ///< Number of the node, then of the layer in its stack.
  LayerOffset stageFromLayer;
  ClipKeySite site;

  bool isInNodeOf(const AuthoredIn& other) const { return rank >> 32 == other.rank >> 32; }
  std::uint32_t entry() const { return static_cast<std::uint32_t>(rank); }

  void keepStronger(const AuthoredIn& other) {
    if (other.rank < rank) *this = other;
  }
};

/// A clip set while its metadata is being composed.
struct Draft {
  ClipSetDefinition set;  // Has only its anchor so far.
  Dictionary info;
  AuthoredIn anchor;
  AuthoredIn active;
  AuthoredIn times;
  std::size_t order = 0;

  bool hasAnchor() const { return set.layer != nullptr; }
};

using Drafts = std::map<std::string, Draft>;

bool namesClips(const Dictionary& info) {
  return findEntry<Array<AssetPath>>(info, clip_keys::kAssetPaths) ||
         findEntry<std::string>(info, clip_keys::kTemplateAssetPath);
}

std::vector<glm::dvec2> toVector(const Array<glm::dvec2>& array) {
  return {array.begin(), array.end()};
}

/// Composes the clip sets of one node from its layers, weakest first.
class NodeClips {
 public:
  NodeClips(const PrimIndexNode& node, std::uint64_t number, std::vector<ClipFault>& faults)
      : node_(node), number_(number), faults_(faults) {}

  Drafts compose() {
    const auto& entries = node_.layerStack->entries();
    for (std::size_t i = entries.size(); i-- > 0;) {
      if (const PrimSpec spec = entries[i].layer->findPrim(node_.path)) addLayer(i, spec);
    }
    // Sets that `clipSets` does not name are removed.
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
      ListOp<std::string> named;  // In the order of the dictionary, which is that of code points.
      for (const auto& [name, value] : dictionary->entries()) {
        const auto* info = value.find<Dictionary>();
        if (name.empty() || !info) {
          using enum ClipFaultKind;
          addFault(name.empty() ? SetWithoutName : SetNotDictionary, entry, name);
          continue;
        }
        checkTypes(entry, name, *info);
        addSet(entryIndex, name, *info);
        named.addedItems.push_back(name);
      }
      named.applyTo(names_);
    } else if (!clips.isEmpty()) {
      addFault(ClipFaultKind::ClipsNotDictionary, entry, {});
    }
    const Value order = spec.field(fields::kClipSets);
    if (const auto* edit = order.find<ListOp<std::string>>()) edit->applyTo(names_);
  }

  void addSet(std::size_t entryIndex, const std::string& name, const Dictionary& info) {
    Draft& draft = sets_[name];
    const LayerStackEntry& entry = node_.layerStack->entries()[entryIndex];
    const AuthoredIn here{number_ << 32 | entryIndex,
                          usdscope::compose(node_.rootFromNode.timeOffset(), entry.offset),
                          {entry.layer, node_.path}};
    if (namesClips(info)) {
      draft.set.layerStack = node_.layerStack;
      draft.set.layer = entry.layer;
      draft.set.site = node_.path;
      draft.anchor.keepStronger(here);
    }
    if (info.find(clip_keys::kActive)) draft.active.keepStronger(here);
    if (info.find(clip_keys::kTimes)) draft.times.keepStronger(here);
    draft.info = composed(info, draft.info);
  }

  void checkTypes(const LayerStackEntry& entry, const std::string& name, const Dictionary& info) {
    for (const auto& [key, value] : info.entries()) {
      if (hasTypeOfClipKey(key, value)) continue;
      ClipFault& fault = addFault(ClipFaultKind::WrongType, entry, name);
      fault.key = key;
      fault.expected = typeOfClipKey(key);
    }
  }

  ClipFault& addFault(ClipFaultKind kind, const LayerStackEntry& entry, const std::string& set) {
    ClipFault& fault = faults_.emplace_back();
    fault.kind = kind;
    fault.site = {.layer = entry.layer->identifier(), .path = node_.path.text()};
    fault.set = set;
    return fault;
  }

  const PrimIndexNode& node_;
  const std::uint64_t number_;  // The number of the node.
  std::vector<ClipFault>& faults_;
  Drafts sets_;
  std::vector<std::string> names_;  // Sets that are not removed, strongest first.
};

template <typename T>
void read(const Dictionary& info, std::string_view key, std::optional<T>& out) {
  if (const T* value = findEntry<T>(info, key)) out = *value;
}

void readTimes(const Dictionary& info, std::string_view key,
               std::optional<std::vector<glm::dvec2>>& out) {
  if (const auto* value = findEntry<Array<glm::dvec2>>(info, key)) out = toVector(*value);
}

// Maps authored times from the time of their layer to set time. As in OpenUSD, times of a weaker
// layer or of another node are treated as times of the layer that names the clips. Within a layer
// stack the offsets are composed in this order, which makes a difference if an arc scales time.
void readExplicit(const Draft& draft, ClipSetDefinition& out) {
  AuthoredIn ofSet = draft.anchor;
  if (draft.active.isInNodeOf(draft.anchor)) ofSet.keepStronger(draft.active);
  AuthoredIn ofTimes = draft.anchor;
  if (draft.times.isInNodeOf(draft.anchor)) {
    ofTimes.keepStronger(draft.times);
  } else {
    ofTimes = ofSet;
  }
  out.stageFromSet = ofSet.stageFromLayer;
  out.timeEntry = ofSet.entry();
  out.activeSite = draft.active.site;
  out.timesSite = draft.times.site;
  readTimes(draft.info, clip_keys::kActive, out.active);
  readTimes(draft.info, clip_keys::kTimes, out.times);
  const auto setFromStage = out.stageFromSet.inverse();
  if (!out.times || !setFromStage || ofTimes.rank == ofSet.rank) return;
  const LayerOffset setFromTimes = compose(ofTimes.stageFromLayer, *setFromStage);
  for (glm::dvec2& time : *out.times) time.x = setFromTimes(time.x);
}

ClipSetDefinition definitionOf(const std::string& name, Draft&& draft,
                               const AssetResolver& resolver, std::vector<ClipFault>& faults) {
  ClipSetDefinition out = std::move(draft.set);
  const Dictionary& info = draft.info;
  out.name = name;
  read(info, clip_keys::kPrimPath, out.primPath);
  if (const auto* manifest = findEntry<AssetPath>(info, clip_keys::kManifestAssetPath)) {
    out.manifestAssetPath = manifest->path();
  }
  if (const auto* flag = findEntry<bool>(info, clip_keys::kInterpolateMissing)) {
    out.interpolatesMissing = *flag;
  }
  if (const auto* paths = findEntry<Array<AssetPath>>(info, clip_keys::kAssetPaths)) {
    out.assetPaths.emplace();
    for (const AssetPath& path : *paths) out.assetPaths->push_back(path.path());
    readExplicit(draft, out);
  } else {
    // Offsets change the times at which files play, not their numbers.
    out.stageFromSet = draft.anchor.stageFromLayer;
    out.timeEntry = draft.anchor.entry();
    expandClipTemplate(info, resolver, out, faults);
  }
  return out;
}

}  // namespace

ClipKeySite ClipSetDefinition::siteOf(std::string_view key) const {
  if (key == clip_keys::kActive && activeSite.layer) return activeSite;
  if (key == clip_keys::kTimes && timesSite.layer) return timesSite;
  return {layer, site};
}

std::string_view ClipSetDefinition::emptyKey() const {
  if (active && active->empty() && activeSite.layer) return clip_keys::kActive;
  // A template without files has an empty `active` that no layer authors.
  if (assetPaths && assetPaths->empty() && !active) return clip_keys::kAssetPaths;
  return {};
}

void expandClipTemplate(const Dictionary& info, const AssetResolver& resolver,
                        ClipSetDefinition& set, std::vector<ClipFault>& faults) {
  const auto* path = findEntry<std::string>(info, clip_keys::kTemplateAssetPath);
  const auto* start = findEntry<double>(info, clip_keys::kTemplateStartTime);
  const auto* end = findEntry<double>(info, clip_keys::kTemplateEndTime);
  const auto* stride = findEntry<double>(info, clip_keys::kTemplateStride);
  if (!path || !start || !end || !stride) return;
  ClipTemplate clipTemplate{*path, *start, *end, *stride, {}};
  read(info, clip_keys::kTemplateActiveOffset, clipTemplate.activeOffset);

  ClipFault fault;
  const std::string& anchor = set.layer->identifier();
  TemplateFiles files(resolver, anchor, templateNameParts(clipTemplate));
  std::optional<ClipSequence> sequence = expandTemplate(
      clipTemplate, [&](const std::string& file) { return files.exists(file); }, fault,
      [&](double number) { return files.nextNumber(number); });
  if (!sequence) {
    fault.site = {.layer = anchor, .path = set.site.text()};
    fault.set = set.name;
    faults.push_back(std::move(fault));
    return;
  }
  if (!files.lastId().empty()) {
    fault.kind = ClipFaultKind::TemplateIdsMissing;
    fault.site = {.layer = anchor, .path = set.site.text()};
    fault.set = set.name;
    fault.key = clip_keys::kTemplateAssetPath;
    fault.value = files.lastId();
    fault.expected = std::to_string(TemplateFiles::kMostMissingIds);
    faults.push_back(std::move(fault));
  }
  set.assetPaths = std::move(sequence->assetPaths);
  set.active = std::move(sequence->active);
  set.times = std::move(sequence->times);
}

std::string_view typeOfClipKey(std::string_view key) {
  const ClipKey* found = findKey(key);
  return found ? found->type : std::string_view();
}

bool hasTypeOfClipKey(std::string_view key, const Value& value) {
  const ClipKey* found = findKey(key);
  return !found || found->holdsType(value);
}

std::vector<ClipSetDefinition> composeClipSets(const PrimIndex& index,
                                               const AssetResolver& resolver,
                                               std::vector<ClipFault>& faults) {
  // Stronger nodes come first: their entries stay, and weaker nodes add missing ones.
  Drafts sets;
  for (std::size_t i = 0; i < index.nodes().size(); ++i) {
    const PrimIndexNode& node = index.nodes()[i];
    if (!node.canContribute()) continue;
    for (auto& [name, draft] : NodeClips(node, i, faults).compose()) {
      Draft& set = sets[name];
      if (!set.hasAnchor()) {
        set.set = std::move(draft.set);
        set.order = draft.order;
      }
      set.anchor.keepStronger(draft.anchor);
      set.active.keepStronger(draft.active);
      set.times.keepStronger(draft.times);
      set.info = composed(set.info, draft.info);
    }
  }

  // Sorts the sets of a site into the order that its layers give them.
  std::vector<std::pair<std::string, Draft>> sorted;
  for (auto& [name, draft] : sets) {
    if (draft.hasAnchor()) sorted.emplace_back(name, std::move(draft));
  }
  std::ranges::stable_sort(sorted, {}, [](const auto& entry) { return entry.second.order; });

  std::vector<ClipSetDefinition> definitions;
  for (auto& [name, draft] : sorted) {
    definitions.push_back(definitionOf(name, std::move(draft), resolver, faults));
  }
  return definitions;
}

}  // namespace usdscope
