// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/definitions/SchemaFacts.h"
#include "engine/format/Environment.h"
#include "engine/layer/Layer.h"
#include "engine/plugins/detail/PlugInfo.h"

namespace usdscope::detail {

/// The generatedSchema.usda of a plug-in, read when the first schema asks for it.
class GeneratedSchema {
 public:
  /// The arguments must outlive it.
  GeneratedSchema(const Plugin& plugin, const Environment& environment, Diagnostics& diagnostics)
      : plugin_(plugin), environment_(environment), diagnostics_(diagnostics) {}

  /// Adds what the class of the schema's name says: properties, overrides and built-in API schemas.
  /// Without a class of this name, types that a prim can have and API schemas that can be applied
  /// have none, which is reported as kNoGeneratedSchema. Texts of documentation stay behind.
  void addTo(SchemaFacts::Schema& schema);

 private:
  void open();
  std::optional<PropertyDefinition> propertyOf(const PropertySpec& spec);

  const Plugin& plugin_;
  const Environment& environment_;
  Diagnostics& diagnostics_;
  bool isOpened_ = false;
  std::string file_;
  std::shared_ptr<const Layer> layer_;  ///< Null: there is none.
};

}  // namespace usdscope::detail
