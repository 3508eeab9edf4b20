// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/format/usda/detail/ListEdits.h"
#include "engine/format/usda/detail/MetadataReader.h"

namespace usdscope::usda {

/// Reads the value of a registered field by its type, after the `=`.
bool readKnownField(ReadContext& context, const MetadataOwner& owner,
                    const FieldDefinition& definition, std::optional<ListEdit> edit);

/// Reads the value of an unregistered field: a dictionary, or any value, which is kept as text.
bool readUnknownField(ReadContext& context, const MetadataOwner& owner, Token name,
                      std::optional<ListEdit> edit);

/// Sets one list of a list op field and keeps the other lists.
template <typename T>
void setListField(ReadContext& context, const MetadataOwner& owner, Token name, ListEdit edit,
                  std::vector<T> items) {
  const Value* present = owner.find(context, name);
  const ListOp<T>* found = present ? present->find<ListOp<T>>() : nullptr;
  ListOp<T> op = found ? *found : ListOp<T>();
  setItems(op, edit, std::move(items));
  owner.set(context, name, Value(std::move(op)));
}

}  // namespace usdscope::usda
