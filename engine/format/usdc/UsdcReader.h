// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/base/Diagnostics.h"
#include "engine/base/FileBytes.h"
#include "engine/layer/Layer.h"

namespace usdscope {

inline constexpr DiagnosticCode kInvalidCrate{"format.invalid-crate"};
inline constexpr DiagnosticCode kTextNotUtf8{"format.text-not-utf8", Severity::Warning};
inline constexpr DiagnosticCode kUnlistedSpecs{"format.unlisted-specs", Severity::Warning};

/// Whether the bytes start like a crate file.
bool isUsdc(const FileBytes& bytes);

/// Reads a layer from the bytes of a crate file, versions 0.0.1 to 0.16. (AOUSD core specification
/// 16.3.)
///
/// Decodes only the tables. The layer keeps the bytes and decodes values on request. Returns null,
/// and reports one error with the offset, when a table is broken. A broken value is read as empty.
/// readUsdc() reports it if its ValueRep shows the fault; otherwise only checkValues() does, which
/// decodes all values.
std::shared_ptr<const Layer> readUsdc(const FileBytes& bytes, LayerIdentity identity,
                                      Diagnostics& diagnostics);

}  // namespace usdscope
