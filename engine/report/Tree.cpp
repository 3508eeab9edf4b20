// SPDX-License-Identifier: Apache-2.0
#include "engine/report/Tree.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "engine/layer/SpecifierKeyword.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

class TreeWriter {
 public:
  TreeWriter(const TreeOptions& options, const std::function<void(std::string_view)>& line)
      : options_(options), line_(line) {}

  void write(const Prim& prim, std::string& indent) {
    struct Entry {
      std::string label;
      Prim prim;  ///< False for a property.
    };
    std::vector<Entry> entries;
    if (options_.attributes && !prim.isPseudoRoot()) {
      for (const Token name : prim.authoredPropertyNames()) {
        entries.push_back({'.' + name.string(), {}});
      }
    }
    // What is below an instance is the prototype's; it would come again with every instance.
    if (!prim.isInstance()) {
      for (const Prim& child : prim.children()) {
        if (!options_.models || child.isModel()) entries.push_back({labelOf(child), child});
      }
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const bool isLast = i + 1 == entries.size();
      line_(fmt::format("{} {}{}", indent, isLast ? "`--" : "|--", entries[i].label));
      if (!entries[i].prim) continue;
      const std::size_t size = indent.size();
      indent += isLast ? "    " : " |  ";
      write(entries[i].prim, indent);
      indent.resize(size);
    }
  }

 private:
  std::string labelOf(const Prim& prim) const {
    if (options_.simple) return prim.name().string();
    std::string label(prim.name().text());
    label += fmt::format(" [{}{}{}]", keywordOf(prim.specifier()), prim.typeName() ? " " : "",
                         prim.typeName().text());
    std::vector<std::string> remarks;
    if (!prim.isActive()) remarks.push_back("active = false");
    if (prim.kind()) remarks.push_back(fmt::format("kind = {}", prim.kind().text()));
    if (prim.isInstance()) remarks.push_back("instance");
    if (!prim.isLoaded()) remarks.push_back("unloaded");
    if (options_.counts) addCounts(prim, remarks);
    if (options_.metadata) {
      for (const auto& [name, value] : prim.authoredMetadata()) remarks.push_back(name.string());
    }
    if (!remarks.empty()) label += fmt::format(" ({})", fmt::join(remarks, ", "));
    return label;
  }

  static void addCounts(const Prim& prim, std::vector<std::string>& remarks) {
    std::size_t animated = 0;
    std::size_t byClips = 0;
    for (const Token name : prim.propertyNames()) {
      const Attribute attribute = prim.attribute(name);
      if (!attribute || !attribute.mightBeTimeVarying()) continue;
      ++animated;
      const bool isClip = attribute.resolveInfo(TimeCode::earliest()).source == ValueSource::Clips;
      byClips += isClip ? 1 : 0;
    }
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

}  // namespace usdscope
