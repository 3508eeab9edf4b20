// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/WriteContext.h"
#include "engine/layer/Path.h"
#include "engine/value/Dictionary.h"

namespace usdscope::usda {

/// Writes a value as it appears after `=`: `3`, `(1, 2)`, `["a"]`, `None`. Writes nothing and
/// returns false when text layers cannot express the value.
bool writeValue(WriteContext& context, const Value& value);

/// Writes `{`, one line per entry, and `}` without a line end. The closing brace has the
/// indentation `level`.
void writeDictionary(WriteContext& context, const Dictionary& dictionary, int level);

/// Writes `{ int a = 1; dictionary b = { … } }` on one line.
void writeDictionaryInLine(WriteContext& context, const Dictionary& dictionary);

/// Writes `</A>`.
void writePath(WriteContext& context, Path path);

}  // namespace usdscope::usda
