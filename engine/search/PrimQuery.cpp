// SPDX-License-Identifier: Apache-2.0
#include "engine/search/PrimQuery.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_set>

#include "engine/compose/PrimIndex.h"
#include "engine/definitions/Definitions.h"
#include "engine/report/text/LayerNames.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/Kind.h"
#include "engine/schema/SchemaNames.h"
#include "engine/search/ClipFacts.h"
#include "engine/search/TextPattern.h"
#include "engine/search/TextRegex.h"
#include "engine/stage/Property.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope {
namespace {

using Plain = TextPattern::Plain;

// Tests that look at names come first, tests that resolve values last.
int costOf(SearchKey key) {
  switch (key) {
    case SearchKey::Name:
    case SearchKey::Type:
    case SearchKey::Kind:
      return 0;
    case SearchKey::Path:
    case SearchKey::Regex:
    case SearchKey::Children:
    case SearchKey::Api:
      return 1;
    case SearchKey::Layer:
    case SearchKey::Layers:
    case SearchKey::Variant:
      return 2;
    case SearchKey::Clip:
    case SearchKey::Joints:
    case SearchKey::Purpose:
      return 3;
    case SearchKey::Animated:
    case SearchKey::Points:
    case SearchKey::Mentions:
      return 4;
  }
  return 4;
}

// The schemas among `names` nearest to a misspelt name: those that begin with the same letters.
std::string proposal(std::string_view name, const std::vector<Token>& names) {
  const std::string folded = caseFolded(name);
  for (std::size_t size = folded.size(); size >= 2; --size) {
    const TextPattern start(std::string_view(folded).substr(0, size), Plain::Start);
    const auto found =
        std::ranges::find_if(names, [&](Token each) { return start.matches(each.text()); });
    if (found != names.end()) return fmt::format(" Is {} meant?", found->text());
  }
  return {};
}

bool hasOpinionIn(const Prim& prim, const std::unordered_set<const Layer*>& layers) {
  for (OpinionWalk walk(prim); walk.next();) {
    if (layers.contains(walk.opinion().layer().get())) return true;
  }
  return false;
}

std::size_t countLayers(const Prim& prim) {
  std::unordered_set<const Layer*> layers;
  for (OpinionWalk walk(prim); walk.next();) layers.insert(walk.opinion().layer().get());
  return layers.size();
}

// The number of elements of an array at the default time, else at the first sample; empty if the
// prim does not have the attribute or a value.
std::optional<std::size_t> countElements(const Prim& prim, Token name) {
  const Attribute attribute = prim.attribute(name);
  if (!attribute) return std::nullopt;
  Value value = attribute.value();
  if (value.isEmpty()) value = attribute.value(TimeCode::earliest());
  std::optional<std::size_t> count;
  visitData(value, [&](const auto& items) {
    if constexpr (requires { items.span(); }) count = items.size();
  });
  return count;
}

}  // namespace

bool isAnimated(const Prim& prim) {
  // Clips may also give values to attributes that no layer authors.
  const std::vector<Token> names =
      prim.mayHaveClips() ? prim.propertyNames() : prim.authoredPropertyNames();
  return std::ranges::any_of(names, [&](Token name) {
    const Attribute attribute = prim.attribute(name);
    return attribute && attribute.mightBeTimeVarying();
  });
}

PrimQuery::PrimQuery(const Stage& stage, const SearchText& text) : problem_(text.problem) {
  std::vector<SearchTerm> terms = text.terms;
  std::ranges::stable_sort(terms, {}, [](const SearchTerm& term) { return costOf(term.key); });
  for (const SearchTerm& term : terms) add(stage, term);
}

void PrimQuery::doubt(std::string sentence) {
  if (doubt_.empty()) doubt_ = std::move(sentence);
}

void PrimQuery::add(const Stage& stage, const SearchTerm& term) {
  Test test;
  switch (term.key) {
    case SearchKey::Name:
      test = [pattern = TextPattern(term.text, Plain::Part)](const Prim& prim) {
        return pattern.matches(prim.name().text());
      };
      break;
    case SearchKey::Path:
      test = [pattern = TextPattern(term.text, Plain::Part)](const Prim& prim) {
        return pattern.matches(prim.path().text());
      };
      break;
    case SearchKey::Type:
      test = typeTest(stage, term.text);
      break;
    case SearchKey::Api:
      test = apiTest(stage, term.text);
      break;
    case SearchKey::Kind:
      test = kindTest(term.text);
      break;
    case SearchKey::Purpose:
      test = purposeTest(term.text);
      break;
    case SearchKey::Variant:
      test = variantTest(term.text);
      break;
    case SearchKey::Animated:
      test = [wanted = term.text == "yes"](const Prim& prim) { return isAnimated(prim) == wanted; };
      break;
    case SearchKey::Layer:
      test = layerTest(stage, term.text);
      break;
    case SearchKey::Clip:
      test = clipTest(term.text);
      break;
    case SearchKey::Regex:
      test = [regex = TextRegex(term.text),
              isPath = term.text.find('/') != std::string::npos](const Prim& prim) {
        return regex.matches(isPath ? prim.path().text() : prim.name().text());
      };
      break;
    case SearchKey::Joints:
    case SearchKey::Points:
    case SearchKey::Children:
    case SearchKey::Layers:
      test = countTest(term.key, *parseNumberTest(term.text));
      break;
    case SearchKey::Mentions:
      break;  // findMentions() answers it.
  }
  if (test) tests_.push_back(std::move(test));
}

PrimQuery::Test PrimQuery::typeTest(const Stage& stage, const std::string& name) {
  const Definitions& definitions = stage.environment().definitions();
  const TextPattern pattern(name, Plain::Start);
  std::vector<Token> types;
  Token exact;
  bool hasMatch = false;
  for (const SchemaInfo& schema : definitions.schemas()) {
    if (schema.isAppliedApi() || schema.kind == SchemaKind::NonAppliedApi) continue;
    types.push_back(schema.name);
    const std::string folded = caseFolded(schema.name.text());
    hasMatch |= pattern.matchesFolded(folded);
    if (folded == pattern.folded()) exact = schema.name;
  }
  if (!hasMatch) {
    doubt(fmt::format("There is no type \"{}\".{}", name, proposal(name, types)));
  }
  // The start of a name stands for the types that begin so, without those derived from them.
  return [pattern, exact](const Prim& prim) {
    if (exact) return prim.isA(exact) || caseFolded(prim.typeName().text()) == pattern.folded();
    return !prim.typeName().isEmpty() && pattern.matches(prim.typeName().text());
  };
}

PrimQuery::Test PrimQuery::apiTest(const Stage& stage, const std::string& name) {
  const TextPattern pattern(name, Plain::Start);
  const TextPattern schemaPattern(name.substr(0, name.find(':')), Plain::Start);
  std::vector<Token> schemas;
  bool hasMatch = false;
  for (const SchemaInfo& schema : stage.environment().definitions().schemas()) {
    if (!schema.isAppliedApi()) continue;
    schemas.push_back(schema.name);
    hasMatch |= schemaPattern.matches(schema.name.text());
  }
  if (!hasMatch) {
    doubt(fmt::format("There is no API schema \"{}\".{}", name, proposal(name, schemas)));
  }
  return [pattern](const Prim& prim) {
    return std::ranges::any_of(prim.appliedSchemas(),
                               [&](Token api) { return pattern.matches(api.text()); });
  };
}

PrimQuery::Test PrimQuery::kindTest(const std::string& name) {
  return [pattern = TextPattern(name, Plain::Start), kind = Token(name)](const Prim& prim) {
    const Token own = prim.kind();
    return !own.isEmpty() && (pattern.matches(own.text()) || isKindA(prim, kind));
  };
}

PrimQuery::Test PrimQuery::purposeTest(const std::string& purpose) {
  return [wanted = Token(purpose)](const Prim& prim) {
    return isImageable(prim) && computePurpose(prim) == wanted;
  };
}

PrimQuery::Test PrimQuery::variantTest(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    return [pattern = TextPattern(text, Plain::Start)](const Prim& prim) {
      return std::ranges::any_of(prim.variantSets(), [&](const VariantSet& set) {
        return pattern.matches(set.name) ||
               (!set.selection.empty() && pattern.matches(set.selection));
      });
    };
  }
  return [set = TextPattern(text.substr(0, equals), Plain::Start),
          variant = TextPattern(text.substr(equals + 1), Plain::Start)](const Prim& prim) {
    return std::ranges::any_of(prim.variantSets(), [&](const VariantSet& each) {
      return set.matches(each.name) && !each.selection.empty() && variant.matches(each.selection);
    });
  };
}

PrimQuery::Test PrimQuery::layerTest(const Stage& stage, const std::string& name) {
  const TextPattern pattern(name, Plain::Part);
  auto layers = std::make_shared<std::unordered_set<const Layer*>>();
  for (const auto& layer : stage.usedLayers()) {
    if (pattern.matches(layerLabel(*layer, stage))) layers->insert(layer.get());
  }
  if (layers->empty()) doubt(fmt::format("The scene has no layer \"{}\".", name));
  return [layers](const Prim& prim) { return hasOpinionIn(prim, *layers); };
}

PrimQuery::Test PrimQuery::clipTest(const std::string& choice) {
  if (choice == "missing") return [](const Prim& prim) { return clipFactsOf(prim).missing > 0; };
  return [wanted = choice == "yes"](const Prim& prim) {
    return (clipFactsOf(prim).sets > 0) == wanted;
  };
}

PrimQuery::Test PrimQuery::countTest(SearchKey key, const NumberTest& wanted) {
  if (key == SearchKey::Children) {
    return [wanted](const Prim& prim) { return wanted.matches(prim.children().size()); };
  }
  if (key == SearchKey::Layers) {
    return [wanted](const Prim& prim) { return wanted.matches(countLayers(prim)); };
  }
  const bool isOfSkeleton = key == SearchKey::Joints;
  return
      [wanted, isOfSkeleton, name = Token(isOfSkeleton ? "joints" : "points")](const Prim& prim) {
        if (isOfSkeleton && !prim.isA(types::kSkeleton)) return false;
        const auto count = countElements(prim, name);
        return count && wanted.matches(*count);
      };
}

bool PrimQuery::matches(const Prim& prim) const {
  return std::ranges::all_of(tests_, [&](const Test& test) { return test(prim); });
}

}  // namespace usdscope
