// SPDX-License-Identifier: Apache-2.0
#include "engine/definitions/detail/SchemaTable.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/base/DictionaryOrder.h"
#include "engine/definitions/Definitions.h"
#include "engine/definitions/detail/ApiComposer.h"

namespace usdscope::detail {
namespace {

constexpr std::string_view kTemplate = ":__INSTANCE_NAME__";
constexpr int kMostNested = 100;  // API schemas inside one another.

bool isTemplate(Token api) { return instanceName(api, "_") != api; }

class TableBuilder {
 public:
  TableBuilder(const SchemaFacts& facts, Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    std::unordered_map<Token, const SchemaFacts::Schema*> byName;
    for (const auto& schema : facts.schemas) byName.emplace(schema.info.name, &schema);
    for (const auto& schema : facts.schemas) addInfo(byName, *byName[schema.info.name], 0);
    findAutoApplied(facts);
  }

  SchemaTable build() {
    const std::size_t count = table_.schemas.size();
    table_.definitions.resize(count);
    states_.resize(count);
    buildsLeft_ = 100 * count;
    for (std::size_t i = 0; i < count; ++i) {
      if (states_[i] == State::Complete) continue;
      Built built = buildSchema(i, 0);
      if (!built.isComplete) table_.definitions[i] = std::move(built.definition);
    }
    return std::move(table_);
  }

 private:
  enum class State : std::uint8_t { Waiting, Building, Complete };
  struct Built {
    bool isComplete = true;  // True if the definition is in the table.
    // Otherwise the definition. A schema in a cycle is built again for each schema that needs it,
    // without the schemas that are in progress.
    PrimDefinition definition;
  };
  using FactsByName = std::unordered_map<Token, const SchemaFacts::Schema*>;

  // Adds a schema after its bases.
  void addInfo(const FactsByName& byName, const SchemaFacts::Schema& schema, int depth) {
    if (table_.byName.contains(schema.info.name) || depth > kMostNested) return;
    const std::size_t index = table_.schemas.size();
    table_.byName.emplace(schema.info.name, index);  // Ends cycles.
    for (const Token base : schema.info.bases) {
      const auto found = byName.find(base);
      if (found != byName.end()) addInfo(byName, *found->second, depth + 1);
    }
    SchemaInfo info = schema.info;
    info.bases.clear();
    for (const Token base : schema.info.bases) {
      addBase(info, base);
      const SchemaInfo* const known = table_.byName.contains(base) ? findAdded(base) : nullptr;
      if (!known) continue;
      for (const Token further : known->bases) addBase(info, further);
    }
    table_.byName[schema.info.name] = table_.schemas.size();
    table_.schemas.push_back(std::move(info));
    facts_.push_back(&schema);
  }

  const SchemaInfo* findAdded(Token name) const {
    const std::size_t index = table_.byName.at(name);
    const bool isAdded = index < table_.schemas.size() && table_.schemas[index].name == name;
    return isAdded ? &table_.schemas[index] : nullptr;
  }

  static void addBase(SchemaInfo& info, Token base) {
    if (std::ranges::find(info.bases, base) == info.bases.end()) info.bases.push_back(base);
  }

  void findAutoApplied(const SchemaFacts& facts) {
    std::map<Token, std::vector<Token>, decltype(&textLess)> typesOf(&textLess);
    for (const auto& [api, types] : facts.autoApplied) {
      typesOf[api].insert(typesOf[api].end(), types.begin(), types.end());
    }
    autoApplied_.resize(table_.schemas.size());
    for (const auto& [api, types] : typesOf) {
      for (std::size_t i = 0; i < table_.schemas.size(); ++i) {
        const SchemaInfo& info = table_.schemas[i];
        const bool isMeant = std::ranges::any_of(types, [&](Token type) {
          return table_.byName.contains(type) &&
                 (info.name == type || std::ranges::find(info.bases, type) != info.bases.end());
        });
        if (isMeant) autoApplied_[i].push_back(api);
      }
    }
    // Later versions come before earlier ones.
    for (auto& apis : autoApplied_) {
      std::ranges::sort(apis, [](Token a, Token b) { return dictionaryLess(b.text(), a.text()); });
    }
  }

  void report(const DiagnosticCode& code, const SchemaInfo& schema, Token api,
              std::string_view why) {
    diagnostics_.report(code, {.path = schema.name.string()},
                        fmt::format("The schema cannot have {} built in: {}", api.text(), why));
  }

  Built buildSchema(std::size_t index, int depth) {
    const SchemaInfo& info = table_.schemas[index];
    const SchemaFacts::Schema& facts = *facts_[index];
    states_[index] = State::Building;
    Built built;
    PrimDefinitionBuilder builder;
    for (const auto& [name, definition] : facts.properties) {
      builder.addProperty(name, table_.properties.emplace_back(definition));
    }
    if (facts.takesBaseProperties && !info.bases.empty()) {
      addBaseProperties(info.bases[0], depth, builder);
    }
    // The first API schema in the list is the schema itself.
    ApiComposer composer(table_, builder);
    const bool isMultiple = info.kind == SchemaKind::MultipleApplyApi;
    if (isMultiple) builder.addApiSchema(Token(info.name.string() + std::string(kTemplate)));
    if (info.kind == SchemaKind::SingleApplyApi) builder.addApiSchema(info.name);
    if (info.isAppliedApi()) composer.mark(info.name);

    std::vector<Token> apis = facts.apiSchemas;
    apis.insert(apis.end(), autoApplied_[index].begin(), autoApplied_[index].end());
    for (const Token api : apis) {
      const ApiName name(api);
      const auto found = table_.byName.find(name.schema);
      if (found == table_.byName.end() || !table_.schemas[found->second].isAppliedApi()) {
        report(kUnknownApiSchema, info, api, "there is no such API schema.");
        continue;
      }
      const bool wantsInstance = table_.schemas[found->second].kind == SchemaKind::MultipleApplyApi;
      if (isTemplate(api) != isMultiple || wantsInstance == name.instance.empty()) {
        report(kUnknownApiSchema, info, api,
               "templates go with templates, and multiple-apply schemas with an instance name.");
        continue;
      }
      if (!addBuiltin(found->second, name, info, depth, composer)) built.isComplete = false;
    }
    for (const auto& [name, definition] : facts.overrides) builder.addOverride(name, definition);
    states_[index] = built.isComplete ? State::Complete : State::Waiting;
    (built.isComplete ? table_.definitions[index] : built.definition) = builder.build();
    return built;
  }

  void addBaseProperties(Token base, int depth, PrimDefinitionBuilder& builder) {
    const auto found = table_.byName.find(base);
    if (found == table_.byName.end() || states_[found->second] == State::Building) return;
    Built built;
    if (states_[found->second] != State::Complete) {
      if (depth >= kMostNested) return;
      built = buildSchema(found->second, depth + 1);
    }
    builder.addProperties(built.isComplete ? table_.definitions[found->second] : built.definition,
                          {});
  }

  // Returns false when the schema, or one of its built-in schemas, would be built into itself.
  bool addBuiltin(std::size_t index, const ApiName& name, const SchemaInfo& into, int depth,
                  ApiComposer& composer) {
    Built built;
    if (states_[index] != State::Complete) {
      if (states_[index] == State::Building || depth >= kMostNested || buildsLeft_ == 0) {
        report(kSchemaCycle, into, table_.schemas[index].name,
               "that would build a schema into itself, or too deep.");
        return false;
      }
      --buildsLeft_;  // In cycles, each schema is built again, as in the reference.
      built = buildSchema(index, depth + 1);
    }
    const PrimDefinition& weaker = built.isComplete ? table_.definitions[index] : built.definition;
    if (!composer.add(weaker, name.instance)) {
      report(kSchemaVersionConflict, into, table_.schemas[index].name,
             "another version of it, or of one of its built-in API schemas, is there.");
    }
    return built.isComplete;
  }

  Diagnostics& diagnostics_;
  SchemaTable table_;
  std::vector<const SchemaFacts::Schema*> facts_;  // Parallel to the schemas of the table.
  std::vector<std::vector<Token>> autoApplied_;
  std::vector<State> states_;
  std::size_t buildsLeft_ = 0;
};

}  // namespace

SchemaTable buildSchemaTable(const SchemaFacts& facts, Diagnostics& diagnostics) {
  return TableBuilder(facts, diagnostics).build();
}

}  // namespace usdscope::detail
