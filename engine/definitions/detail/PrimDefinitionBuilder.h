// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <unordered_map>

#include "engine/definitions/PrimDefinition.h"

namespace usdscope {

/// Replaces the first whole component `__INSTANCE_NAME__` of `name` with the instance name. Returns
/// other names unchanged.
Token instanceName(Token name, std::string_view instance);

/// Builds a PrimDefinition, strongest schema first.
class PrimDefinitionBuilder {
 public:
  PrimDefinitionBuilder() = default;
  explicit PrimDefinitionBuilder(const PrimDefinition& strongest);

  void addApiSchema(Token name) { result_.apiSchemas_.push_back(name); }

  /// Adds a property that is weaker than all properties so far. If the definition already has a
  /// property of this name and type, that property only gets the fallback and `hidden` of the new
  /// one, if it lacks them. Requires: `definition` lives as long as the result.
  void addProperty(Token name, const PropertyDefinition& definition);

  /// Overrides the property of this name and type, if there is one, except for its variability.
  void addOverride(Token name, const PropertyDefinition& stronger);

  /// Adds all properties of `weaker`, under the instance name if it is a template.
  void addProperties(const PrimDefinition& weaker, std::string_view instance);

  /// Returns the result. The builder is empty afterwards.
  PrimDefinition build();

 private:
  PrimDefinition result_;
  std::unordered_map<Token, std::size_t> indexOf_;
};

}  // namespace usdscope
