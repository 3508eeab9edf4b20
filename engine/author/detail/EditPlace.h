// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "engine/author/EditTranslator.h"
#include "engine/value/TypeName.h"

namespace usdscope {

/// The spec of a property that an edit changes, or the reason why there is none.
struct EditTranslator::Place {
  std::string problem;  ///< If it is not empty, the other members are not set.
  Path property;        ///< The path on the stage.
  PropertyPlace spec;   ///< The path in the layer, and how a new spec is declared.
  std::shared_ptr<const Layer> layer;
  PropertySpec present;            ///< Converts to false when the layer has no spec of it.
  const TypeName* type = nullptr;  ///< The type of an attribute; null when unknown.
  Token typeName;                  ///< The name of the type on the stage.
};

}  // namespace usdscope
