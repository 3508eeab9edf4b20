// SPDX-License-Identifier: Apache-2.0
#include "engine/plugins/detail/PluginSchemas.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <unordered_map>

#include "engine/definitions/Definitions.h"
#include "engine/plugins/PluginSet.h"
#include "engine/plugins/detail/GeneratedSchema.h"

namespace usdscope::detail {
namespace {

constexpr std::string_view kSchemaBase = "UsdSchemaBase";

std::optional<SchemaKind> schemaKind(std::string_view text) {
  if (text == "abstractBase") return SchemaKind::AbstractBase;
  if (text == "abstractTyped") return SchemaKind::AbstractTyped;
  if (text == "concreteTyped") return SchemaKind::ConcreteTyped;
  if (text == "nonAppliedAPI") return SchemaKind::NonAppliedApi;
  if (text == "singleApplyAPI") return SchemaKind::SingleApplyApi;
  if (text == "multipleApplyAPI") return SchemaKind::MultipleApplyApi;
  return std::nullopt;
}

// `Rig_2` is version 2 of the family `Rig`.
void setFamily(SchemaInfo& info) {
  info.family = info.name;
  const std::string_view name = info.name.text();
  const std::size_t underscore = name.find_last_not_of("0123456789");
  if (underscore == std::string_view::npos || underscore + 1 == name.size()) return;
  if (name[underscore] != '_') return;
  const char* const end = name.data() + name.size();
  if (std::from_chars(name.data() + underscore + 1, end, info.version).ec != std::errc()) return;
  info.family = Token(name.substr(0, underscore));
}

Token identifierOf(const Json& entry) {
  const std::string identifier = textAt(entry, "schemaIdentifier");
  return Token(identifier.empty() ? textAt(objectAt(entry, "alias"), kSchemaBase) : identifier);
}

class SchemaReader {
 public:
  SchemaReader(const std::vector<Plugin>& plugins, const Environment& environment,
               Diagnostics& diagnostics)
      : plugins_(plugins), environment_(environment), diagnostics_(diagnostics) {
    for (const auto& kind : builtinSchemaFacts().kinds) kinds_.emplace(kind.name, kind.base);
    nameOfType_.emplace(kSchemaBase, Token("SchemaBase"));
    for (const SchemaInfo& schema : Definitions::builtin().schemas()) {
      nameOfType_.emplace(schema.type.string(), schema.name);
      builtin_.insert(schema.type.string());
    }
    for (const Plugin& plugin : plugins) {
      for (const auto& [type, entry] : objectAt(plugin.info, "Types").items()) {
        types_.emplace(type, &entry);
        if (entry.is_object()) nameOfType_.emplace(type, identifierOf(entry));
      }
    }
  }

  SchemaFacts read() {
    for (const Plugin& plugin : plugins_) {
      readKinds(plugin);
      readTypes(plugin);
      for (const auto& [api, entry] : objectAt(plugin.info, "AutoApplyAPISchemas").items()) {
        if (entry.is_object()) addAutoApply(Token(api), entry);
      }
    }
    return std::move(facts_);
  }

 private:
  void report(const DiagnosticCode& code, const Plugin& plugin, std::string message) {
    diagnostics_.report(code, {.layer = plugin.file}, std::move(message));
  }

  void readKinds(const Plugin& plugin) {
    for (const auto& [name, entry] : objectAt(plugin.info, "Kinds").items()) {
      const auto ignore = [&](const DiagnosticCode& code, std::string_view why) {
        report(code, plugin,
               fmt::format("The kind \"{}\" of the plug-in \"{}\" is ignored: {}", name,
                           plugin.name, why));
      };
      const Token kind(name);
      const auto base = entry.is_object() ? entry.find("baseKind") : entry.end();
      if (!entry.is_object() || (base != entry.end() && !base->is_string())) {
        ignore(kBrokenPlugInfo, "it is not a JSON object, or its \"baseKind\" is not a string.");
        continue;
      }
      const Token baseKind(textAt(entry, "baseKind"));
      if (!isValidIdentifier(name)) {
        ignore(kBrokenPlugInfo, "its name is not an identifier.");
      } else if (const auto [known, isNew] = kinds_.emplace(kind, baseKind); isNew) {
        facts_.kinds.push_back({kind, baseKind});
      } else if (known->second != baseKind) {
        ignore(kPluginClash, "there is another of this name.");
      }
    }
  }

  // True when a type derives from UsdSchemaBase through the bases in plug-ins.
  bool isSchema(const std::string& type) const {
    std::vector<std::string> waiting = {type};
    std::set<std::string> seen;
    while (!waiting.empty()) {
      const std::string at = std::move(waiting.back());
      waiting.pop_back();
      if (at == kSchemaBase || builtin_.contains(at)) return true;
      const auto found = types_.find(at);
      if (found == types_.end() || !seen.insert(at).second || !found->second->is_object()) continue;
      for (std::string& base : textsAt(*found->second, "bases")) waiting.push_back(std::move(base));
    }
    return false;
  }

  void readTypes(const Plugin& plugin) {
    std::string others;
    GeneratedSchema generated(plugin, environment_, diagnostics_);
    for (const auto& [type, entry] : objectAt(plugin.info, "Types").items()) {
      if (builtin_.contains(type)) continue;
      const auto ignore = [&](const DiagnosticCode& code, std::string_view why) {
        report(code, plugin,
               fmt::format("The schema {} of the plug-in \"{}\" is ignored: {}", type, plugin.name,
                           why));
      };
      if (!entry.is_object()) {
        ignore(kBrokenPlugInfo, "it is not a JSON object.");
      } else if (types_.at(type) != &entry) {
        ignore(kPluginClash, "a plug-in before it has one of this name.");
      } else if (isSchema(type)) {
        if (const std::string problem = addSchema(type, entry, generated); !problem.empty()) {
          ignore(kBrokenPlugInfo, problem);
        }
      } else if (entry.contains("schemaKind")) {
        ignore(kBrokenPlugInfo, "it does not derive from a known schema.");
      } else {
        others += (others.empty() ? "" : ", ") + type;
      }
    }
    if (others.empty()) return;
    report(kPluginNeedsCode, plugin,
           fmt::format("Code of plug-ins is not run, so \"{}\" does not provide {}.", plugin.name,
                       others));
  }

  // Returns why the schema is ignored; empty when it is valid.
  std::string addSchema(const std::string& type, const Json& entry, GeneratedSchema& generated) {
    SchemaFacts::Schema schema;
    SchemaInfo& info = schema.info;
    info.name = identifierOf(entry);
    info.type = Token(type);
    if (!isValidIdentifier(info.name.text()))
      return "its \"schemaIdentifier\" is not an identifier.";
    if (Definitions::builtin().findSchema(info.name)) return "OpenUSD has a schema of this name.";
    if (!names_.insert(info.name.string()).second) return "there is another of this name.";
    const std::optional<SchemaKind> kind = schemaKind(textAt(entry, "schemaKind"));
    if (!kind) return "its \"schemaKind\" is missing or unknown.";
    info.kind = *kind;
    setFamily(info);
    for (const std::string& base : textsAt(entry, "bases")) {
      const auto found = nameOfType_.find(base);
      if (found != nameOfType_.end() && found->second) info.bases.push_back(found->second);
    }
    for (const std::string& prim : textsAt(entry, "apiSchemaCanOnlyApplyTo")) {
      info.canOnlyApplyTo.push_back(Token(prim));
    }
    schema.takesBaseProperties = false;
    generated.addTo(schema);
    if (info.kind == SchemaKind::SingleApplyApi) addAutoApply(info.name, entry);
    facts_.schemas.push_back(std::move(schema));
    return {};
  }

  void addAutoApply(Token api, const Json& entry) {
    SchemaFacts::AutoApply autoApply{api, {}};
    for (const std::string& type : textsAt(entry, "apiSchemaAutoApplyTo")) {
      autoApply.types.push_back(Token(type));
    }
    if (!autoApply.types.empty()) facts_.autoApplied.push_back(std::move(autoApply));
  }

  const std::vector<Plugin>& plugins_;
  const Environment& environment_;
  Diagnostics& diagnostics_;
  std::map<std::string, const Json*, std::less<>>
      types_;                                             // Types of plug-ins; the first of a name.
  std::map<std::string, Token, std::less<>> nameOfType_;  // Names of schemas by type.
  std::set<std::string, std::less<>> builtin_;            // Types of OpenUSD's schemas.
  std::set<std::string> names_;                           // Names of the added schemas.
  std::unordered_map<Token, Token> kinds_;                // Bases by name.
  SchemaFacts facts_;
};

}  // namespace

SchemaFacts readPluginSchemas(const std::vector<Plugin>& plugins, const Environment& environment,
                              Diagnostics& diagnostics) {
  return SchemaReader(plugins, environment, diagnostics).read();
}

}  // namespace usdscope::detail
