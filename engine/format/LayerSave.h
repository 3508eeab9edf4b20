// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/Diagnostics.h"
#include "engine/format/LayerFormat.h"
#include "engine/format/TextSink.h"

namespace usdscope {

inline constexpr DiagnosticCode kUnknownExtension{"format.unknown-extension", Severity::Error};
inline constexpr DiagnosticCode kCannotSave{"format.cannot-save", Severity::Error};

/// The ending of a file's name with its dot, in small letters; empty when there is none.
std::string lowerExtension(std::string_view file);

/// The format that a layer in a file of this name is written in: by the ending, whether in capitals
/// or not; a `.usd` keeps the kind that the file has, and is a crate when there is none. `asked`
/// decides for `.usd` alone.
///
/// Empty, and an error that names the endings that work, for other names, for packages, and for an
/// ending that contradicts `asked`.
std::optional<LayerFormat> saveFormatOf(const std::string& file, std::optional<LayerFormat> asked,
                                        Diagnostics& diagnostics);

/// The bytes of a file that holds the layer: Usda or Usdc.
std::string writeLayer(const Layer& layer, LayerFormat format, const FieldDefinitions& fields,
                       Diagnostics& diagnostics);

/// Writes a layer to a file, which has either all of it afterwards or what it had before: see
/// replaceFile(). False after an error.
bool saveLayer(const Layer& layer, const std::string& file, std::optional<LayerFormat> asked,
               const FieldDefinitions& fields, Diagnostics& diagnostics);

/// Puts a new file in the place of `file`, with what `fill` writes: beside it, synced, and renamed.
/// False from `fill` means that the sink has failed.
/// Permissions of the old one stay, and one that may not be written is not replaced; a link is
/// followed, also to where nothing is yet. Returns why it did not work, as a sentence; then the old
/// file is as it was. Empty when it did.
std::string replaceFile(const std::string& file, const std::function<bool(TextSink&)>& fill);
std::string replaceFile(const std::string& file, std::string_view bytes);

}  // namespace usdscope
