// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/Rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/base/Utf8.h"
#include "engine/format/usdc/ByteCursor.h"
#include "engine/format/usdc/ValueRep.h"

namespace usdscope::usdc {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

// A child of an entry of the path tree, before it has a row.
struct ChildEntry {
  Token name;
  std::uint32_t entry = kNone;  // Index into the path tree.
};

// Finds children by name: few by linear search, many by bisection.
class EntriesByName {
 public:
  void clear() {
    items_.clear();
    isSorted_ = false;
  }
  void add(Token name, std::uint32_t entry) { items_.push_back({name, entry}); }
  std::size_t size() const { return items_.size(); }

  std::uint32_t find(Token name) {
    if (items_.size() <= kFew) {
      const auto it = std::ranges::find(items_, name, &ChildEntry::name);
      return it == items_.end() ? kNone : it->entry;
    }
    const auto index = [](const ChildEntry& child) { return child.name.index(); };
    if (!isSorted_) std::ranges::stable_sort(items_, {}, index);
    isSorted_ = true;
    const auto it = std::ranges::lower_bound(items_, name.index(), {}, index);
    return it == items_.end() || it->name != name ? kNone : it->entry;
  }

 private:
  static constexpr std::size_t kFew = 16;
  std::vector<ChildEntry> items_;
  bool isSorted_ = false;
};

class RowBuilder {
 public:
  RowBuilder(const RowSources& sources, LayerTables& tables, RowRecipe& recipe,
             CrateProblem& problem)
      : s_(sources), tables_(tables), recipe_(recipe), problem_(problem) {
    isTaken_.resize(s_.tree.entryCount());
  }

  bool build() {
    if (!indexSpecs()) return false;
    poolFields();
    if (typeAt(0) != SpecType::PseudoRoot) {
      return problem_.at(s_.header.specs.begin, "There is no spec for the root.");
    }
    // Searches twice, because a list may have names without a spec.
    namesLeft_ = 2 * s_.specs.paths.size() + 1000;
    if (!addRows()) return false;
    recipe_.unlistedCount = specCount_ - tables_.prims.size() - tables_.properties.size();
    return true;
  }

 private:
  // A prim or variant that gets a row next.
  struct Pending {
    std::uint32_t entry;
    std::uint32_t parentRow;
    std::uint32_t slot;  // The index in childRows or variantRows for its row; kNone for the root.
    bool isVariant;
  };

  // The begin of the fields and lists of a set. They end at the begin of the next set.
  struct Set {
    std::uint32_t fieldsBegin = 0;
    std::uint32_t listsBegin = 0;
    // The last field lists variant sets, for specs with a set that has no variants.
    bool hasVariantSets = false;
  };
  struct ChildList {
    Token name;
    std::uint32_t field;  // Index into FieldTables.
    ValueRep names;
  };

  bool indexSpecs() {
    const auto& [paths, fieldSets, types] = s_.specs;
    specByPath_.assign(s_.paths.size(), kNone);
    for (std::uint32_t spec = 0; spec < paths.size(); ++spec) {
      if (paths[spec] >= specByPath_.size()) {
        return problem_.at(s_.header.specs.begin, "A spec has a path that is not there.");
      }
      std::uint32_t& slot = specByPath_[paths[spec]];
      if (slot != kNone) return problem_.at(s_.header.specs.begin, "Two specs have the same path.");
      slot = spec;
      const std::uint32_t set = fieldSets[spec];
      const auto& sets = s_.fields.sets;
      if (set >= sets.size() || (set > 0 && sets[set - 1] != kSetEnd)) {
        return problem_.at(s_.header.specs.begin, "A spec has a field set that is not there.");
      }
      switch (static_cast<SpecType>(types[spec])) {
        case SpecType::PseudoRoot:
        case SpecType::Prim:
        case SpecType::Variant:
        case SpecType::Attribute:
        case SpecType::Relationship:
          ++specCount_;
          break;
        default:
          if (types[spec] == 0 || types[spec] > static_cast<std::uint32_t>(SpecType::VariantSet)) {
            return problem_.at(s_.header.specs.begin,
                               fmt::format("The spec {} has the type {}, which is not there.",
                                           s_.paths.path(paths[spec]).text(), types[spec]));
          }
          break;
      }
    }
    return true;
  }

  // Copies the fields of all sets into the tables, and separately the fields that list children.
  void poolFields() {
    const auto& [names, values, sets] = s_.fields;
    std::vector<char> isChildList(s_.tokens.size());
    for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
      isChildList[i] =
          std::ranges::find(fields::kChildLists, s_.tokens[i]) != fields::kChildLists.end();
    }
    tables_.fieldNames.reserve(sets.size());
    tables_.fieldValues.reserve(sets.size());
    recipe_.pooledFields.reserve(sets.size());
    setAt_.resize(sets.size());
    sets_.push_back({});
    for (std::size_t i = 0; i < sets.size(); ++i) {
      setAt_[i] = static_cast<std::uint32_t>(sets_.size() - 1);
      const std::uint32_t field = sets[i];
      if (field == kSetEnd) {
        const ChildList* list =
            findList(sets_.back().listsBegin, lists_.size(), fields::kVariantSetChildren);
        if (list) {
          poolField(fields::kVariantSetChildren, list->field);
          sets_.back().hasVariantSets = true;
        }
        sets_.push_back({static_cast<std::uint32_t>(tables_.fieldNames.size()),
                         static_cast<std::uint32_t>(lists_.size())});
        continue;
      }
      const Token name = s_.tokens[names[field]];
      if (!isChildList[names[field]]) {
        poolField(name, field);
      } else if (!findList(sets_.back().listsBegin, lists_.size(), name)) {
        lists_.push_back({name, field, {values[field]}});
      }
    }
  }

  void poolField(Token name, std::uint32_t field) {
    tables_.fieldNames.push_back(name);
    tables_.fieldValues.push_back(s_.fields.values[field]);
    recipe_.pooledFields.push_back(field);
  }

  const ChildList* findList(std::size_t begin, std::size_t end, Token name) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (lists_[i].name == name) return &lists_[i];
    }
    return nullptr;
  }

  std::uint32_t specAt(std::uint32_t entry) const { return specByPath_[s_.tree.pathIndex(entry)]; }

  // Returns 0 when there is no spec.
  SpecType typeAt(std::uint32_t entry) const {
    const std::uint32_t spec = specAt(entry);
    return spec == kNone ? SpecType{} : static_cast<SpecType>(s_.specs.types[spec]);
  }

  std::uint32_t setOf(std::uint32_t entry) const {
    return setAt_[s_.specs.fieldSets[specAt(entry)]];
  }

  TableRange fieldsAt(std::uint32_t entry) const {
    const std::uint32_t set = setOf(entry);
    const std::uint32_t begin = sets_[set].fieldsBegin;
    return {begin, sets_[set + 1].fieldsBegin - begin - (sets_[set].hasVariantSets ? 1 : 0)};
  }

  // Reads the names in a field of this entry's spec into `listed_`.
  bool readList(std::uint32_t entry, Token field) {
    listed_.clear();
    const std::uint32_t set = setOf(entry);
    const ChildList* list = findList(sets_[set].listsBegin, sets_[set + 1].listsBegin, field);
    if (!list) return true;
    const ValueRep rep = list->names;
    ByteCursor in(s_.bytes, rep.payload());
    const auto count = in.read<std::uint64_t>();
    const bool isVector =
        rep.type() == CrateType::TokenVector && !rep.isArray() && !rep.isInlined();
    // Many specs may share one list, but all lists together must name each spec at most once.
    if (!isVector || in.hasFailed() || count > in.remaining() / 4 || count > namesLeft_) {
      return failList(entry, "cannot be read");
    }
    namesLeft_ -= count;
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto token = in.read<std::uint32_t>();
      if (token >= s_.tokens.size()) return failList(entry, "names a token that is not there");
      listed_.push_back(s_.tokens[token]);
    }
    return true;
  }

  bool failList(std::uint32_t entry, std::string_view what) {
    return problem_.at(s_.header.fields.begin,
                       fmt::format("The list of the children of {} {}.",
                                   s_.paths.path(s_.tree.pathIndex(entry)).text(), what));
  }

  // Sorts the children of an entry that have a spec by kind.
  void gatherChildren(std::uint32_t entry) {
    properties_.clear();
    children_.clear();
    variantSets_.clear();
    variants_.clear();
    for (auto at = s_.tree.firstChild(entry); at != PathTree::kNone; at = s_.tree.nextSibling(at)) {
      const Token name = s_.tokens[s_.tree.token(at)];
      switch (typeAt(at)) {
        case SpecType::Attribute:
        case SpecType::Relationship:
          if (s_.tree.isProperty(at)) properties_.add(name, at);
          break;
        case SpecType::Prim:
          if (pathAt(at).isPrim()) children_.add(name, at);
          break;
        case SpecType::VariantSet:
          if (pathAt(at).isVariant()) variantSets_.add(pathAt(at).name(), at);
          break;
        case SpecType::Variant:
          if (pathAt(at).isVariant()) variants_.add(name, at);
          break;
        default:
          break;
      }
    }
  }

  Path pathAt(std::uint32_t entry) const {
    const std::uint32_t index = s_.tree.pathIndex(entry);
    return s_.paths.isInterned(index) ? s_.paths.path(index) : Path();
  }

  bool addRows() {
    tables_.prims.reserve(specCount_ / 8);
    tables_.properties.reserve(specCount_);
    std::vector<Pending> stack{{0, 0, kNone, false}};
    while (!stack.empty()) {
      const Pending next = stack.back();
      stack.pop_back();
      const auto row = static_cast<std::uint32_t>(tables_.prims.size());
      if (next.slot != kNone) {
        (next.isVariant ? tables_.variantRows : tables_.childRows)[next.slot] = row;
      }
      tables_.prims.push_back({.path = pathAt(next.entry), .parent = next.parentRow});
      tables_.prims.back().fields = fieldsAt(next.entry);
      gatherChildren(next.entry);
      if (!addProperties(next.entry, row) || !addChildren(next.entry, row, stack) ||
          !addVariants(next.entry, row, stack)) {
        return false;
      }
    }
    return true;
  }

  bool addProperties(std::uint32_t entry, std::uint32_t row) {
    const auto begin = static_cast<std::uint32_t>(tables_.properties.size());
    if (!readList(entry, fields::kPropertyChildren)) return false;
    for (const Token name : listed_) {
      std::uint32_t at = kNone;
      if (!take(properties_, name, entry, at)) return false;
      if (at == kNone) continue;
      if (!isPropertyName(name)) return failName(entry, name);
      const TableRange fields = fieldsAt(at);
      const bool isAttribute = typeAt(at) == SpecType::Attribute;
      tables_.properties.push_back(
          {.name = name,
           .fieldsBegin = fields.begin,
           .prim = row,
           .fieldCount = static_cast<std::uint16_t>(std::min<std::uint32_t>(fields.count, 0xFFFF)),
           .kind = isAttribute ? PropertyKind::Attribute : PropertyKind::Relationship});
    }
    tables_.prims[row].properties = {begin,
                                     static_cast<std::uint32_t>(tables_.properties.size()) - begin};
    return true;
  }

  bool addChildren(std::uint32_t entry, std::uint32_t row, std::vector<Pending>& stack) {
    const auto begin = static_cast<std::uint32_t>(tables_.childRows.size());
    if (!readList(entry, fields::kPrimChildren)) return false;
    const std::size_t base = stack.size();
    for (const Token name : listed_) {
      std::uint32_t at = kNone;
      if (!take(children_, name, entry, at)) return false;
      if (at == kNone) continue;
      if (!isValidIdentifier(name.text())) return failName(entry, name);
      stack.push_back({at, row, static_cast<std::uint32_t>(tables_.childRows.size()), false});
      tables_.childRows.push_back(kNone);
    }
    // The first child gets its row first.
    std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(base), stack.end());
    tables_.prims[row].children = {begin,
                                   static_cast<std::uint32_t>(tables_.childRows.size()) - begin};
    return true;
  }

  bool addVariants(std::uint32_t entry, std::uint32_t row, std::vector<Pending>& stack) {
    const auto begin = static_cast<std::uint32_t>(tables_.variantRows.size());
    if (!readList(entry, fields::kVariantSetChildren)) return false;
    const std::size_t base = stack.size();
    bool hasEmptySet = false;
    for (const Token set : std::vector<Token>(listed_)) {
      std::uint32_t setEntry = kNone;
      if (!take(variantSets_, set, entry, setEntry)) return false;
      if (setEntry == kNone) continue;
      if (!readList(setEntry, fields::kVariantChildren)) return false;
      const std::size_t countBefore = tables_.variantRows.size();
      for (const Token variant : listed_) {
        const auto element = '{' + set.string() + '=' + variant.string() + '}';
        const std::uint32_t at = variants_.find(Token(element));
        if (at == kNone) continue;
        if (isTaken_[at]) return failList(setEntry, fmt::format("has \"{}\" twice", element));
        isTaken_[at] = 1;
        stack.push_back({at, row, static_cast<std::uint32_t>(tables_.variantRows.size()), true});
        tables_.variantRows.push_back(kNone);
      }
      hasEmptySet = hasEmptySet || tables_.variantRows.size() == countBefore;
    }
    if (hasEmptySet) ++tables_.prims[row].fields.count;
    std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(base), stack.end());
    tables_.prims[row].variants = {begin,
                                   static_cast<std::uint32_t>(tables_.variantRows.size()) - begin};
    return true;
  }

  bool failName(std::uint32_t entry, Token name) {
    std::string text;
    appendPrintable(text, name.text());
    return failList(entry, fmt::format("has \"{}\", which is not a name", text));
  }

  // A few names occur very often.
  bool isPropertyName(Token name) {
    enum : char { kUnknown, kYes, kNo };
    if (name.index() >= isPropertyName_.size()) isPropertyName_.resize(name.index() + 1u, kUnknown);
    char& answer = isPropertyName_[name.index()];
    if (answer == kUnknown) answer = isValidNamespacedIdentifier(name.text()) ? kYes : kNo;
    return answer == kYes;
  }

  // Finds a listed name. `at` is kNone for a name without a spec.
  bool take(EntriesByName& entries, Token name, std::uint32_t entry, std::uint32_t& at) {
    at = entries.find(name);
    if (at == kNone) {
      if (isValidVariantName(name.text()) || isValidNamespacedIdentifier(name.text())) return true;
      return failName(entry, name);
    }
    if (isTaken_[at]) return failList(entry, fmt::format("has \"{}\" twice", name.text()));
    isTaken_[at] = 1;
    return true;
  }

  const RowSources& s_;
  LayerTables& tables_;
  RowRecipe& recipe_;
  CrateProblem& problem_;
  std::vector<std::uint32_t> specByPath_;
  std::vector<std::uint32_t>
      setAt_;              // Number of the set that begins at each index of FieldTables::sets.
  std::vector<Set> sets_;  // Has an end marker.
  std::vector<ChildList> lists_;
  std::size_t specCount_ = 0;
  std::uint64_t namesLeft_ = 0;       // Number of child names that may still be read.
  std::vector<char> isTaken_;         // By entry.
  std::vector<char> isPropertyName_;  // By Token::index().

  // Buffers for the prim in progress. They are members to keep their memory.
  std::vector<Token> listed_;
  EntriesByName properties_;
  EntriesByName children_;
  EntriesByName variantSets_;
  EntriesByName variants_;
};

}  // namespace

bool buildRows(const RowSources& sources, LayerTables& tables, RowRecipe& recipe,
               CrateProblem& problem) {
  return RowBuilder(sources, tables, recipe, problem).build();
}

}  // namespace usdscope::usdc
