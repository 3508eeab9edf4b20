// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "app/session/edits/EditHistory.h"
#include "engine/base/Json.h"

namespace usdscope {

class FieldDefinitions;

/// Returns an edit as JSON, with its values in the spelling of text layers. A value without a
/// spelling is kept as the bytes of a crate layer. Large edits take long. Thread-safe.
///
/// `fields` are the definitions with which the edited layers are read.
Json editToJson(const NamedEdit& edit, const FieldDefinitions& fields);

/// Reads what editToJson() returned. Returns nothing if the JSON is not an edit, and sets `problem`
/// to a sentence. Thread-safe.
std::optional<NamedEdit> editFromJson(const Json& json, const FieldDefinitions& fields,
                                      std::string& problem);

}  // namespace usdscope
