// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/MetadataWriter.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "engine/format/usda/detail/ArcWriter.h"

namespace usdscope::usda {
namespace {

constexpr int kOnEverySpec = kOnLayer | kOnPrim | kOnVariant | kOnAttribute | kOnRelationship;

// Whether a field is written in the parentheses of a spec. A field with its own syntax in one kind
// of spec is ordinary metadata in other kinds.
bool isMetadata(Token name, FieldSpecs kind) {
  static const struct {
    Token name;
    int elsewhereOn;
  } kOthers[] = {
      {fields::kComment, kOnEverySpec},
      {fields::kCustom, kOnEverySpec},
      {fields::kDefault, kOnEverySpec},
      {fields::kTimeSamples, kOnEverySpec},
      {fields::kSpline, kOnEverySpec},
      {fields::kSpecifier, kOnPrim | kOnVariant},
      {fields::kTypeName, kOnPrim | kOnVariant | kOnAttribute},
      {fields::kPrimOrder, kOnLayer | kOnPrim | kOnVariant},
      {fields::kPropertyOrder, kOnPrim | kOnVariant},
      {fields::kVariantSetChildren, kOnPrim | kOnVariant},
      {fields::kVariability, kOnAttribute | kOnRelationship},
      {fields::kConnectionPaths, kOnAttribute},
      {fields::kTargetPaths, kOnRelationship},
      {fields::kSubLayerOffsets, kOnLayer},
      {fields::kLayerRelocates, kOnLayer},
  };
  const auto* const other = std::ranges::find(kOthers, name, [](const auto& o) { return o.name; });
  return other == std::end(kOthers) || (other->elsewhereOn & kind) == 0;
}

void writeAssignment(WriteContext& context, std::string_view name, int level) {
  context.line(level) += name;
  context.out += " = ";
}

// Writes list ops of values. ArcWriter writes paths and arcs.
template <typename T, typename WriteItem>
bool writeListOp(WriteContext& context, std::string_view name, const Value& value, int level,
                 bool oneWithoutBrackets, WriteItem&& writeItem) {
  const auto* op = value.find<ListOp<T>>();
  if (!op) return false;
  forEachEdit(*op, [&](ListEdit edit, const std::vector<T>& items) {
    context.line(level);
    writeEdit(context, edit);
    context.out += name;
    context.out += " = ";
    if (items.empty()) {
      context.out += "None\n";
      return;
    }
    const bool isBare = oneWithoutBrackets && items.size() == 1;
    if (!isBare) context.out += '[';
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) context.out += ", ";
      writeItem(items[i]);
    }
    context.out += isBare ? "\n" : "]\n";
  });
  return true;
}

bool writeAnyListOp(WriteContext& context, std::string_view name, const Value& value, int level) {
  std::string& out = context.out;
  const auto writeNumber = [&](auto item) {
    using Wide = std::conditional_t<std::is_signed_v<decltype(item)>, std::int64_t, std::uint64_t>;
    appendNumber(out, Wide{item});
  };
  return writeListOp<Token>(context, name, value, level, false,
                            [&](Token item) { appendQuoted(out, item.text()); }) ||
         writeListOp<std::string>(context, name, value, level, false,
                                  [&](const std::string& item) { appendQuoted(out, item); }) ||
         writeListOp<std::int32_t>(context, name, value, level, false, writeNumber) ||
         writeListOp<std::uint32_t>(context, name, value, level, false, writeNumber) ||
         writeListOp<std::int64_t>(context, name, value, level, false, writeNumber) ||
         writeListOp<std::uint64_t>(context, name, value, level, false, writeNumber) ||
         writeListOp<UnregisteredValue>(context, name, value, level, false,
                                        [&](const UnregisteredValue& item) { out += item.text; });
}

void writeSubstitutions(WriteContext& context, std::string_view name, const Dictionary& dictionary,
                        int level) {
  writeAssignment(context, name, level);
  context.out += "{\n";
  bool isFirst = true;
  for (const auto& [key, value] : dictionary.entries()) {
    const auto* text = value.find<std::string>();
    if (!text) continue;
    if (!isFirst) context.out += ", \n";
    isFirst = false;
    appendQuoted(context.line(level + 1), key);
    context.out += ": ";
    appendQuoted(context.out, *text);
  }
  if (!isFirst) context.out += '\n';
  context.line(level) += "}\n";
}

void writeSelections(WriteContext& context, const VariantSelections& selections, int level) {
  if (selections.empty()) return;
  writeAssignment(context, "variants", level);
  context.out += "{\n";
  for (const auto& [set, variant] : selections) {
    context.line(level + 1) += "string ";
    appendKey(context.out, set);
    context.out += " = ";
    appendQuoted(context.out, variant);
    context.out += '\n';
  }
  context.line(level) += "}\n";
}

// Writes fields with their own spelling. Returns false for other fields, and for a value of another
// type, which is then written like an ordinary field.
bool writeSpecialField(WriteContext& context, Token name, const Value& value, int level,
                       const FieldSource& fields) {
  const auto* const text = value.find<std::string>();
  const auto* const token = value.find<Token>();
  const auto* const flag = value.find<bool>();
  const auto* const dictionary = value.find<Dictionary>();
  if (name == fields::kDocumentation && text) {
    if (text->empty() && fields.kind == kOnLayer) return true;
    writeAssignment(context, "doc", level);
    appendQuoted(context.out, *text);
  } else if (const auto* permission = value.find<Permission>()) {
    writeAssignment(context, name.text(), level);
    context.out += *permission == Permission::Public ? "public" : "private";
  } else if ((name == fields::kSymmetryFunction || name == fields::kDisplayUnit) && token) {
    writeAssignment(context, name.text(), level);
    context.out += token->text();
  } else if (name == fields::kHasOwnedSubLayers && flag) {
    if (!*flag) return true;
    context.line(level) += "hasOwnedSubLayers = true";
  } else if ((name == fields::kPrefixSubstitutions || name == fields::kSuffixSubstitutions) &&
             dictionary) {
    writeSubstitutions(context, name.text(), *dictionary, level);
    return true;
  } else if (name == fields::kVariantSetNames) {
    return writeListOp<std::string>(
        context, "variantSets", value, level, true,
        [&](const std::string& item) { appendQuoted(context.out, item); });
  } else if (const auto* selections = value.find<VariantSelections>()) {
    writeSelections(context, *selections, level);
    return true;
  } else if (name == fields::kSubLayers) {
    writeSubLayers(context, value, fields.value(fields::kSubLayerOffsets), level);
    return true;
  } else if (const auto* relocates = value.find<Relocates>()) {
    writeRelocates(context, *relocates, level);
    return true;
  } else {
    return writeArcs(context, name, value, level);
  }
  context.out += '\n';
  return true;
}

void writeField(WriteContext& context, Token name, const Value& value, int level,
                const FieldSource& fields) {
  if (writeSpecialField(context, name, value, level, fields)) return;
  if (writeAnyListOp(context, name.text(), value, level)) return;
  const std::size_t start = context.out.size();
  writeAssignment(context, name.text(), level);
  if (const auto* dictionary = value.find<Dictionary>()) {
    writeDictionary(context, *dictionary, level);
  } else if (const auto* flag = value.find<bool>()) {
    context.out += *flag ? "true" : "false";
  } else if (!writeValue(context, value)) {
    context.out.resize(start);
    return;
  }
  context.out += '\n';
}

}  // namespace

FieldSource fieldsOf(const PrimSpec& spec, FieldSpecs kind) {
  return {spec.fieldNames(), [spec](Token name) { return spec.field(name); }, kind};
}

FieldSource fieldsOf(const PropertySpec& spec) {
  return {spec.fieldNames(), [spec](Token name) { return spec.field(name); },
          spec.isAttribute() ? kOnAttribute : kOnRelationship};
}

void writeEdit(WriteContext& context, ListEdit edit) {
  if (edit == ListEdit::Explicit) return;
  context.out += wordOf(edit);
  context.out += ' ';
}

void writeNames(WriteContext& context, const std::vector<Token>& names) {
  context.out += '[';
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) context.out += ", ";
    appendQuoted(context.out, names[i].text());
  }
  context.out += ']';
}

bool writeMetadataLines(WriteContext& context, const FieldSource& fields, int level) {
  const std::size_t start = context.out.size();
  std::vector<Token> names;
  bool hasComment = false;
  for (const Token name : fields.names) {
    if (isMetadata(name, fields.kind)) names.push_back(name);
    hasComment = hasComment || name == fields::kComment;
  }
  if (hasComment) {
    const Value comment = fields.value(fields::kComment);
    const auto* text = comment.find<std::string>();
    if (text && !text->empty()) {
      appendQuoted(context.line(level), *text);
      context.out += '\n';
    }
  }
  // The reference sorts the fields of layers by bytes, and all others for people.
  std::ranges::sort(names, [&](Token a, Token b) {
    return fields.kind == kOnLayer ? textLess(a, b) : listedBefore(a.text(), b.text());
  });
  for (const Token name : names) writeField(context, name, fields.value(name), level, fields);
  // For prims and properties, even a field that writes nothing opens the brackets.
  return context.out.size() > start || (fields.kind != kOnLayer && !names.empty());
}

void writeMetadata(WriteContext& context, const FieldSource& fields, int level) {
  const std::size_t start = context.out.size();
  context.out += " (\n";
  if (!writeMetadataLines(context, fields, level + 1)) {
    context.out.resize(start);
    return;
  }
  context.line(level) += ')';
}

}  // namespace usdscope::usda
