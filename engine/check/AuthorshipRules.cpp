// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "engine/check/detail/RuleList.h"
#include "engine/layer/ListOp.h"
#include "engine/schema/AttributeValues.h"

namespace usdscope::detail {
namespace {

constexpr std::string_view kAuthorshipApi = "AuthorshipAPI:";
const Token kArraySizeConstraint("arraySizeConstraint");

// Returns the names of the records that a spec applies.
std::set<std::string> recordsIn(const PrimSpec& spec) {
  std::set<std::string> records;
  const Value field = spec ? spec.field(fields::kApiSchemas) : Value();
  const auto* schemas = field.find<ListOp<Token>>();
  if (!schemas) return records;
  for (const auto* items : {&schemas->explicitItems, &schemas->prependedItems,
                            &schemas->appendedItems, &schemas->addedItems}) {
    for (const Token item : *items) {
      if (!item.text().starts_with(kAuthorshipApi)) continue;
      records.emplace(item.text().substr(kAuthorshipApi.size()));
    }
  }
  return records;
}

}  // namespace

void checkAuthorshipSpecs(const CheckedStage&, const Prim& prim, Reporter& report) {
  std::map<std::string, int> specCounts;
  for (const StackEntry& entry : prim.primStack()) {
    for (const std::string& record : recordsIn(entry.layer->findPrim(entry.path))) {
      ++specCounts[record];
    }
  }
  for (const auto& [record, count] : specCounts) {
    if (!prim.hasApi(Token(std::string(kAuthorshipApi) + record))) {
      report.warning("ShadowedAuthorshipApplication", prim.path(),
                     fmt::format("A weaker layer applies AuthorshipAPI:{}, but a stronger list of "
                                 "API schemas hides it.",
                                 record));
    } else if (count > 1) {
      report.warning("DuplicateAuthorshipApplication", prim.path(),
                     fmt::format("{} specs of the prim apply AuthorshipAPI:{}; of each field, only "
                                 "the strongest value remains.",
                                 count, record));
    }
  }
}

void checkAuthorshipInputs(const CheckedStage&, const Prim& prim, Reporter& report) {
  for (const Token api : prim.appliedSchemas()) {
    if (!api.text().starts_with(kAuthorshipApi)) continue;
    const Attribute inputs = prim.attribute(
        Token(fmt::format("authorship:{}:inputs", api.text().substr(kAuthorshipApi.size()))));
    if (!inputs || !inputs.hasAuthoredValue()) continue;
    const auto constraint =
        metadataOrFallback(inputs, kArraySizeConstraint).valueOr(std::int64_t{0});
    const Value value = inputs.value();
    const auto* items = value.find<Array<std::string>>();
    if (constraint >= 0 || !items) continue;
    const auto tuple = static_cast<std::size_t>(-constraint);
    if (items->size() % tuple == 0) continue;
    report.error(
        "UnpairedAuthorshipInputs", inputs.path(),
        fmt::format("There are {} texts, which do not make groups of {}.", items->size(), tuple));
  }
}

}  // namespace usdscope::detail
