// SPDX-License-Identifier: Apache-2.0
#include "engine/definitions/Definitions.h"

#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "engine/base/Hash.h"
#include "engine/definitions/detail/ApiComposer.h"
#include "engine/definitions/detail/PrimDefinitionBuilder.h"
#include "engine/definitions/detail/SchemaTable.h"

namespace usdscope {
namespace {

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

struct Definitions::Cache {
  std::shared_mutex mutex;
  std::unordered_map<Combination, std::unique_ptr<const PrimDefinition>, CombinationHash,
                     CombinationEqual>
      definitions;
};

const Definitions& Definitions::builtin() {
  static const Definitions instance = [] {
    Diagnostics none;
    return Definitions(builtinSchemaFacts(), none);
  }();
  return instance;
}

Definitions::Definitions(const SchemaFacts& facts, Diagnostics& diagnostics)
    : table_(std::make_unique<const detail::SchemaTable>(
          detail::buildSchemaTable(facts, diagnostics))),
      cache_(std::make_unique<Cache>()) {
  for (const auto& kind : facts.kinds) kindBases_.emplace(kind.name, kind.base);
}

Definitions::~Definitions() = default;

const SchemaInfo* Definitions::findSchema(Token name) const { return table_->find(name); }

std::span<const SchemaInfo> Definitions::schemas() const { return table_->schemas; }

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
  return table_->findDefinition(name);
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
  // Another thread may have been faster. Its definition is equal, and stays.
  return *cache_->definitions.try_emplace(std::move(key), std::move(built)).first->second;
}

PrimDefinition Definitions::buildPrimDefinition(Token schemaType,
                                                std::span<const Token> apiSchemas) const {
  const PrimDefinition& typed = primDefinition(schemaType);
  PrimDefinitionBuilder builder(typed);

  detail::ApiComposer composer(*table_, builder);
  for (const Token api : typed.apiSchemas()) composer.mark(api);
  for (const Token api : apiSchemas) {
    // Skip schemas that cannot be applied in this way.
    const detail::ApiName name(api);
    const SchemaInfo* const info = findSchema(name.schema);
    if (!info || !info->isAppliedApi()) continue;
    if ((info->kind == SchemaKind::MultipleApplyApi) == name.instance.empty()) continue;
    composer.add(*findSchemaDefinition(name.schema), name.instance);
  }
  return builder.build();
}

bool Definitions::isKindA(Token kind, Token base) const {
  // Kinds of plug-ins may form a cycle.
  for (std::size_t i = 0; i <= kindBases_.size(); ++i) {
    if (kind == base) return true;
    const auto found = kindBases_.find(kind);
    if (found == kindBases_.end() || found->second.isEmpty()) return false;
    kind = found->second;
  }
  return false;
}

}  // namespace usdscope
