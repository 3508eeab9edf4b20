// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/Diagnostics.h"
#include "engine/layer/Layer.h"

namespace usdscope {

class FieldDefinitions;

inline constexpr DiagnosticCode kValueNotInCrate{"format.value-not-in-crate", Severity::Warning};

inline constexpr DiagnosticCode kTextCut{"format.text-cut", Severity::Warning};

/// Returns the bytes of a crate file with the content of a layer. (AOUSD core specification 16.3.)
///
/// The version is 0.8.0, or the first one that supports all values of the layer. Equal values,
/// fields and sets of fields are stored once. Equal layers give equal bytes in every run.
/// Values that crate files cannot hold (paths as values of attributes) are skipped and reported.
/// Metadata that `fields` does not register for a kind of spec is written as unregistered.
std::string writeUsdc(const Layer& layer, const FieldDefinitions& fields, Diagnostics& diagnostics);

}  // namespace usdscope
