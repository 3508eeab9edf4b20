// SPDX-License-Identifier: Apache-2.0
#include "engine/report/text/Tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/layer/SpecifierKeyword.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

// Whether the line of the prim shows this field.
bool isInLine(Token field) {
  return field == fields::kSpecifier || field == fields::kTypeName || field == fields::kKind ||
         field == fields::kActive;
}

class TreeWriter {
 public:
  TreeWriter(const TreeOptions& options, const std::function<void(std::string_view)>& line)
      : options_(options), line_(line) {}

  template <typename AnyPrim>
  void write(const AnyPrim& parent, std::string& indent) {
    const std::vector<AnyPrim> prims = children(parent);
    for (const AnyPrim& prim : prims) {
      const bool isLast = &prim == &prims.back();
      line_(fmt::format("{} {}{}", indent, isLast ? "`--" : "|--", labelOf(prim)));
      writeDetails(prim, isLast, indent);
      const std::size_t size = indent.size();
      indent += isLast ? "    " : " |  ";
      write(prim, indent);
      indent.resize(size);
    }
  }

  template <typename AnyPrim>
  void list(const AnyPrim& parent, Json& prims) {
    for (const AnyPrim& prim : children(parent)) {
      prims.push_back(described(prim));
      list(prim, prims);
    }
  }

 private:
  template <typename AnyPrim>
  Json described(const AnyPrim& prim) const {
    Json json = {{"path", prim.path().text()}};
    if (!options_.simple) {
      json["specifier"] = keywordOf(prim.specifier());
      json["type"] = prim.typeName().text();
      addState(prim, json);
    }
    const auto add = [&](const char* key, const std::vector<Token>& names) {
      Json& texts = json[key] = Json::array();
      for (const Token name : names) texts.push_back(name.text());
    };
    if (options_.metadata) {
      std::vector<Token> names = metadataOf(prim);
      std::ranges::sort(names, textLess);
      add("metadata", names);
    }
    if (options_.attributes) add("properties", propertiesOf(prim));
    return json;
  }

  void addState(const Prim& prim, Json& json) const {
    json["kind"] = prim.kind().text();
    json["active"] = prim.isActive();
    json["loaded"] = prim.isLoaded();
    json["instance"] = prim.isInstance();
    if (!options_.counts) return;
    const AnimatedCounts counts = countAnimated(prim);
    json["animated"] = counts.animated;
    json["byClips"] = counts.byClips;
  }

  static void addState(const PrimSpec& prim, Json& json) {
    json["kind"] = prim.field(fields::kKind).valueOr(Token()).text();
    json["active"] = prim.field(fields::kActive).valueOr(true);
  }

  // Writes metadata and properties beside the line that leads to the first child.
  template <typename AnyPrim>
  void writeDetails(const AnyPrim& prim, bool isLast, const std::string& indent) {
    std::vector<std::string> details;
    if (options_.metadata) {
      for (const Token name : metadataOf(prim)) details.push_back(fmt::format("({})", name.text()));
      std::ranges::sort(details);
    }
    if (options_.attributes) {
      for (const Token name : propertiesOf(prim)) details.push_back('.' + name.string());
    }
    if (details.empty()) return;
    const std::string lead = fmt::format("{}{}{}", indent, isLast ? "    " : " |  ",
                                         children(prim).empty() ? "  " : " |");
    for (const std::string& detail : details) {
      line_(fmt::format("{} {}{}", lead, &detail == &details.back() ? "`--" : ":--", detail));
    }
  }

  std::vector<Prim> children(const Prim& prim) const {
    // Omits the descendants of an instance, because they repeat with every instance.
    if (prim.isInstance()) return {};
    std::vector<Prim> out = prim.children();
    if (options_.models) std::erase_if(out, [](const Prim& child) { return !child.isModel(); });
    return out;
  }

  std::vector<PrimSpec> children(const PrimSpec& prim) const {
    std::vector<PrimSpec> out;
    for (std::size_t i = 0; i < prim.childCount(); ++i) out.push_back(prim.child(i));
    return out;
  }

  static std::vector<Token> metadataOf(const Prim& prim) {
    std::vector<Token> names;
    for (const auto& [name, value] : prim.authoredMetadata()) {
      if (!isInLine(name)) names.push_back(name);
    }
    return names;
  }

  static std::vector<Token> metadataOf(const PrimSpec& prim) {
    std::vector<Token> names;
    for (const Token name : prim.fieldNames()) {
      if (!isInLine(name)) names.push_back(name);
    }
    return names;
  }

  static std::vector<Token> propertiesOf(const Prim& prim) { return prim.authoredPropertyNames(); }

  static std::vector<Token> propertiesOf(const PrimSpec& prim) {
    std::vector<Token> names;
    for (std::size_t i = 0; i < prim.propertyCount(); ++i) names.push_back(prim.property(i).name());
    return names;
  }

  template <typename AnyPrim>
  std::string labelOf(const AnyPrim& prim) const {
    if (options_.simple) return prim.name().string();
    const Token type = prim.typeName();
    std::string label = fmt::format("{} [{}{}{}]", prim.name().text(), keywordOf(prim.specifier()),
                                    type.isEmpty() ? "" : " ", type.text());
    const std::vector<std::string> remarks = remarksOf(prim);
    if (!remarks.empty()) label += fmt::format(" ({})", fmt::join(remarks, ", "));
    return label;
  }

  std::vector<std::string> remarksOf(const Prim& prim) const {
    std::vector<std::string> remarks;
    if (!prim.metadata(fields::kActive).isEmpty()) {
      remarks.push_back(fmt::format("active = {}", prim.isActive()));
    }
    if (prim.kind()) remarks.push_back(fmt::format("kind = {}", prim.kind().text()));
    if (options_.marks && prim.isInstance()) remarks.push_back("instance");
    if (options_.marks && prim.isActive() && !prim.isLoaded()) remarks.push_back("unloaded");
    if (options_.counts) addCounts(prim, remarks);
    return remarks;
  }

  static std::vector<std::string> remarksOf(const PrimSpec& prim) {
    std::vector<std::string> remarks;
    if (const Value active = prim.field(fields::kActive); !active.isEmpty()) {
      remarks.push_back(fmt::format("active = {}", active.valueOr(true)));
    }
    const Token kind = prim.field(fields::kKind).valueOr(Token());
    if (!kind.isEmpty()) remarks.push_back(fmt::format("kind = {}", kind.text()));
    return remarks;
  }

  struct AnimatedCounts {
    std::size_t animated = 0;
    std::size_t byClips = 0;  ///< Included in `animated`.
  };

  static AnimatedCounts countAnimated(const Prim& prim) {
    AnimatedCounts counts;
    for (const Token name : prim.propertyNames()) {
      const Attribute attribute = prim.attribute(name);
      if (!attribute || !attribute.mightBeTimeVarying()) continue;
      ++counts.animated;
      const bool isClip = attribute.resolveInfo(TimeCode::earliest()).source == ValueSource::Clips;
      counts.byClips += isClip ? 1 : 0;
    }
    return counts;
  }

  static void addCounts(const Prim& prim, std::vector<std::string>& remarks) {
    const auto [animated, byClips] = countAnimated(prim);
    if (animated > 0) remarks.push_back(fmt::format("{} animated", animated));
    if (byClips > 0) remarks.push_back(fmt::format("{} by clips", byClips));
  }

  const TreeOptions& options_;
  const std::function<void(std::string_view)>& line_;
};

}  // namespace

void treeLines(const Stage& stage, const TreeOptions& options,
               const std::function<void(std::string_view)>& line) {
  line("/");
  std::string indent;
  TreeWriter(options, line).write(stage.pseudoRoot(), indent);
}

void treeLines(const Layer& layer, const TreeOptions& options,
               const std::function<void(std::string_view)>& line) {
  line("/");
  std::string indent;
  TreeWriter(options, line).write(layer.pseudoRoot(), indent);
}

Json treeToJson(const Stage& stage, const TreeOptions& options) {
  Json prims = Json::array();
  TreeWriter(options, {}).list(stage.pseudoRoot(), prims);
  return prims;
}

Json treeToJson(const Layer& layer, const TreeOptions& options) {
  Json prims = Json::array();
  TreeWriter(options, {}).list(layer.pseudoRoot(), prims);
  return prims;
}

}  // namespace usdscope
