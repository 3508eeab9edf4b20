// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/layer/Path.h"
#include "engine/stage/Prim.h"
#include "engine/value/Value.h"

namespace usdscope {

/// How an opinion affects the composed value of a metadata field.
enum class MetadataVerdict : std::uint8_t {
  Wins,     ///< Gives the value.
  Merged,   ///< Its dictionary or list edit is a part of the value.
  Weaker,   ///< A stronger opinion gives the value, or all keys of its dictionary.
  Ignored,  ///< The stage does not read metadata of the layer: only the session layer and the
            ///< root layer have metadata of the stage.
};

/// The opinion of one layer about a field.
struct MetadataOpinion {
  MetadataVerdict verdict = MetadataVerdict::Weaker;
  std::shared_ptr<const Layer> layer;
  Path specPath;
  std::uint32_t node = 0;  ///< Index into the nodes of the prim index.
  Value value;             ///< As on the stage: asset paths are resolved, time codes are mapped.
};

/// A key of a composed dictionary whose value is not a dictionary, and its origin.
struct MetadataKey {
  std::string key;  ///< The keys that lead to it, joined by colons: `studio:shot:name`.
  Value value;
  std::size_t opinion = 0;  ///< The strongest opinion with the key.
};

/// The composed value of a field, and its opinions.
struct MetadataReport {
  /// Empty if no opinion gives a value. Equals Prim::metadata() or Property::metadata().
  Value value;
  Value fallback;  ///< The schema's value for the property, if nothing is authored.
  std::vector<MetadataOpinion> opinions;  ///< Strongest first.
  std::vector<MetadataKey> keys;          ///< For a dictionary, sorted by key.
};

/// Reports on a field of a prim or, if `property` is not empty, of its property. For the
/// pseudo-root, the field is metadata of the stage.
MetadataReport reportMetadata(const Prim& prim, Token property, Token field);

}  // namespace usdscope
