// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ReadContext.h"
#include "engine/layer/FieldDefinitions.h"

namespace usdscope::usda {

/// The spec to which metadata belongs: the open prim, variant or pseudo-root, or one of its
/// properties.
struct MetadataOwner {
  FieldSpecs kind = kOnPrim;
  std::uint32_t property = 0;  ///< For attributes and relationships.

  bool isProperty() const { return kind == kOnAttribute || kind == kOnRelationship; }
  void set(ReadContext& context, Token name, Value value) const;
  const Value* find(const ReadContext& context, Token name) const;
};

/// Reads `( kind = "group"; "comment" … )`.
bool readMetadata(ReadContext& context, const MetadataOwner& owner);

/// Reads `"a"` or `["a", "b"]`.
bool readNames(ReadContext& context, std::vector<Token>& out);

}  // namespace usdscope::usda
