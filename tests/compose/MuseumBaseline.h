// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/compose/Composition.h"

namespace usdscope {

/// The content of a museum baseline about a prim or, with an empty path, about the stage:
/// title of a section → its lines, runs of spaces made one. Errors are in the section "Errors", by
/// kind. (shared/conformance/README.md, 5.)
using MuseumSections = std::map<std::string, std::vector<std::string>>;
using MuseumPrims = std::map<std::string, MuseumSections>;

inline std::string withSingleSpaces(const std::string& line) {
  std::istringstream words(line);
  std::string result;
  for (std::string word; words >> word;) result += (result.empty() ? "" : " ") + word;
  return result;
}

/// The kind of an error message of the reference; empty for a continued line.
inline std::string errorKindOf(const std::string& message) {
  static const std::vector<std::pair<const char*, const char*>> kPhrases{
      {"Cycle detected", "ArcCycle"},
      {"which is a prohibited child of its parent", "ArcToProhibitedChild"},
      {"has inconsistent spec types", "InconsistentPropertyType"},
      {"Could not open asset", "InvalidAssetPath"},
      {"is invalid and will be ignored", "InvalidAuthoredRelocation"},
      {"conflicts with another relocation", "InvalidConflictingRelocation"},
      {"refers to a path outside the scope", "InvalidExternalTargetPath"},
      {"refers to an instance of that class", "InvalidInstanceTargetPath"},
      {"must be an absolute prim path", "InvalidPrimPath"},
      {"is the target of multiple relocations", "InvalidSameTargetRelocations"},
      {"have the same owner", "InvalidSublayerOwnership"},
      {"Sublayer hierarchy with root layer", "SublayerCycle"},
      {"has an invalid opinion at the relocation source", "OpinionAtRelocationSource"},
      {"Unresolved", "UnresolvedPrimPath"},
      {"Error evaluating expression", "VariableExpressionError"},
  };
  for (const auto& [phrase, kind] : kPhrases) {
    if (message.find(phrase) != std::string::npos) return kind;
  }
  return {};
}

/// Reads a `compositionResults` or `compositionErrors` text into `prims`.
inline void readMuseumBaseline(const std::filesystem::path& file, MuseumPrims& prims) {
  const std::string rule(72, '-');
  const std::string results = "Results for composing <";
  const std::string errors = "Errors while composing <";
  const std::string stackErrors = "Errors while computing Layer Stack";
  std::ifstream in(file);
  std::string prim;
  std::string section;
  for (std::string line; std::getline(in, line);) {
    if (line == rule) {
      section.clear();
    } else if (line.starts_with(results)) {
      prim = line.substr(results.size(), line.size() - results.size() - 1);
      prims[prim];
    } else if (line.starts_with(errors)) {
      prim = line.substr(errors.size(), line.size() - errors.size() - 1);
      section = "Errors";
    } else if (line.starts_with(stackErrors)) {
      prim.clear();
      section = "Errors";
    } else if (section == "Errors") {
      const std::string kind = errorKindOf(line);
      if (!kind.empty()) prims[prim][section].push_back(kind);
    } else if (line.ends_with(":") && line[0] != '/' && line[0] != ' ') {
      section = line.substr(0, line.size() - 1);
    } else if (!section.empty() && !withSingleSpaces(line).empty()) {
      prims[prim][section].push_back(withSingleSpaces(line));
    }
  }
  for (auto& [path, sections] : prims) {
    auto& kinds = sections["Errors"];
    std::sort(kinds.begin(), kinds.end());
    if (kinds.empty()) sections.erase("Errors");
    std::erase_if(sections, [](const auto& entry) { return entry.second.empty(); });
  }
}

/// Makes the same of our own composition.
class MuseumWriter {
 public:
  explicit MuseumWriter(const ComposedScene& scene) : scene_(scene) {}

  MuseumPrims write() {
    const Composer& composer = *scene_.composer();
    for (const LayerStackEntry& entry : composer.rootLayerStack().entries()) {
      prims_[""]["Layer Stack"].push_back(scene_.nameOf(*entry.layer));
    }
    for (const CompositionError& error : composer.rootLayerStack().errors()) {
      prims_[""]["Errors"].emplace_back(usdscope::nameOf(error.kind));
    }
    visitPrims(composer, [&](const PrimIndex& index, const ChildNames& names) {
      writePrim(index, names, prims_[index.path().text()]);
    });
    for (auto& [path, sections] : prims_) {
      auto& kinds = sections["Errors"];
      std::sort(kinds.begin(), kinds.end());
      std::erase_if(sections, [](const auto& entry) { return entry.second.empty(); });
    }
    return std::move(prims_);
  }

 private:
  static std::string listOf(const std::vector<Token>& names) {
    std::string text;
    for (const Token name : names) text += (text.empty() ? "'" : ", '") + name.string() + "'";
    return "[" + text + "]";
  }

  static std::string textOf(const LayerOffset& offset) {
    char text[64];
    std::snprintf(text, sizeof text, "(offset=%.2f, scale=%.2f)", offset.offset, offset.scale);
    return text;
  }

  void writePrim(const PrimIndex& index, const ChildNames& names, MuseumSections& sections) {
    for (const PrimIndexNode& node : index.nodes()) {
      if (!node.isLive()) continue;
      for (const LayerStackEntry& entry : node.layerStack->entries()) {
        if (!entry.layer->findPrim(node.path)) continue;
        sections["Prim Stack"].push_back(scene_.nameOf(*entry.layer) + " " + node.path.text());
      }
    }
    writeTimeOffsets(index, sections["Time Offsets"]);
    writeVariantSelections(index, sections["Variant Selections"]);
    if (!names.names.empty()) sections["Child names"] = {listOf(names.names)};
    if (!names.prohibited.empty()) {
      sections["Prohibited child names"] = {listOf(names.prohibited)};
    }
    for (const CompositionError& error : index.errors()) {
      sections["Errors"].emplace_back(usdscope::nameOf(error.kind));
    }
    writeProperties(index, sections);
  }

  void writeTimeOffsets(const PrimIndex& index, std::vector<std::string>& lines) {
    static const char* const kArcs[] = {"root",      "inherit", "variant",   "relocate",
                                        "reference", "payload", "specialize"};
    bool hasOffset = false;
    for (const PrimIndexNode& node : index.nodes()) {
      const auto& entries = node.layerStack->entries();
      hasOffset = hasOffset || !node.parentFromNode.timeOffset().isIdentity();
      lines.push_back(scene_.nameOf(*entries[0].layer) + " " + node.path.text() + " " +
                      kArcs[static_cast<std::size_t>(node.arc)] + " " +
                      textOf(node.rootFromNode.timeOffset()));
      for (const LayerStackEntry& entry : entries) {
        if (entry.offset.isIdentity()) continue;
        hasOffset = true;
        lines.push_back(scene_.nameOf(*entry.layer) + " sublayer " + textOf(entry.offset));
      }
    }
    if (!hasOffset) lines.clear();
  }

  void writeVariantSelections(const PrimIndex& index, std::vector<std::string>& lines) {
    std::map<std::string, std::string> selections;
    for (const PrimIndexNode& node : index.nodes()) {
      if (!node.path.isVariant()) continue;
      selections.try_emplace(node.path.name().string(), node.path.variantSelection().string());
    }
    for (const auto& [set, variant] : selections) {
      lines.push_back("{" + set + " = " + variant + "}");
    }
  }

  void writeProperties(const PrimIndex& index, MuseumSections& sections) {
    std::vector<Token> names = computePropertyNames(index);
    if (names.empty()) return;
    sections["Property names"] = {listOf(names)};
    std::sort(names.begin(), names.end(), textLess);
    for (const Token name : names) {
      const std::string title = index.path().property(name).text() + ":";
      const PropertySpecs specs = computePropertySpecs(index, name);
      sections["Property stacks"].push_back(title);
      for (const auto& entry : specs.entries) {
        sections["Property stacks"].push_back(scene_.nameOf(*entry.spec.layer()) + " " +
                                              entry.spec.path().text());
      }
      const TargetPaths targets = computeTargetPaths(
          index, name, [&](Path path) { return scene_.composer()->computeIndex(path); });
      const bool isAttribute = specs.entries[0].spec.isAttribute();
      writePaths(title, targets.paths,
                 sections[isAttribute ? "Attribute connections" : "Relationship targets"]);
      writePaths(title, targets.deletedPaths, sections["Deleted target paths"]);
      // The kind of a property is checked for the stack and for the targets.
      for (int time = 0; time < 2; ++time) {
        for (const CompositionError& error : specs.errors) {
          sections["Errors"].emplace_back(usdscope::nameOf(error.kind));
        }
      }
      for (const CompositionError& error : targets.errors) {
        sections["Errors"].emplace_back(usdscope::nameOf(error.kind));
      }
    }
  }

  static void writePaths(const std::string& title, const std::vector<Path>& paths,
                         std::vector<std::string>& lines) {
    if (paths.empty()) return;
    lines.push_back(title);
    for (const Path path : paths) lines.push_back(path.text());
  }

  const ComposedScene& scene_;
  MuseumPrims prims_;
};

/// The differences, one line for each section of each prim; empty when there are none.
inline std::string differences(const MuseumPrims& expected, const MuseumPrims& actual) {
  std::string text;
  const auto join = [](const std::vector<std::string>& lines) {
    std::string joined;
    for (const std::string& line : lines) joined += "\n      " + line;
    return joined.empty() ? "\n      (nothing)" : joined;
  };
  const auto compare = [&](const std::string& path, const MuseumSections& wanted,
                           const MuseumSections& got) {
    std::map<std::string, std::pair<std::vector<std::string>, std::vector<std::string>>> all;
    for (const auto& [title, lines] : wanted) all[title].first = lines;
    for (const auto& [title, lines] : got) all[title].second = lines;
    for (const auto& [title, lines] : all) {
      if (lines.first == lines.second) continue;
      text += "  <" + path + "> " + title + "\n    expected:" + join(lines.first) +
              "\n    actual:" + join(lines.second) + "\n";
    }
  };
  for (const auto& [path, sections] : expected) {
    const auto found = actual.find(path);
    compare(path, sections, found == actual.end() ? MuseumSections() : found->second);
  }
  for (const auto& [path, sections] : actual) {
    if (!expected.contains(path)) text += "  <" + path + "> is not expected\n";
  }
  return text;
}

}  // namespace usdscope
