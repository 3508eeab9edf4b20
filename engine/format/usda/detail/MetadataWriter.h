// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "engine/format/usda/detail/ListEdits.h"
#include "engine/format/usda/detail/ValueWriter.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/Layer.h"

namespace usdscope::usda {

/// The fields of a spec, as the writers need them.
struct FieldSource {
  std::span<const Token> names;
  std::function<Value(Token)> value;
  FieldSpecs kind = kOnPrim;
};
FieldSource fieldsOf(const PrimSpec& spec, FieldSpecs kind);
FieldSource fieldsOf(const PropertySpec& spec);

/// Writes ` (`, the comment, the other metadata by name and `)`, with line ends. Writes nothing if
/// the spec has no metadata. `level` is the indentation of the spec.
void writeMetadata(WriteContext& context, const FieldSource& fields, int level);

/// Writes only the lines inside the parentheses. Returns whether there are any.
bool writeMetadataLines(WriteContext& context, const FieldSource& fields, int level);

/// Calls `write(edit, items)` for each list that a list op sets, in the order of the text.
template <typename T, typename Write>
void forEachEdit(const ListOp<T>& op, Write&& write) {
  if (op.isExplicit) {
    write(ListEdit::Explicit, op.explicitItems);
    return;
  }
  for (const ListEdit edit :
       {ListEdit::Delete, ListEdit::Add, ListEdit::Prepend, ListEdit::Append, ListEdit::Reorder}) {
    if (!itemsOf(op, edit).empty()) write(edit, itemsOf(op, edit));
  }
}

/// Writes the keyword of a list edit, as in `add `; nothing for an explicit list.
void writeEdit(WriteContext& context, ListEdit edit);

/// Writes `["b", "a"]`.
void writeNames(WriteContext& context, const std::vector<Token>& names);

}  // namespace usdscope::usda
