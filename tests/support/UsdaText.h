// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "engine/format/usda/UsdaReader.h"

namespace usdscope {

inline std::shared_ptr<const Layer> readText(std::string_view text, Diagnostics& diagnostics) {
  return readUsda(FileBytes::fromText(text), {"test.usda"}, diagnostics);
}

/// Reads a layer with the prim /A and this body. Fails the test when a diagnostic is reported.
inline std::shared_ptr<const Layer> readInPrim(const std::string& body) {
  Diagnostics diagnostics;
  auto layer = readText("#usda 1.0\ndef \"A\" {\n" + body + "\n}\n", diagnostics);
  for (const Diagnostic& d : diagnostics.entries()) ADD_FAILURE() << body << ": " << toText(d);
  return layer;
}

/// Reads a field of the prim /A from this metadata. Fails the test when a diagnostic is reported.
inline Value metadataOf(const std::string& metadata, Token name) {
  Diagnostics diagnostics;
  const auto layer = readText("#usda 1.0\ndef \"A\" (\n" + metadata + "\n)\n{\n}\n", diagnostics);
  for (const Diagnostic& d : diagnostics.entries()) ADD_FAILURE() << metadata << ": " << toText(d);
  return layer ? layer->findPrim(Path::fromText("/A")).field(name) : Value();
}

}  // namespace usdscope
