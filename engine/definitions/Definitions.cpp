// SPDX-License-Identifier: Apache-2.0
#include "engine/definitions/Definitions.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "engine/base/Hash.h"
#include "engine/definitions/detail/PrimDefinitionBuilder.h"
#include "engine/definitions/detail/SchemaFacts.h"

namespace usdscope {
namespace {

/// `CollectionAPI:lights` → `CollectionAPI` and `lights`. Instance names may hold colons.
struct ApiName {
  Token schema;
  std::string_view instance;

  explicit ApiName(Token name) : schema(name) {
    const std::string_view text = name.text();
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return;
    schema = Token(text.substr(0, colon));
    instance = text.substr(colon + 1);
  }
};

struct Combination {
  Token type;
  std::vector<Token> apiSchemas;
};

struct CombinationView {
  Token type;
  std::span<const Token> apiSchemas;
  CombinationView(Token t, std::span<const Token> a) : type(t), apiSchemas(a) {}
  CombinationView(const Combination& c) : type(c.type), apiSchemas(c.apiSchemas) {}
};

struct CombinationHash {
  using is_transparent = void;
  std::size_t operator()(const CombinationView& c) const {
    std::size_t hash = std::hash<Token>{}(c.type);
    for (const Token api : c.apiSchemas) hash = hashCombine(hash, std::hash<Token>{}(api));
    return hash;
  }
};

struct CombinationEqual {
  using is_transparent = void;
  bool operator()(const CombinationView& a, const CombinationView& b) const {
    return a.type == b.type && std::ranges::equal(a.apiSchemas, b.apiSchemas);
  }
};

}  // namespace

struct Definitions::Tables {
  std::vector<SchemaInfo> schemas;
  std::deque<PropertyDefinition> properties;  // Definitions point to them.
  std::vector<PrimDefinition> definitions;    // One for each schema.
  std::unordered_map<Token, std::size_t> byName;
  std::unordered_map<Token, Token> kindBases;

  explicit Tables(detail::SchemaFacts facts) {
    for (const auto& kind : facts.kinds) {
      kindBases.emplace(kind.name, kindBases.contains(kind.base) ? kind.base : Token());
    }
    for (auto& schema : facts.schemas) add(std::move(schema));
  }

  const SchemaInfo* find(Token name) const {
    const auto found = byName.find(name);
    return found == byName.end() ? nullptr : &schemas[found->second];
  }
  const PrimDefinition* findDefinition(Token name) const {
    const auto found = byName.find(name);
    return found == byName.end() ? nullptr : &definitions[found->second];
  }

 private:
  // Base and built-in schemas stand before it in the file.
  void add(detail::SchemaFacts::Schema&& schema) {
    PrimDefinitionBuilder builder;
    for (auto& [name, definition] : schema.properties) {
      builder.addProperty(name, properties.emplace_back(std::move(definition)));
    }
    SchemaInfo& info = schema.info;
    if (!info.bases.empty()) {
      if (const SchemaInfo* base = find(info.bases[0])) {
        info.bases.insert(info.bases.end(), base->bases.begin(), base->bases.end());
        builder.addProperties(*findDefinition(base->name), {});
      }
    }
    if (info.kind == SchemaKind::SingleApplyApi) builder.addApiSchema(info.name);
    if (info.kind == SchemaKind::MultipleApplyApi) {
      builder.addApiSchema(Token(info.name.string() + ":__INSTANCE_NAME__"));
    }
    for (const Token api : schema.apiSchemas) {
      const ApiName apiName(api);
      if (const PrimDefinition* weaker = findDefinition(apiName.schema)) {
        builder.addProperties(*weaker, apiName.instance);
        builder.addApiSchema(api);
      }
    }
    byName.emplace(info.name, schemas.size());
    definitions.push_back(builder.build());
    schemas.push_back(std::move(info));
  }
};

struct Definitions::Cache {
  std::shared_mutex mutex;
  std::unordered_map<Combination, std::unique_ptr<const PrimDefinition>, CombinationHash,
                     CombinationEqual>
      definitions;
};

const Definitions& Definitions::builtin() {
  static const Definitions instance = [] {
    Diagnostics diagnostics;
    return Definitions(detail::schemaFacts(), diagnostics);
  }();
  return instance;
}

Definitions::Definitions(std::string_view facts, Diagnostics& diagnostics)
    : tables_(std::make_unique<const Tables>(detail::readSchemaFacts(facts, diagnostics))),
      cache_(std::make_unique<Cache>()) {}

Definitions::~Definitions() = default;

const SchemaInfo* Definitions::findSchema(Token name) const { return tables_->find(name); }

std::span<const SchemaInfo> Definitions::schemas() const { return tables_->schemas; }

bool Definitions::isA(Token schema, Token base) const {
  const SchemaInfo* const info = findSchema(schema);
  return info && (schema == base || std::ranges::find(info->bases, base) != info->bases.end());
}

bool Definitions::isInFamily(Token schema, Token family) const {
  const SchemaInfo* const info = findSchema(schema);
  if (!info) return false;
  return info->family == family || std::ranges::any_of(info->bases, [&](Token base) {
           const SchemaInfo* const baseInfo = findSchema(base);
           return baseInfo && baseInfo->family == family;
         });
}

Token Definitions::schemaType(Token typeName, const Dictionary& fallbackPrimTypes) const {
  const auto isConcrete = [this](Token name) {
    const SchemaInfo* const info = findSchema(name);
    return info && info->isConcrete();
  };
  if (isConcrete(typeName)) return typeName;
  if (fallbackPrimTypes.isEmpty() || typeName.isEmpty()) return {};
  const Value* const listed = fallbackPrimTypes.find(typeName.text());
  const auto* const names = listed ? listed->find<Array<Token>>() : nullptr;
  if (!names) return {};
  const Token* const first = std::ranges::find_if(*names, isConcrete);
  return first == names->end() ? Token() : *first;
}

const PrimDefinition* Definitions::findSchemaDefinition(Token name) const {
  return tables_->findDefinition(name);
}

const PrimDefinition& Definitions::primDefinition(Token schemaType,
                                                  std::span<const Token> apiSchemas) const {
  static const PrimDefinition kNone;
  if (apiSchemas.empty()) {
    const SchemaInfo* const info = findSchema(schemaType);
    return info && info->isConcrete() ? *findSchemaDefinition(schemaType) : kNone;
  }
  {
    const std::shared_lock lock(cache_->mutex);
    const auto found = cache_->definitions.find(CombinationView(schemaType, apiSchemas));
    if (found != cache_->definitions.end()) return *found->second;
  }
  auto built = std::make_unique<const PrimDefinition>(buildPrimDefinition(schemaType, apiSchemas));
  const std::unique_lock lock(cache_->mutex);
  Combination key{schemaType, {apiSchemas.begin(), apiSchemas.end()}};
  // Another thread may have been faster; its definition is equal and stays.
  return *cache_->definitions.try_emplace(std::move(key), std::move(built)).first->second;
}

PrimDefinition Definitions::buildPrimDefinition(Token schemaType,
                                                std::span<const Token> apiSchemas) const {
  const PrimDefinition& typed = primDefinition(schemaType);
  PrimDefinitionBuilder builder(typed);

  struct Applied {
    Token family;
    std::string_view instance;
    int version;
  };
  std::vector<Applied> applied;
  const auto appliedAs = [this](Token api) {
    const ApiName name(api);
    const SchemaInfo* const info = findSchema(name.schema);
    assert(info);
    return Applied{info->family, name.instance, info->version};
  };
  for (const Token api : typed.apiSchemas()) applied.push_back(appliedAs(api));

  for (const Token api : apiSchemas) {
    // Is it a schema that can be applied in this way?
    const ApiName name(api);
    const SchemaInfo* const info = findSchema(name.schema);
    if (!info || !info->isAppliedApi()) continue;
    if ((info->kind == SchemaKind::MultipleApplyApi) == name.instance.empty()) continue;
    const PrimDefinition& weaker = *findSchemaDefinition(name.schema);

    // Which of the API schemas it brings along are new? One in another version rules out all.
    std::vector<Token> added;
    const std::size_t appliedBefore = applied.size();
    bool isConflict = false;
    for (const Token brought : weaker.apiSchemas()) {
      const Token full = name.instance.empty() ? brought : instanceName(brought, name.instance);
      const Applied wanted = appliedAs(full);
      const auto there = std::ranges::find_if(applied, [&](const Applied& a) {
        return a.family == wanted.family && a.instance == wanted.instance;
      });
      if (there == applied.end()) {
        applied.push_back(wanted);
        added.push_back(full);
      } else if (there->version != wanted.version) {
        isConflict = true;
        break;
      }
    }
    if (isConflict) {
      applied.resize(appliedBefore);
      continue;
    }
    for (const Token schema : added) builder.addApiSchema(schema);
    builder.addProperties(weaker, name.instance);
  }
  return builder.build();
}

bool Definitions::isKindA(Token kind, Token base) const {
  // Ends, because a kind only derives from kinds that were there before it.
  while (kind != base) {
    const auto found = tables_->kindBases.find(kind);
    if (found == tables_->kindBases.end() || found->second.isEmpty()) return false;
    kind = found->second;
  }
  return true;
}

}  // namespace usdscope
