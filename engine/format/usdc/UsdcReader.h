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

/// True when the bytes start like a crate file.
bool isUsdc(const FileBytes& bytes);

/// Reads a layer from the bytes of a crate file, versions 0.0.1 to 0.16. (AOUSD core specification
/// 16.3.)
///
/// Decodes tables only: values are decoded when the layer is asked for them, from the bytes, which
/// the layer keeps. Null, with one Error that names the byte, when a table makes no sense. A value
/// that makes none comes out empty later on; an Error says so here where the word that stands for
/// it shows that, and checkValues() where only decoding does.
std::shared_ptr<const Layer> readUsdc(const FileBytes& bytes, LayerIdentity identity,
                                      Diagnostics& diagnostics);

}  // namespace usdscope
