// SPDX-License-Identifier: Apache-2.0
#include "engine/check/Check.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <tuple>

#include "engine/base/Parallel.h"
#include "engine/check/detail/Places.h"
#include "engine/check/detail/Rule.h"
#include "engine/definitions/Definitions.h"

namespace usdscope {
namespace {

using detail::CheckedStage;
using detail::Reporter;
using detail::Rule;

constexpr std::size_t kPrimsPerTask = 64;

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool hasKeywordOf(const Validator& validator, const std::vector<std::string>& keywords) {
  return std::ranges::any_of(validator.keywords,
                             [&](std::string_view keyword) { return contains(keywords, keyword); });
}

bool isSelected(const Validator& validator, const CheckOptions& options) {
  if (contains(options.excludeValidators, validator.name)) return false;
  if (hasKeywordOf(validator, options.excludeKeywords)) return false;
  const bool isOfArKit =
      std::ranges::find(validator.keywords, kArKitKeyword) != validator.keywords.end();
  if (isOfArKit && options.includesArKit) return true;
  if (options.includeKeywords.empty() && options.includeValidators.empty()) return !isOfArKit;
  return contains(options.includeValidators, validator.name) ||
         hasKeywordOf(validator, options.includeKeywords);
}

/// A selected prim rule, and the schemas to whose prims it applies; empty for all prims.
struct BoundRule {
  const Rule* rule;
  std::vector<Token> schemas;

  bool appliesTo(const Prim& prim) const {
    return schemas.empty() || std::ranges::any_of(schemas, [&](Token schema) {
             return prim.isA(schema) || prim.hasApi(schema);
           });
  }
};

// Returns the name of a schema by that of its C++ class; empty if it is not known.
Token schemaOfType(const Definitions& definitions, std::string_view type) {
  for (const SchemaInfo& schema : definitions.schemas()) {
    if (schema.type.text() == type) return schema.name;
  }
  return {};
}

BoundRule bindRule(const Rule& rule, const Definitions& definitions) {
  BoundRule bound{&rule, {}};
  for (const std::string_view type : rule.validator.schemaTypes) {
    bound.schemas.push_back(schemaOfType(definitions, type));
  }
  return bound;
}

std::vector<Prim> checkedPrims(const Stage& stage) {
  std::vector<Prim> prims;
  traverse(stage.pseudoRoot(), PrimFilter::drawn(), [&](const Prim& prim) {
    prims.push_back(prim);
    return true;
  });
  return prims;
}

bool comesBefore(const Finding& a, const Finding& b) {
  if (a.validator != b.validator) return a.validator < b.validator;
  const auto sites = std::ranges::mismatch(a.sites, b.sites);
  const bool isEndOfA = sites.in1 == a.sites.end();
  const bool isEndOfB = sites.in2 == b.sites.end();
  if (isEndOfA != isEndOfB) return isEndOfA;
  if (!isEndOfA) return pathLess(*sites.in1, *sites.in2);
  return std::tie(a.error, a.message, a.time, a.layer, a.line) <
         std::tie(b.error, b.message, b.time, b.layer, b.line);
}

}  // namespace

std::vector<const Validator*> selectedValidators(const CheckOptions& options) {
  std::vector<const Validator*> selected;
  for (const Validator& validator : validators()) {
    if (isSelected(validator, options)) selected.push_back(&validator);
  }
  return selected;
}

std::vector<std::string> unknownNames(const CheckOptions& options) {
  std::vector<std::string> unknown;
  for (const auto* names : {&options.includeValidators, &options.excludeValidators}) {
    std::ranges::copy_if(*names, std::back_inserter(unknown), [](const std::string& name) {
      return std::ranges::find(validators(), name, &Validator::name) == validators().end();
    });
  }
  for (const auto* keywords : {&options.includeKeywords, &options.excludeKeywords}) {
    std::ranges::copy_if(*keywords, std::back_inserter(unknown), [](const std::string& keyword) {
      return std::ranges::none_of(validators(), [&](const Validator& validator) {
        return hasKeywordOf(validator, {keyword});
      });
    });
  }
  return unknown;
}

void sortFindings(Findings& findings) {
  std::ranges::sort(findings, comesBefore);
  const auto twins = std::ranges::unique(findings);
  findings.erase(twins.begin(), twins.end());
}

Findings check(const Stage& stage, const CheckOptions& options, const CheckProgress& progress,
               std::stop_token stop) {
  const CheckedStage checked(stage, std::move(stop), &options);
  std::vector<const Rule*> stageRules;
  std::vector<BoundRule> primRules;
  for (const Rule& rule : detail::rules()) {
    if (!isSelected(rule.validator, options)) continue;
    if (rule.ofStage) stageRules.push_back(&rule);
    if (rule.ofPrim) primRules.push_back(bindRule(rule, checked.definitions()));
  }
  const std::vector<Prim> prims = primRules.empty() ? std::vector<Prim>() : checkedPrims(stage);
  const std::size_t total = stageRules.size() + prims.size();
  std::atomic<std::size_t> done = 0;
  const auto advance = [&](std::size_t count) {
    const std::size_t reached = done.fetch_add(count) + count;
    if (progress) progress(reached, total);
  };

  Findings findings;
  for (const Rule* rule : stageRules) {
    if (checked.isStopped()) break;
    Reporter report(rule->validator, findings);
    rule->ofStage(checked, report);
    advance(1);
  }

  std::vector<Findings> findingsOfPrim(prims.size());
  parallelFor(prims.size(), kPrimsPerTask, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last && !checked.isStopped(); ++i) {
      for (const BoundRule& bound : primRules) {
        if (!bound.appliesTo(prims[i])) continue;
        Reporter report(bound.rule->validator, findingsOfPrim[i]);
        bound.rule->ofPrim(checked, prims[i], report);
      }
    }
    advance(last - first);
  });
  for (Findings& own : findingsOfPrim) std::ranges::move(own, std::back_inserter(findings));

  detail::placeFindings(stage, findings);
  detail::dropFoundFiles(stage, findings, checked.stopToken());
  detail::suggestFiles(stage, findings, checked.stopToken());
  detail::findLines(stage, findings, checked.stopToken());
  sortFindings(findings);
  return findings;
}

}  // namespace usdscope
