// SPDX-License-Identifier: Apache-2.0
#include "engine/definitions/SchemaFacts.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

#include "engine/definitions/detail/EmbeddedFacts.h"
#include "engine/layer/FactText.h"
#include "engine/layer/FieldDefinitions.h"

namespace usdscope {
namespace {

std::optional<SchemaKind> schemaKind(std::string_view word) {
  if (word == "base") return SchemaKind::AbstractBase;
  if (word == "abstract") return SchemaKind::AbstractTyped;
  if (word == "concrete") return SchemaKind::ConcreteTyped;
  if (word == "nonapplied") return SchemaKind::NonAppliedApi;
  if (word == "single") return SchemaKind::SingleApplyApi;
  if (word == "multiple") return SchemaKind::MultipleApplyApi;
  return std::nullopt;
}

void appendTokens(const FactLine& line, std::vector<Token>& tokens) {
  for (std::size_t i = 1; i < line.words.size(); ++i) tokens.push_back(Token(line.words[i]));
}

/// Parses the file line by line. Each function returns whether the line is valid.
class Reader {
 public:
  bool take(const FactLine& line) {
    const std::string_view first = line.words.empty() ? std::string_view() : line.words[0];
    if (first == "kind") return takeKind(line);
    if (first == "schema") return takeSchema(line);
    if (facts_.schemas.empty()) return false;
    SchemaFacts::Schema& schema = facts_.schemas.back();
    if (first == "type") return takeType(line, schema.info);
    if (first == "family") return takeFamily(line, schema.info);
    if (first == "apis") return appendTokens(line, schema.apiSchemas), true;
    if (first == "onlyto") return appendTokens(line, schema.info.canOnlyApplyTo), true;
    if (first == "rel") return takeRelationship(line, schema);
    if (first == "varying") return takeAttribute(line, Variability::Varying, schema);
    if (first == "uniform") return takeAttribute(line, Variability::Uniform, schema);
    return takeMetadata(line, schema);
  }

  SchemaFacts result() { return std::move(facts_); }

 private:
  bool takeKind(const FactLine& line) {
    if (line.words.size() < 2 || line.words.size() > 3) return false;
    facts_.kinds.push_back({Token(line.words[1]), {}});
    if (line.words.size() == 3) facts_.kinds.back().base = Token(line.words[2]);
    return true;
  }

  bool takeSchema(const FactLine& line) {
    if (line.words.size() < 3 || line.words.size() > 4) return false;
    const std::optional<SchemaKind> kind = schemaKind(line.words[2]);
    if (!kind) return false;
    SchemaInfo& info = facts_.schemas.emplace_back().info;
    info.name = info.family = Token(line.words[1]);
    info.kind = *kind;
    if (line.words.size() == 4) info.bases.push_back(Token(line.words[3]));
    return true;
  }

  bool takeType(const FactLine& line, SchemaInfo& info) {
    if (line.words.size() != 2) return false;
    info.type = Token(line.words[1]);
    return true;
  }

  bool takeFamily(const FactLine& line, SchemaInfo& info) {
    if (line.words.size() != 3) return false;
    info.family = Token(line.words[1]);
    const std::string_view digits = line.words[2];
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), info.version);
    return error == std::errc() && end == digits.data() + digits.size();
  }

  bool takeRelationship(const FactLine& line, SchemaFacts::Schema& schema) {
    if (line.words.size() != 2 || line.value) return false;
    schema.properties.push_back({Token(line.words[1]), {.variability = Variability::Uniform}});
    return true;
  }

  bool takeAttribute(const FactLine& line, Variability variability, SchemaFacts::Schema& schema) {
    if (line.words.size() != 3) return false;
    PropertyDefinition definition;
    definition.type = findTypeName(Token(line.words[1]));
    definition.variability = variability;
    if (!definition.type) return false;
    if (line.value) {
      definition.fallback = readFactValue(*line.value, *definition.type);
      if (definition.fallback.isEmpty()) return false;
    }
    schema.properties.push_back({Token(line.words[2]), std::move(definition)});
    return true;
  }

  bool takeMetadata(const FactLine& line, SchemaFacts::Schema& schema) {
    if (line.words.size() != 1 || !line.value || schema.properties.empty()) return false;
    const Token name(line.words[0]);
    const FieldDefinition* field = FieldDefinitions::builtin().find(name);
    if (!field || !field->dataType) return false;
    Value value = readFactValue(*line.value, *field->dataType);
    if (value.isEmpty()) return false;
    schema.properties.back().definition.metadata.emplace_back(name, std::move(value));
    return true;
  }

  SchemaFacts facts_;
};

}  // namespace

void SchemaFacts::append(SchemaFacts more) {
  std::ranges::move(more.schemas, std::back_inserter(schemas));
  std::ranges::move(more.kinds, std::back_inserter(kinds));
  std::ranges::move(more.autoApplied, std::back_inserter(autoApplied));
}

SchemaFacts readSchemaFacts(std::string_view text, Diagnostics& diagnostics) {
  Reader reader;
  FactLines lines(text);
  FactLine line;
  while (lines.next(line)) {
    if (!reader.take(line)) {
      diagnostics.report(kUnreadableFact, {.line = line.number},
                         "This line about schemas is invalid and ignored.");
    }
  }
  return reader.result();
}

SchemaFacts builtinSchemaFacts() {
  Diagnostics none;  // A test checks the format of every line.
  return readSchemaFacts(detail::schemaFacts(), none);
}

}  // namespace usdscope
