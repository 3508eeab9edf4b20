// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "engine/format/LayerFormat.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/format/usdc/UsdcWriter.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/Layer.h"
#include "tests/fuzz/MemoryBound.h"

namespace usdscope {

/// Ends the process if the condition is false, which fuzzers and the replay test report.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "This must hold: %s\n", what);
  std::abort();
}

/// Reads a layer of any format from any bytes, decodes all of its values, writes it in both formats
/// and reads that again. Must end within the limit of memory for all bytes.
inline void readAnything(std::span<const std::byte> bytes) {
  const MemoryBound bound(bytes.size());
  // The buffer has exactly this size, so that sanitizers find a read beyond its end.
  const FileBytes file = FileBytes::fromBuffer({bytes.begin(), bytes.end()});
  Diagnostics diagnostics;
  const auto layer = readLayer(file, {"fuzz"}, diagnostics);
  require(layer || diagnostics.hasErrors(), "no layer without an error");
  if (!layer) return;
  for (std::uint32_t row = 0; row < layer->primRowCount(); ++row) {
    const PrimSpec prim(layer.get(), row);
    for (const Token name : prim.fieldNames()) prim.field(name);
  }
  for (std::uint32_t row = 0; row < layer->propertyRowCount(); ++row) {
    const PropertySpec property(layer.get(), row);
    for (const Token name : property.fieldNames()) {
      const Value value = property.field(name);
      const auto* samples = value.find<TimeSamples>();
      for (std::size_t i = 0; samples && i < samples->size(); ++i) samples->value(i);
    }
  }
  writeUsda(*layer);
  Diagnostics problems;
  const std::string crate = writeUsdc(*layer, FieldDefinitions::builtin(), problems);
  require(readLayer(FileBytes::fromText(crate), {"again"}, problems) != nullptr,
          "a crate that was written can be read");
}

}  // namespace usdscope
