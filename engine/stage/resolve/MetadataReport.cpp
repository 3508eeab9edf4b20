// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/MetadataReport.h"

#include <algorithm>
#include <map>

#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/StageValue.h"
#include "engine/stage/resolve/detail/ResolveMetadata.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

// The parts of a list operation that decide how it combines with others.
struct ListEdit {
  bool isExplicit = false;
  bool hasLegacyItems = false;  // Added or reordered items.
};

template <typename T, typename... Others>
bool readListEdit(const Value& value, ListEdit& out) {
  if (const auto* op = value.find<ListOp<T>>()) {
    out = {op->isExplicit, !op->addedItems.empty() || !op->orderedItems.empty()};
    return true;
  }
  if constexpr (sizeof...(Others) > 0) {
    return readListEdit<Others...>(value, out);
  } else {
    return false;
  }
}

bool isListEdit(const Value& value, ListEdit& out) {
  return readListEdit<Token, std::string, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(
      value, out);
}

/// Collects the keys of dictionaries, strongest dictionary first.
class KeyCollector {
 public:
  /// Returns whether the dictionary has a key that no stronger one hides.
  bool add(const Dictionary& dictionary, std::size_t opinion, const std::string& prefix = {}) {
    bool isUsed = false;
    for (const auto& [name, value] : dictionary.entries()) {
      const std::string key = prefix.empty() ? name : prefix + ":" + name;
      const auto found = entries_.find(key);
      const auto* nested = value.find<Dictionary>();
      if (found == entries_.end()) {
        entries_.emplace(key, Entry{nested != nullptr, {key, nested ? Value() : value, opinion}});
        isUsed = true;
      }
      const bool isHidden = found != entries_.end() && !found->second.isDictionary;
      if (nested && !isHidden) isUsed = add(*nested, opinion, key) || isUsed;
    }
    return isUsed;
  }

  std::vector<MetadataKey> take() {
    std::vector<MetadataKey> keys;
    for (auto& [key, entry] : entries_) {
      if (!entry.isDictionary) keys.push_back(std::move(entry.key));
    }
    return keys;
  }

 private:
  struct Entry {
    bool isDictionary = false;
    MetadataKey key;
  };
  std::map<std::string, Entry> entries_;
};

std::vector<MetadataOpinion> opinionsOn(const Prim& prim, Token property, Token field) {
  std::vector<MetadataOpinion> opinions;
  const Stage& stage = prim.stage();
  for (OpinionWalk walk(prim, property); walk.next();) {
    const Opinion& opinion = walk.opinion();
    if (property ? !opinion.property : !opinion.prim) continue;
    const Value authored = property ? opinion.property.field(field) : opinion.prim.field(field);
    if (authored.isEmpty()) continue;
    MetadataOpinion& out = opinions.emplace_back();
    out.layer = opinion.layer();
    out.specPath = property ? opinion.property.path() : opinion.prim.path();
    out.node = opinion.node;
    const bool isPlain = authored.kind() == ValueKind::Other && !authored.holds<Dictionary>();
    out.value = isPlain ? authored : stageValue(authored, anchorOf(opinion, stage));
    if (prim.isPseudoRoot() && out.layer != stage.sessionLayer() &&
        out.layer != stage.rootLayer()) {
      out.verdict = MetadataVerdict::Ignored;
    }
  }
  return opinions;
}

void judgeDictionaries(MetadataReport& report) {
  KeyCollector keys;
  for (std::size_t i = 0; i < report.opinions.size(); ++i) {
    MetadataOpinion& opinion = report.opinions[i];
    const auto* dictionary = opinion.value.find<Dictionary>();
    if (opinion.verdict == MetadataVerdict::Ignored || !dictionary) continue;
    if (keys.add(*dictionary, i)) opinion.verdict = MetadataVerdict::Merged;
  }
  report.keys = keys.take();
  const bool hasKeys = std::ranges::any_of(report.opinions, [](const MetadataOpinion& each) {
    return each.verdict == MetadataVerdict::Merged;
  });
  if (hasKeys) return;
  // All dictionaries are empty; the strongest one is the value.
  const auto strongest = std::ranges::find_if(report.opinions, [](const MetadataOpinion& each) {
    return each.verdict != MetadataVerdict::Ignored;
  });
  strongest->verdict = MetadataVerdict::Wins;
}

void judgeListEdits(MetadataReport& report, const ListEdit& strongest) {
  bool isComplete = false;
  bool isFirst = true;
  for (MetadataOpinion& opinion : report.opinions) {
    ListEdit edit;
    if (opinion.verdict == MetadataVerdict::Ignored || !isListEdit(opinion.value, edit)) continue;
    const bool combines = isFirst || (!isComplete && !edit.hasLegacyItems);
    if (combines) {
      opinion.verdict = MetadataVerdict::Merged;
      isComplete = edit.isExplicit || strongest.hasLegacyItems;
    }
    isFirst = false;
  }
}

// The winner is the strongest opinion with the composed value, because some fields have rules of
// their own: the variability of an attribute is that of its weakest spec.
void judgePlainValues(MetadataReport& report, Token field) {
  const auto wins = [&](const MetadataOpinion& opinion) {
    return opinion.verdict != MetadataVerdict::Ignored && opinion.value == report.value;
  };
  if (field == fields::kVariability) {
    const auto weakest = std::find_if(report.opinions.rbegin(), report.opinions.rend(), wins);
    if (weakest != report.opinions.rend()) weakest->verdict = MetadataVerdict::Wins;
    return;
  }
  const auto strongest = std::ranges::find_if(report.opinions, wins);
  if (strongest != report.opinions.end()) strongest->verdict = MetadataVerdict::Wins;
}

}  // namespace

MetadataReport reportMetadata(const Prim& prim, Token property, Token field) {
  MetadataReport report;
  report.value = resolveMetadata(prim, property, field);
  report.opinions = opinionsOn(prim, property, field);
  if (property) {
    if (const auto* builtIn = prim.definition().findProperty(property)) {
      if (const Value* fallback = builtIn->findMetadata(field)) report.fallback = *fallback;
    }
  }
  const auto strongest = std::ranges::find_if(report.opinions, [](const MetadataOpinion& each) {
    return each.verdict != MetadataVerdict::Ignored;
  });
  if (strongest == report.opinions.end()) return report;
  ListEdit edit;
  if (strongest->value.holds<Dictionary>()) {
    judgeDictionaries(report);
  } else if (isListEdit(strongest->value, edit)) {
    judgeListEdits(report, edit);
  } else {
    judgePlainValues(report, field);
  }
  return report;
}

}  // namespace usdscope
