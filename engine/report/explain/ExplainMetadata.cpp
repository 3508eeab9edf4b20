// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/compose/LayerStack.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/ListOp.h"
#include "engine/report/detail/FactRows.h"
#include "engine/report/explain/ExplainFact.h"
#include "engine/report/explain/ExplainWords.h"
#include "engine/report/text/ValueJson.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/MetadataReport.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

/// A field, and a key of its dictionary.
struct FieldPart {
  Token field;
  std::string key;  ///< `studio:shot`; empty for the field as a whole.
};

FieldPart splitField(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return {Token(text), {}};
  return {Token(text.substr(0, colon)), text.substr(colon + 1)};
}

/// A field that is not metadata, and the place where it is explained.
struct OtherField {
  Token field;
  std::string_view where;
};

std::string_view placeOfOther(Token field) {
  constexpr std::string_view kArc = "It is an arc; the explanation of the prim lists all arcs.";
  constexpr std::string_view kValue = "It is a value; the explanation of the attribute has it.";
  constexpr std::string_view kTargets =
      "It is a list of targets; the explanation of the property has it.";
  constexpr std::string_view kVariants =
      "The explanation of the prim has its variant sets and what selects their variants.";
  constexpr std::string_view kClips = "The verb `clips` lists the clip sets.";
  static const std::array kOthers = {
      OtherField{fields::kReferences, kArc},
      OtherField{fields::kPayload, kArc},
      OtherField{fields::kInheritPaths, kArc},
      OtherField{fields::kSpecializes, kArc},
      OtherField{fields::kSubLayers, kArc},
      OtherField{fields::kSubLayerOffsets, kArc},
      OtherField{fields::kRelocates, kArc},
      OtherField{fields::kLayerRelocates, kArc},
      OtherField{fields::kVariantSelection, kVariants},
      OtherField{fields::kVariantSetNames, kVariants},
      OtherField{fields::kDefault, kValue},
      OtherField{fields::kTimeSamples, kValue},
      OtherField{fields::kSpline, kValue},
      OtherField{fields::kTargetPaths, kTargets},
      OtherField{fields::kConnectionPaths, kTargets},
      OtherField{fields::kClips, kClips},
      OtherField{fields::kClipSets, kClips},
  };
  const auto found = std::ranges::find(kOthers, field, &OtherField::field);
  return found == kOthers.end() ? std::string_view() : found->where;
}

// The value of a key that may lead into nested dictionaries; null if there is none.
const Value* findKey(const Value& value, std::string_view key) {
  const auto* dictionary = value.find<Dictionary>();
  if (!dictionary) return nullptr;
  if (const Value* whole = dictionary->find(key)) return whole;
  const std::size_t colon = key.find(':');
  if (colon == std::string_view::npos) return nullptr;
  const Value* nested = dictionary->find(key.substr(0, colon));
  return nested ? findKey(*nested, key.substr(colon + 1)) : nullptr;
}

std::string layersText(const MetadataReport& report, MetadataVerdict verdict) {
  std::vector<std::string> names;
  for (const MetadataOpinion& opinion : report.opinions) {
    if (opinion.verdict == verdict) names.push_back(quotedName(*opinion.layer));
  }
  if (names.size() < 2) return names.empty() ? std::string() : names[0];
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

template <typename T>
std::string editsOfList(const ListOp<T>& list) {
  std::vector<std::string> words;
  const auto add = [&](std::string_view word, const std::vector<T>& items) {
    if (items.empty()) return;
    words.push_back(fmt::format("{} {}", word, valueToText(Value(ListOp<T>::makeExplicit(items)))));
  };
  add("delete", list.deletedItems);
  add("add", list.addedItems);
  add("prepend", list.prependedItems);
  add("append", list.appendedItems);
  add("reorder", list.orderedItems);
  return fmt::format("{}", fmt::join(words, ", "));
}

template <typename... T>
std::string editsOfAny(const Value& value) {
  std::string text;
  const auto take = [&](const auto* list) {
    if (list && !list->isExplicit) text = editsOfList(*list);
  };
  (take(value.find<ListOp<T>>()), ...);
  return text;
}

// An opinion in words: a list edit as in a text layer, anything else as a value.
std::string holdsText(const Value& value) {
  std::string edits =
      editsOfAny<Token, std::string, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(
          value);
  return edits.empty() ? valueToText(value) : edits;
}

// The rate of the stage has a rule of its own: framesPerSecond takes the place of a missing one.
std::string rateSentence(const Prim& root) {
  const LayerStack& stack = *root.stage().rootLayerStack();
  const Token field = rateFieldOf(*stack.rateLayer());
  const std::string rate = numberToText(stack.timeCodesPerSecond());
  if (field == fields::kFramesPerSecond) {
    return fmt::format("{}, from framesPerSecond in {}, because no layer has timeCodesPerSecond.",
                       rate, quotedName(*stack.rateLayer()));
  }
  return fmt::format("{}, because neither timeCodesPerSecond nor framesPerSecond is authored.",
                     rate);
}

std::string unauthoredSentence(const Prim& prim, const MetadataReport& report, Token field,
                               const Value& fallback) {
  if (prim.isPseudoRoot() && field == fields::kTimeCodesPerSecond) return rateSentence(prim);
  if (!report.fallback.isEmpty()) {
    return fmt::format("The schema {} gives `{}`: {}.", prim.schemaTypeName().text(), field.text(),
                       valueToText(report.fallback));
  }
  std::string text = fmt::format("No layer has an opinion about `{}`", field.text());
  if (!report.value.isEmpty()) {
    return text + fmt::format("; the schema gives {}.", valueToText(report.value));
  }
  if (!report.opinions.empty()) text += " that applies";
  if (fallback.isEmpty()) return text + '.';
  return text + fmt::format("; its fallback is {}.", valueToText(fallback));
}

std::string authoredSentence(const MetadataReport& report, const std::string& name) {
  if (const std::string winner = layersText(report, MetadataVerdict::Wins); !winner.empty()) {
    return fmt::format("{} gives `{}`.", winner, name);
  }
  const auto parts =
      std::ranges::count(report.opinions, MetadataVerdict::Merged, &MetadataOpinion::verdict);
  const std::string layers = layersText(report, MetadataVerdict::Merged);
  if (parts == 1) return fmt::format("{} gives `{}`.", layers, name);
  if (parts == 0) return fmt::format("The schema gives `{}`, whatever the layers say.", name);
  return fmt::format("`{}` is composed {}: {}.", name,
                     report.value.holds<Dictionary>() ? "key by key" : "from list edits", layers);
}

std::string reasonFor(const MetadataReport& report, const MetadataOpinion& opinion) {
  switch (opinion.verdict) {
    case MetadataVerdict::Wins:
      return "gives the value";
    case MetadataVerdict::Merged:
      return opinion.value.holds<Dictionary>() ? "gives some of the keys" : "edits the list";
    case MetadataVerdict::Ignored:
      return "only the root layer and the session layer have metadata of the stage";
    case MetadataVerdict::Weaker:
      break;
  }
  const std::string winner = layersText(report, MetadataVerdict::Wins);
  if (!winner.empty()) return "weaker than " + winner;
  if (opinion.value.holds<Dictionary>()) return "stronger layers have all of its keys";
  return "a stronger list edit is complete without it";
}

FactEffect effectOf(const MetadataReport& report, const MetadataOpinion& opinion) {
  switch (opinion.verdict) {
    case MetadataVerdict::Wins:
      return FactEffect::Decides;
    case MetadataVerdict::Merged:
      return std::ranges::count(report.opinions, MetadataVerdict::Merged,
                                &MetadataOpinion::verdict) == 1
                 ? FactEffect::Decides
                 : FactEffect::Contributes;
    case MetadataVerdict::Weaker:
      return FactEffect::Loses;
    case MetadataVerdict::Ignored:
      return FactEffect::Nothing;
  }
  return FactEffect::Nothing;
}

// Limits a report to one key: its opinions are those that have the key.
MetadataReport limitedTo(const std::string& key, MetadataReport report) {
  MetadataReport out;
  std::vector<std::size_t> numbers(report.opinions.size(), 0);
  for (std::size_t i = 0; i < report.opinions.size(); ++i) {
    MetadataOpinion& opinion = report.opinions[i];
    const Value* found = findKey(opinion.value, key);
    if (!found) continue;
    const Value value = *found;
    opinion.value = value;
    numbers[i] = out.opinions.size();
    out.opinions.push_back(std::move(opinion));
  }
  if (const Value* found = findKey(report.value, key)) out.value = *found;
  for (MetadataKey& each : report.keys) {
    if (each.key != key && !each.key.starts_with(key + ":")) continue;
    each.opinion = numbers[each.opinion];
    out.keys.push_back(std::move(each));
  }
  if (!out.value.holds<Dictionary>()) {
    for (MetadataOpinion& opinion : out.opinions) {
      if (opinion.verdict != MetadataVerdict::Ignored) opinion.verdict = MetadataVerdict::Weaker;
    }
    for (const MetadataKey& each : out.keys) {
      out.opinions[each.opinion].verdict = MetadataVerdict::Wins;
    }
  } else {
    for (std::size_t i = 0; i < out.opinions.size(); ++i) {
      const bool isUsed =
          std::ranges::any_of(out.keys, [&](const MetadataKey& each) { return each.opinion == i; });
      if (!isUsed && out.opinions[i].verdict == MetadataVerdict::Merged) {
        out.opinions[i].verdict = MetadataVerdict::Weaker;
      }
    }
  }
  return out;
}

}  // namespace

std::string whyNoMetadata(const Prim& prim, Token property, const std::string& field) {
  const FieldPart part = splitField(field);
  if (part.field.isEmpty()) return "The name of a metadata field is expected.";
  if (const std::string_view where = placeOfOther(part.field); !where.empty()) {
    return fmt::format("`{}` is not metadata. {}", part.field.text(), where);
  }
  if (prim.stage().environment().fields().find(part.field)) return {};
  if (!reportMetadata(prim, property, part.field).opinions.empty()) return {};
  return fmt::format("There is no metadata field `{}`, and no layer has one of this name here.",
                     part.field.text());
}

FactExplanation explainMetadata(const Prim& prim, Token property, const std::string& field) {
  FactExplanation out;
  out.kind = FactKind::Metadata;
  out.path = property ? prim.path().property(property) : prim.path();
  out.name = field;
  out.sentence = whyNoMetadata(prim, property, field);
  if (!out.sentence.empty()) return out;
  const FieldPart part = splitField(field);
  MetadataReport report = reportMetadata(prim, property, part.field);
  if (!part.key.empty()) report = limitedTo(part.key, std::move(report));
  const LayerNames names = detail::layerNamesOf(prim.stage());
  const bool isAuthored = std::ranges::any_of(report.opinions, [](const MetadataOpinion& each) {
    return each.verdict != MetadataVerdict::Ignored;
  });
  Value value = report.value;
  if (isAuthored) {
    out.sentence = authoredSentence(report, field);
  } else {
    const FieldDefinition* definition = prim.stage().environment().fields().find(part.field);
    const Value fallback = definition && part.key.empty() ? definition->fallback : Value();
    out.sentence = unauthoredSentence(prim, report, Token(field), fallback);
    if (value.isEmpty()) value = report.fallback;
  }
  if (!value.isEmpty()) {
    out.value = valueToText(value);
    out.data = valueToJson(value, names);
  }
  for (const MetadataOpinion& opinion : report.opinions) {
    FactRow& row =
        out.rows.emplace_back(detail::layerRow(names, *opinion.layer, opinion.specPath, out.path));
    row.effect = effectOf(report, opinion);
    row.holds = holdsText(opinion.value);
    row.reason = reasonFor(report, opinion);
  }
  if (!report.value.holds<Dictionary>()) return out;
  for (const MetadataKey& key : report.keys) {
    out.parts.push_back(
        {.name = key.key, .value = valueToText(key.value), .row = key.opinion, .note = {}});
  }
  return out;
}

}  // namespace usdscope
