// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/Diagnostics.h"
#include "engine/format/LayerFormat.h"
#include "engine/format/ReplaceFile.h"

namespace usdscope {

inline constexpr DiagnosticCode kUnknownExtension{"format.unknown-extension", Severity::Error};
inline constexpr DiagnosticCode kUnreadableType{"format.unreadable-type", Severity::Warning};
inline constexpr DiagnosticCode kCannotSave{"format.cannot-save", Severity::Error};

/// Returns the extension of a file name with its dot, in lower case; empty when there is none.
std::string lowerExtension(std::string_view file);

/// Returns the format in which a layer is written to a file of this name. The extension decides, in
/// any case. An existing `.usd` file keeps its format, and a new one becomes a crate, unless
/// `requested` is set.
///
/// Returns nothing and reports an error with the valid extensions for other names, for packages,
/// and for an extension that contradicts `requested`.
std::optional<LayerFormat> saveFormatOf(const std::string& file,
                                        std::optional<LayerFormat> requested,
                                        Diagnostics& diagnostics);

/// Returns the bytes of a file with the content of a layer. Requires: `format` is Usda or Usdc.
std::string writeLayer(const Layer& layer, LayerFormat format, const FieldDefinitions& fields,
                       Diagnostics& diagnostics);

/// Writes a layer to a file and returns whether this succeeded. If not, reports an error and leaves
/// the file unchanged; see replaceFile(). Reports types from crates with which a text cannot be
/// read.
///
/// `mayReplace` is asked when the new file is written, which reads the values of crates that are
/// mapped. If it returns false, the file is left unchanged without another report.
bool saveLayer(const Layer& layer, const std::string& file, std::optional<LayerFormat> requested,
               const FieldDefinitions& fields, Diagnostics& diagnostics,
               const std::function<bool()>& mayReplace = {});

}  // namespace usdscope
