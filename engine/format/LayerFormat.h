// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "engine/base/Diagnostics.h"
#include "engine/base/FileBytes.h"
#include "engine/format/Environment.h"
#include "engine/layer/Layer.h"

namespace usdscope {

inline constexpr DiagnosticCode kEmptyFile{"format.empty-file", Severity::Error};
inline constexpr DiagnosticCode kNotALayer{"format.not-a-layer", Severity::Error};
inline constexpr DiagnosticCode kOtherExtension{"format.other-extension", Severity::Error};
inline constexpr DiagnosticCode kLayerTooLarge{"format.layer-too-large", Severity::Error};

/// The file formats of layers. Layers are never written as MaterialX.
enum class LayerFormat { Usda, Usdc, Usdz, MaterialX };

/// Detects the format from the first bytes of a file, regardless of its extension. Empty for
/// unknown formats.
std::optional<LayerFormat> detectLayerFormat(std::string_view bytes);

/// A file format: how to recognise and read its files. Both functions are thread-safe.
struct FileFormat {
  LayerFormat format;
  bool (*recognises)(std::string_view bytes);
  /// Like readLayer(), for bytes that the format recognises.
  std::shared_ptr<const Layer> (*read)(const FileBytes& bytes, LayerIdentity identity,
                                       Diagnostics& diagnostics, const Environment& environment);
};

/// The formats that every environment has.
std::span<const FileFormat> builtinFileFormats();

/// Reads a layer of any format; from a package, its root layer.
///
/// Returns null and reports an error when the layer is unreadable, or when its identifier has an
/// extension that does not fit its content. If parts of the layer are damaged, reports errors about
/// these and returns the rest. Layers whose values are decoded on demand keep the bytes alive.
/// `environment` provides the formats and the metadata fields.
std::shared_ptr<const Layer> readLayer(const FileBytes& bytes, LayerIdentity identity,
                                       Diagnostics& diagnostics,
                                       const Environment& environment = {});

/// Whether a file is a crate that has the specs of `layer`, each with the same fields, so that only
/// values differ. Reads no layer, and opens the file only if the layer can be compared: only layers
/// that were read lately from small crates can. Thread-safe.
bool hasSpecsOf(const std::string& identifier, const Layer& layer, const Environment& environment);

}  // namespace usdscope
