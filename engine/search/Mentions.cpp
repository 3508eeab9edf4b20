// SPDX-License-Identifier: Apache-2.0
#include "engine/search/Mentions.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/compose/LayerStack.h"
#include "engine/compose/PrimIndex.h"
#include "engine/search/MentionedTexts.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

// Fields without texts that anybody searches for. Skipping them saves decoding them.
bool isSearched(Token field) {
  return field != fields::kSpecifier && field != fields::kTypeName && field != fields::kPrimOrder &&
         field != fields::kPropertyOrder && field != fields::kActive &&
         field != fields::kVariability && field != fields::kCustom;
}

class MentionFinder {
 public:
  MentionFinder(const Stage& stage, const TextPattern& pattern, std::stop_token stop)
      : stage_(stage), pattern_(pattern), stop_(std::move(stop)) {}

  MentionList find() {
    for (const auto& layer : stage_.usedLayers()) {
      searchPrims(layer);
      searchProperties(layer);
    }
    searchClips();
    findPrims();
    return std::move(list_);
  }

 private:
  /// A place where a clip gives values: its prim `inClip` is the prim `onStage`.
  struct ClipUse {
    Path inClip;
    Path onStage;
  };

  // Names of clips that come from a template, and the contents of clips that are in memory.
  void searchClips() {
    std::vector<std::shared_ptr<const Layer>> layers;  // In the order of the prims.
    std::unordered_map<const Layer*, std::vector<ClipUse>> uses;
    std::unordered_set<const ClipSet*> known;
    for (std::uint32_t row = 0; row < stage_.rowCount() && !isEnded(); ++row) {
      const Prim prim = stage_.primOfRow(row);
      if (!prim || !prim.mayHaveClips()) continue;
      const auto sets = stage_.clipSets(prim);
      for (const auto& set : *sets) {
        // Descendants have the sets of their ancestors.
        if (!known.insert(set.get()).second) continue;
        kept_.push_back(set);
        searchNamesOfClips(*set);
        for (std::size_t clip = 0; clip < set->clips().size() && !isEnded(); ++clip) {
          auto layer = set->residentLayerOf(clip);
          if (!layer) continue;
          std::vector<ClipUse>& ofLayer = uses[layer.get()];
          const ClipUse use{set->primPath(), prim.path()};
          const bool isSame = !ofLayer.empty() && ofLayer.back().onStage == use.onStage &&
                              ofLayer.back().inClip == use.inClip;
          if (!isSame) ofLayer.push_back(use);
          if (ofLayer.size() == 1 && !isSame) layers.push_back(std::move(layer));
        }
      }
    }
    for (const auto& layer : layers) {
      const auto& used = stage_.usedLayers();
      if (std::ranges::find(used, layer) != used.end()) continue;  // Searched already.
      const std::size_t first = list_.mentions.size();
      searchPrims(layer);
      searchProperties(layer);
      for (std::size_t i = first; i < list_.mentions.size(); ++i) {
        addUses(list_.mentions[i], uses[layer.get()]);
      }
    }
  }

  // The layer has the template; the names of the files are made from it.
  void searchNamesOfClips(const ClipSet& set) {
    const ClipSetDefinition& definition = set.definition();
    if (!definition.layer || !definition.assetPaths) return;
    const bool isKnown = std::ranges::any_of(list_.mentions, [&](const Mention& mention) {
      return mention.layer == definition.layer && mention.spec == definition.site &&
             mention.field == fields::kClips;
    });
    if (isKnown) return;
    for (const std::string& file : *definition.assetPaths) {
      if (!pattern_.matches(file)) continue;
      list_.isCut = list_.mentions.size() == kMostMentions;
      if (!list_.isCut) {
        list_.mentions.push_back({definition.layer, definition.site, fields::kClips, file, {}, 0});
      }
      return;
    }
  }

  void addUses(Mention& mention, const std::vector<ClipUse>& uses) {
    const Path spec = mention.spec.primPath();
    for (const ClipUse& use : uses) {
      if (!spec.hasPrefix(use.inClip)) continue;
      const Prim prim = stage_.primAt(spec.withPrefixReplaced(use.inClip, use.onStage));
      if (prim) add(mention, prim);
    }
  }

  bool isEnded() const { return list_.isCut || stop_.stop_requested(); }

  void searchPrims(const std::shared_ptr<const Layer>& layer) {
    for (std::uint32_t row = 0; row < layer->primRowCount() && !isEnded(); ++row) {
      const PrimSpec prim(layer.get(), row);
      for (const Token field : prim.fieldNames()) {
        if (isSearched(field)) searchField(layer, prim.path(), field, prim.field(field));
      }
    }
  }

  void searchProperties(const std::shared_ptr<const Layer>& layer) {
    for (std::uint32_t row = 0; row < layer->propertyRowCount() && !isEnded(); ++row) {
      const PropertySpec property(layer.get(), row);
      const bool isText = !property.isAttribute() || canHaveTexts(property.typeName().text());
      for (const Token field : property.fieldNames()) {
        const bool isValue = field == fields::kDefault || field == fields::kTimeSamples;
        if ((isValue && !isText) || field == fields::kSpline || !isSearched(field)) continue;
        searchField(layer, property.path(), field, property.field(field));
      }
    }
  }

  // One mention for each field, with the first text that matches.
  void searchField(const std::shared_ptr<const Layer>& layer, Path spec, Token field,
                   const Value& value) {
    visitTexts(value, [&](std::string_view text) {
      if (!pattern_.matches(text)) return true;
      list_.isCut = list_.mentions.size() == kMostMentions;
      if (!list_.isCut) list_.mentions.push_back({layer, spec, field, std::string(text), {}, 0});
      return false;
    });
  }

  // Finds the prims of all mentions in one pass over the prim indexes.
  void findPrims() {
    std::unordered_map<Path, std::vector<Mention*>> bySite;
    for (Mention& mention : list_.mentions) {
      bySite[mention.spec.primOrVariantPath()].push_back(&mention);
    }
    if (bySite.empty()) return;
    for (std::uint32_t row = 0; row < stage_.rowCount() && !stop_.stop_requested(); ++row) {
      const Prim prim = stage_.primOfRow(row);
      // A prototype's root has the index of an instance, which has a row of its own.
      if (!prim || prim.isPrototype()) continue;
      for (const PrimIndexNode& node : prim.index().nodes()) {
        const auto found = node.canContribute() ? bySite.find(node.path) : bySite.end();
        if (found == bySite.end()) continue;
        for (Mention* mention : found->second) {
          if (hasLayer(*node.layerStack, mention->layer)) add(*mention, prim);
        }
      }
    }
  }

  static bool hasLayer(const LayerStack& stack, const std::shared_ptr<const Layer>& layer) {
    return std::ranges::find(stack.entries(), layer, &LayerStackEntry::layer) !=
           stack.entries().end();
  }

  void add(Mention& mention, const Prim& prim) {
    // A prim in a prototype is shown below the instance whose index it has.
    const Path shown = prim.index().path();
    const Path path = prim.isInPrototype() && stage_.primAt(shown) ? shown : prim.path();
    if (!mention.prims.empty() && mention.prims.back() == path) return;  // Two nodes of one prim.
    ++mention.primCount;
    if (mention.prims.size() < kMostPrimsOfMention) mention.prims.push_back(path);
  }

  const Stage& stage_;
  const TextPattern& pattern_;
  const std::stop_token stop_;
  MentionList list_;
  std::vector<std::shared_ptr<const ClipSet>> kept_;  ///< So that their addresses stay unique.
};

}  // namespace

MentionList findMentions(const Stage& stage, const TextPattern& pattern, std::stop_token stop) {
  return MentionFinder(stage, pattern, std::move(stop)).find();
}

}  // namespace usdscope
