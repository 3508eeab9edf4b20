// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/definitions/SchemaFacts.h"
#include "engine/format/Environment.h"
#include "engine/layer/Layer.h"
#include "engine/plugins/detail/PlugInfo.h"

namespace usdscope::detail {

/// The generatedSchema.usda of a plug-in, read on the first addTo().
class GeneratedSchema {
 public:
  /// Requires: the arguments outlive this object.
  GeneratedSchema(const Plugin& plugin, const Environment& environment, Diagnostics& diagnostics)
      : plugin_(plugin), environment_(environment), diagnostics_(diagnostics) {}

  /// Adds the properties, overrides and built-in API schemas of the class with the schema's name.
  /// Reports kNoGeneratedSchema if there is no such class for a concrete type or an applied API
  /// schema. Omits documentation.
  void addTo(SchemaFacts::Schema& schema);

 private:
  void open();
  std::optional<PropertyDefinition> propertyOf(const PropertySpec& spec);

  const Plugin& plugin_;
  const Environment& environment_;
  Diagnostics& diagnostics_;
  bool isOpened_ = false;
  std::string file_;
  std::shared_ptr<const Layer> layer_;  ///< Null if the file cannot be read.
};

}  // namespace usdscope::detail
