// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ReadContext.h"
#include "engine/value/Dictionary.h"
#include "engine/value/TypeName.h"

namespace usdscope::usda {

/// Reads a value of a type: `3`, `"a"`, `(1, 2, 3)`, `[@a@, @b@]`. Numbers are converted as the
/// reference does: integer types truncate fractions, and a number out of range is a failure.
bool readValue(ReadContext& context, const TypeName& type, Value& out);

/// Reads an ArrayEdit of an array type after the keyword `edit`: `[append 3; write 5 to [0]]`.
bool readArrayEdit(ReadContext& context, const TypeName& type, Value& out);

/// Reads a value of an unknown type, and returns it as text in the spelling of the writer:
/// `[1, (2, "x"), name]`.
bool readUnknownValue(ReadContext& context, std::string& out);

/// Reads `{ int a = 1; dictionary b = { … } }`.
bool readDictionary(ReadContext& context, Dictionary& out);

/// Reads `{ "a": "b", … }` as a dictionary of strings.
bool readStringDictionary(ReadContext& context, Dictionary& out);

/// A type name in a text, such as `float3[]` or `Some::Enum`, and the type if it is known.
struct TypeText {
  Token name;
  const TypeName* type = nullptr;
};
/// Reads a type name.
bool readType(ReadContext& context, TypeText& out);

}  // namespace usdscope::usda
