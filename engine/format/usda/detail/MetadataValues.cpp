// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/MetadataValues.h"

#include <fmt/format.h>

#include "engine/format/usda/detail/ArcReader.h"
#include "engine/format/usda/detail/ValueReader.h"

namespace usdscope::usda {
namespace {

// Reads `None`, or a list, which must not be empty if it edits another one.
template <typename T>
bool readListOp(ReadContext& context, const MetadataOwner& owner, Token name, ListEdit edit) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  std::vector<T> items;
  if (!in.takeWord("None")) {
    Value value;
    if (in.peek() != '[') return in.fail("None or a list");
    if (!readValue(context, typeNameOf(ValueKindOf<T>::kKind, true), value)) return false;
    const auto& array = *value.find<Array<T>>();
    items.assign(array.begin(), array.end());
    if (items.empty() && edit != ListEdit::Explicit) {
      in.rewind(start);
      return in.fail("None or a list that is not empty");
    }
  }
  if (hasDuplicates(items)) {
    context.diagnostics.report(
        kDroppedListEdit, siteOf(context, start),
        fmt::format("The list of '{}' has an item twice; the list is ignored.", name.text()));
    return true;
  }
  setListField(context, owner, name, edit, std::move(items));
  return true;
}

// As in the reference, a list of unknown values is one item, the text between the brackets.
bool readUnknownItem(ReadContext& context, std::vector<UnregisteredValue>& items) {
  std::string item;
  const std::size_t start = context.in.offset();
  if (context.in.takeWord("None")) return context.in.failAt(start, "A list cannot contain None.");
  if (!readUnknownValue(context, item)) return false;
  if (items.empty()) {
    items.push_back({std::move(item)});
  } else {
    items.front().text += ", " + item;
  }
  return true;
}

}  // namespace

bool readKnownField(ReadContext& context, const MetadataOwner& owner,
                    const FieldDefinition& definition, std::optional<ListEdit> edit) {
  Scanner& in = context.in;
  const ListEdit list = edit.value_or(ListEdit::Explicit);
  switch (definition.type) {
    case FieldType::TokenListOp:
      return readListOp<Token>(context, owner, definition.name, list);
    case FieldType::StringListOp:
      return readListOp<std::string>(context, owner, definition.name, list);
    case FieldType::IntListOp:
      return readListOp<std::int32_t>(context, owner, definition.name, list);
    case FieldType::UIntListOp:
      return readListOp<std::uint32_t>(context, owner, definition.name, list);
    case FieldType::Int64ListOp:
      return readListOp<std::int64_t>(context, owner, definition.name, list);
    case FieldType::UInt64ListOp:
      return readListOp<std::uint64_t>(context, owner, definition.name, list);
    default:
      break;
  }
  const bool isData = definition.type == FieldType::Data;
  // An edit of an array is valid wherever the array is.
  if (edit && !(isData && definition.dataType->isArray)) {
    return in.failAt(
        in.offset(),
        fmt::format("The value of '{}' is not a list, so it cannot be edited like one.",
                    definition.name.text()));
  }
  const bool isDictionary = definition.type == FieldType::Dictionary;
  // As in the reference, all of these accept a dictionary.
  if (isDictionary ? in.peek() != '<' : isData && in.peek() == '{') {
    Dictionary dictionary;
    if (!readDictionary(context, dictionary)) return false;
    owner.set(context, definition.name, Value(std::move(dictionary)));
    return true;
  }
  if (definition.name == fields::kDefaultPrim && in.peek() == '<') {
    std::string_view path;
    if (!in.readPathText(path)) return false;
    owner.set(context, definition.name, Value(context.tokens.token(path)));
    return true;
  }
  if (!isData && !isDictionary) {
    return in.failAt(in.offset(),
                     fmt::format("Text cannot express a value of '{}'.", definition.name.text()));
  }
  if (in.peek() == '<') {
    UnregisteredValue path;  // Also holds a path, since metadata have no path type.
    if (!readUnknownValue(context, path.text)) return false;
    owner.set(context, definition.name, Value(std::move(path)));
    return true;
  }
  const std::size_t start = in.offset();
  Value value;
  if (!readValue(context, *definition.dataType, value)) return false;
  const double* rate = definition.name == fields::kFramesPerSecond ? value.find<double>() : nullptr;
  if (rate && !(*rate > 0.0)) return in.failAt(start, "A frame rate must be greater than zero.");
  owner.set(context, definition.name, std::move(value));
  return true;
}

bool readUnknownField(ReadContext& context, const MetadataOwner& owner, Token name,
                      std::optional<ListEdit> edit) {
  Scanner& in = context.in;
  if (edit) {
    std::vector<UnregisteredValue> items;
    const Value* present = owner.find(context, name);
    if (!in.takeWord("None")) {
      if (in.peek() != '[') return in.fail("None or a list");
      in.take('[');
      if (!readList(in, ']', [&] { return readUnknownItem(context, items); })) return false;
    }
    // A value that is not a list stays.
    if (present && !present->holds<ListOp<UnregisteredValue>>()) return true;
    setListField(context, owner, name, *edit, std::move(items));
    return true;
  }
  if (in.peek() == '{') {
    Dictionary dictionary;
    if (!readDictionary(context, dictionary)) return false;
    owner.set(context, name, Value(std::move(dictionary)));
    return true;
  }
  UnregisteredValue value;
  if (!readUnknownValue(context, value.text)) return false;
  owner.set(context, name, Value(std::move(value)));
  return true;
}

}  // namespace usdscope::usda
