// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/PrimWriter.h"

#include <algorithm>
#include <vector>

#include "engine/base/Parallel.h"
#include "engine/format/usda/detail/MetadataWriter.h"
#include "engine/format/usda/detail/PropertyWriter.h"
#include "engine/layer/SpecifierKeyword.h"

namespace usdscope::usda {
namespace {

void writeContents(WriteContext& context, const PrimSpec& prim, int level);

void writeOrder(WriteContext& context, std::string_view what, const Value& order, int level) {
  const auto* names = order.find<std::vector<Token>>();
  if (!names || names->size() < 2) return;
  context.line(level) += "reorder ";
  context.out += what;
  context.out += " = ";
  writeNames(context, *names);
  context.out += '\n';
}

void writeVariant(WriteContext& context, const PrimSpec& variant, int level) {
  appendQuoted(context.line(level), variant.path().variantSelection().text());
  writeMetadata(context, fieldsOf(variant, kOnVariant), level);
  context.out += " {\n";
  writeContents(context, variant, level + 1);
  context.out += '\n';
  context.line(level) += "}\n";
}

// Writes variant sets in authored order, the variants of a set by name.
void writeVariantSets(WriteContext& context, const PrimSpec& prim, int level) {
  std::vector<Token> sets;
  std::vector<std::vector<PrimSpec>> variantsOfSet;
  for (std::size_t i = 0; i < prim.variantCount(); ++i) {
    const PrimSpec variant = prim.variant(i);
    const Token set = variant.path().name();
    std::size_t at = 0;
    // Variants of a set are usually consecutive.
    if (!sets.empty() && sets.back() == set) {
      at = sets.size() - 1;
    } else {
      at = static_cast<std::size_t>(std::ranges::find(sets, set) - sets.begin());
    }
    if (at == sets.size()) {
      sets.push_back(set);
      variantsOfSet.emplace_back();
    }
    variantsOfSet[at].push_back(variant);
  }
  for (std::size_t i = 0; i < sets.size(); ++i) {
    context.line(level) += "variantSet ";
    appendQuoted(context.out, sets[i].text());
    context.out += " = {\n";
    std::ranges::sort(variantsOfSet[i], textLess,
                      [](const PrimSpec& v) { return v.path().variantSelection(); });
    for (const PrimSpec& variant : variantsOfSet[i]) writeVariant(context, variant, level + 1);
    context.line(level) += "}\n";
  }
}

void writeRange(WriteContext& context, const PrimSpec& prim, std::size_t first, std::size_t last,
                int level) {
  for (std::size_t i = first; i < last; ++i) {
    if (i > first) context.out += '\n';
    writePrim(context, prim.child(i), level);
  }
}

// Writes only some prims at a time, because their text is in memory twice.
void writeInParts(WriteContext& context, const PrimSpec& prim, int level) {
  constexpr std::size_t kPartSize = 8;
  constexpr std::size_t kPartCount = 16;
  const std::size_t count = prim.childCount();
  for (std::size_t begin = 0; begin < count; begin += kPartSize * kPartCount) {
    const std::size_t size = std::min(kPartSize * kPartCount, count - begin);
    std::vector<WriteContext> parts((size + kPartSize - 1) / kPartSize);
    parallelFor(parts.size(), 1, [&](std::size_t firstPart, std::size_t lastPart) {
      for (std::size_t i = firstPart; i < lastPart; ++i) {
        const std::size_t first = begin + i * kPartSize;
        writeRange(parts[i], prim, first, std::min(first + kPartSize, begin + size), level);
      }
    });
    for (const WriteContext& part : parts) {
      if (begin > 0 || &part != parts.data()) context.out += '\n';
      context.out += part.out;
      context.need(part.minorVersion);
      context.drain();
    }
  }
}

void writeContents(WriteContext& context, const PrimSpec& prim, int level) {
  writeOrder(context, "properties", prim.field(fields::kPropertyOrder), level);
  writeOrder(context, "nameChildren", prim.field(fields::kPrimOrder), level);

  std::vector<PropertySpec> properties;
  properties.reserve(prim.propertyCount());
  for (std::size_t i = 0; i < prim.propertyCount(); ++i) properties.push_back(prim.property(i));
  std::ranges::stable_sort(properties, [](const PropertySpec& a, const PropertySpec& b) {
    return listedBefore(a.name().text(), b.name().text());
  });
  for (const PropertySpec& property : properties) {
    writeProperty(context, property, level);
    context.drain();
  }

  if (!properties.empty() && prim.childCount() > 0) context.out += '\n';
  writeChildren(context, prim, level);
  writeVariantSets(context, prim, level);
}

}  // namespace

void writeChildren(WriteContext& context, const PrimSpec& prim, int level) {
  constexpr std::size_t kMany = 32;
  const std::size_t count = prim.childCount();
  count < kMany ? writeRange(context, prim, 0, count, level) : writeInParts(context, prim, level);
}

void writePrim(WriteContext& context, const PrimSpec& prim, int level) {
  context.line(level) += keywordOf(prim.specifier());
  if (const Token type = prim.typeName(); type && type != fields::kAnyTypeName) {
    context.out += ' ';
    context.out += type.text();
  }
  context.out += ' ';
  appendQuoted(context.out, prim.name().text());
  writeMetadata(context, fieldsOf(prim, kOnPrim), level);
  context.out += '\n';
  context.line(level) += "{\n";
  writeContents(context, prim, level + 1);
  context.line(level) += "}\n";
}

}  // namespace usdscope::usda
