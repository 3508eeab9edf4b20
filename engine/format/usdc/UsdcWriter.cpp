// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/UsdcWriter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/format/usdc/Tables.h"
#include "engine/format/usdc/writer/FieldNumbers.h"
#include "engine/format/usdc/writer/SectionWriting.h"
#include "engine/format/usdc/writer/ValuePacking.h"
#include "engine/layer/FieldDefinitions.h"

namespace usdscope {
namespace {

using namespace usdc;

constexpr std::size_t kBootstrapSize = 88;

// SPECS, column by column.
struct SpecColumns {
  std::vector<std::uint32_t> paths;
  std::vector<std::uint32_t> fieldSets;
  std::vector<std::uint32_t> types;

  void add(std::uint32_t path, std::uint32_t fieldSet, SpecType type) {
    paths.push_back(path);
    fieldSets.push_back(fieldSet);
    types.push_back(static_cast<std::uint32_t>(type));
  }
};

class LayerWriter {
 public:
  LayerWriter(const Layer& layer, const FieldDefinitions& registered, Diagnostics& diagnostics)
      : layer_(layer),
        tables_(layer.tables()),
        registered_(registered),
        diagnostics_(diagnostics) {}

  std::string write() {
    sink_.reserve(2 * tables_.properties.size());
    fields_.reserve(tables_.properties.size());
    sink_.bytes().assign(kBootstrapSize, '\0');
    for (std::uint32_t row = 0; row < tables_.prims.size(); ++row) addPrim(row);
    reportCutTexts();
    appendSections();
    return std::move(sink_.bytes());
  }

 private:
  void addPrim(std::uint32_t row) {
    const PrimSpecRow& prim = tables_.prims[row];
    const FieldSpecs kind = row == 0 ? kOnLayer : prim.path.isVariant() ? kOnVariant : kOnPrim;
    addFields(prim.fields.begin, prim.fields.count, kind, prim.path, Token());
    addNames(fields::kPropertyChildren, prim.properties.count, [&](std::uint32_t i) {
      return sink_.token(tables_.properties[prim.properties.begin + i].name);
    });
    addNames(fields::kPrimChildren, prim.children.count, [&](std::uint32_t i) {
      return sink_.token(pathOfRow(tables_.childRows[prim.children.begin + i]).name());
    });
    const std::vector<Token> sets = variantSetsOf(prim, row);
    addNames(fields::kVariantSetChildren, static_cast<std::uint32_t>(sets.size()),
             [&](std::uint32_t i) { return sink_.token(sets[i]); });
    const SpecType type = row == 0                ? SpecType::PseudoRoot
                          : prim.path.isVariant() ? SpecType::Variant
                                                  : SpecType::Prim;
    specs_.add(paths_.primRow(row), fields_.endSet(), type);
    addVariantSets(prim, row, sets);
    for (std::uint32_t i = 0; i < prim.properties.count; ++i) {
      addProperty(prim.path, prim.properties.begin + i);
    }
  }

  void addProperty(Path prim, std::uint32_t row) {
    const PropertySpecRow& property = tables_.properties[row];
    const bool isAttribute = property.kind == PropertyKind::Attribute;
    addFields(property.fieldsBegin, property.fieldCount,
              isAttribute ? kOnAttribute : kOnRelationship, prim, property.name);
    specs_.add(paths_.propertyRow(row), fields_.endSet(),
               isAttribute ? SpecType::Attribute : SpecType::Relationship);
  }

  Path pathOfRow(std::uint32_t row) const { return tables_.prims[row].path; }

  // Calls `use(first, end)` for the variants of each set.
  template <typename Use>
  void forEachVariantSet(const PrimSpecRow& prim, Use&& use) const {
    const std::uint32_t* const rows = tables_.variantRows.data() + prim.variants.begin;
    for (std::uint32_t first = 0; first < prim.variants.count;) {
      std::uint32_t end = first + 1;
      const Token set = pathOfRow(rows[first]).name();
      while (end < prim.variants.count && pathOfRow(rows[end]).name() == set) ++end;
      use(set, std::span(rows + first, end - first));
      first = end;
    }
  }

  // Returns the sets of a prim in order, including sets without variants.
  std::vector<Token> variantSetsOf(const PrimSpecRow& prim, std::uint32_t row) const {
    if (prim.variants.count == 0 && prim.fields.count == 0) return {};
    const Value listed = PrimSpec(&layer_, row).field(fields::kVariantSetChildren);
    auto sets = listed.valueOr(std::vector<Token>());
    forEachVariantSet(prim, [&](Token set, auto) { sets.push_back(set); });
    std::vector<Token> once;
    for (const Token set : sets) {
      if (std::ranges::find(once, set) == once.end()) once.push_back(set);
    }
    return once;
  }

  void addVariantSets(const PrimSpecRow& prim, std::uint32_t row, const std::vector<Token>& sets) {
    std::size_t withVariantsCount = 0;
    forEachVariantSet(prim, [&](Token set, std::span<const std::uint32_t> rows) {
      ++withVariantsCount;
      addNames(fields::kVariantChildren, static_cast<std::uint32_t>(rows.size()),
               [&](std::uint32_t i) { return sink_.token(pathOfRow(rows[i]).variantSelection()); });
      specs_.add(paths_.variantSet(row, set), fields_.endSet(), SpecType::VariantSet);
    });
    if (withVariantsCount == sets.size()) return;
    for (const Token set : sets) {
      bool isEmpty = true;
      forEachVariantSet(prim, [&](Token other, auto) { isEmpty = isEmpty && other != set; });
      if (isEmpty) specs_.add(paths_.variantSet(row, set), fields_.endSet(), SpecType::VariantSet);
    }
  }

  // Adds a field that lists names, unless there are none.
  template <typename TokenOf>
  void addNames(Token field, std::uint32_t count, TokenOf&& tokenOf) {
    if (count == 0) return;
    names_.clear();
    append(names_, std::uint64_t{count});
    for (std::uint32_t i = 0; i < count; ++i) append(names_, std::uint32_t{tokenOf(i)});
    fields_.add(sink_.token(field), makeRep(CrateType::TokenVector, sink_.place(names_)));
  }

  void addFields(std::uint32_t begin, std::uint32_t count, FieldSpecs kind, Path prim,
                 Token property) {
    for (std::uint32_t i = begin; i < begin + count; ++i) {
      const Token name = tables_.fieldNames[i];
      const bool isOther = isUnregistered(name, kind);
      const bool isPrim = kind == kOnPrim || kind == kOnVariant;
      if (name == fields::kVariantSetChildren && isPrim) continue;  // See variantSetsOf().
      const bool isList = isOther && isChildList(name);
      const ValueRep rep = isList ? kNoRep : packStored(tables_.fieldValues[i], isOther);
      if (rep.bits != 0) {
        fields_.add(sink_.token(name), rep);
      } else {
        const Path path = property.isEmpty() ? prim : prim.property(property);
        diagnostics_.report(
            kValueNotInCrate, {.layer = layer_.identifier(), .path = path.text()},
            fmt::format("Crate files cannot hold the value of '{}'; it is ignored.", name.text()));
      }
    }
  }

  // Equal stored words mean equal values. A few of them, flags and names, occur in most fields.
  ValueRep packStored(std::uint64_t stored, bool isOther) {
    Known& known = known_[(stored * 0x9E3779B97F4A7C15ull) >> (64 - kKnownBits)];
    if (known.rep.bits != 0 && known.stored == stored && !isOther) return known.rep;
    const Value value = tables_.decoder->decode(stored);
    const bool isWrapped =
        isOther && (value.holds<Dictionary>() || value.holds<ListOp<UnregisteredValue>>());
    const ValueRep rep = isWrapped ? packUnregistered(packing_, value) : packValue(packing_, value);
    if (!isOther) known = {stored, rep};
    return rep;
  }

  // Whether metadata is unregistered for this kind of spec. The result is cached by field name.
  bool isUnregistered(Token name, FieldSpecs kind) {
    if (name.index() >= specsOf_.size()) specsOf_.resize(name.index() + 1u, kUnknown);
    std::uint8_t& specs = specsOf_[name.index()];
    if (specs == kUnknown) {
      const FieldDefinition* definition = registered_.find(name);
      specs = definition ? definition->specs : 0;
    }
    return !(specs & kind);
  }

  // Crate files list the children of a spec in fields of these names.
  static bool isChildList(Token name) {
    return std::ranges::find(fields::kChildLists, name) != fields::kChildLists.end();
  }

  void reportCutTexts() {
    if (!sink_.hasCutText()) return;
    diagnostics_.report(kTextCut, {.layer = layer_.identifier()},
                        "Texts contain NUL characters; crate files end these texts there.");
  }

  void appendSections() {
    std::string& out = sink_.bytes();
    std::string toc;
    std::uint64_t sectionCount = 0;
    const auto section = [&](std::string_view name, auto&& appendContent) {
      const std::uint64_t begin = out.size();
      appendContent();
      std::array<char, 16> padded{};
      std::memcpy(padded.data(), name.data(), name.size());
      append(toc, padded);
      append(toc, begin);
      append(toc, std::uint64_t{out.size()} - begin);
      ++sectionCount;
    };
    section("TOKENS", [&] {
      std::string texts;
      for (const std::string_view text : sink_.tokens()) texts.append(text).push_back('\0');
      append(out, std::uint64_t{sink_.tokens().size()});
      append(out, std::uint64_t{texts.size()});
      appendCompressed(out, texts);
    });
    section("STRINGS", [&] {
      append(out, std::uint64_t{sink_.strings().size()});
      for (const std::uint32_t token : sink_.strings()) append(out, token);
    });
    section("FIELDS", [&] { fields_.appendFields(out); });
    section("FIELDSETS", [&] { fields_.appendFieldSets(out); });
    section("PATHS", [&] { paths_.appendSection(out); });
    section("SPECS", [&] {
      append(out, std::uint64_t{specs_.paths.size()});
      for (const auto* column : {&specs_.paths, &specs_.fieldSets, &specs_.types}) {
        appendIntegers(out, *column);
      }
    });

    std::string bootstrap = "PXR-USDC";
    append(bootstrap, std::array<std::uint8_t, 8>{0, sink_.minor(), 0});
    append(bootstrap, std::uint64_t{out.size()});
    std::memcpy(out.data(), bootstrap.data(), bootstrap.size());
    append(out, sectionCount);
    out += toc;
  }

  struct Known {
    std::uint64_t stored = 0;
    ValueRep rep;
  };
  static constexpr int kKnownBits = 12;
  static constexpr std::uint8_t kUnknown = 0xFF;

  const Layer& layer_;
  const LayerTables& tables_;
  const FieldDefinitions& registered_;
  Diagnostics& diagnostics_;
  CrateSink sink_;
  PathNumbers paths_{layer_, sink_};
  Packing packing_{sink_, paths_};
  FieldNumbers fields_;
  SpecColumns specs_;
  std::array<Known, std::size_t{1} << kKnownBits> known_{};
  std::vector<std::uint8_t> specsOf_;  // FieldSpecs, by Token::index() of field names.
  std::string names_;
};

}  // namespace

std::string writeUsdc(const Layer& layer, const FieldDefinitions& fields,
                      Diagnostics& diagnostics) {
  return std::make_unique<LayerWriter>(layer, fields, diagnostics)->write();
}

}  // namespace usdscope
