// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <unordered_map>

#include "engine/definitions/PrimDefinition.h"

namespace usdscope {

/// `name` with the instance name in place of the first whole component `__INSTANCE_NAME__`; a
/// name without one as it is.
Token instanceName(Token name, std::string_view instance);

/// Puts a PrimDefinition together, strongest schema first.
class PrimDefinitionBuilder {
 public:
  PrimDefinitionBuilder() = default;
  explicit PrimDefinitionBuilder(const PrimDefinition& strongest);

  void addApiSchema(Token name) { result_.apiSchemas_.push_back(name); }

  /// Adds a property that is weaker than all so far. Of one that is there and of the same type only
  /// its fallback and `hidden` count, where the stronger ones say nothing.
  /// `definition` has to live as long as the result.
  void addProperty(Token name, const PropertyDefinition& definition);

  /// Lays facts over a property of this name and type, if there is one; its variability stays.
  void addOverride(Token name, const PropertyDefinition& stronger);

  /// Adds all properties of `weaker`, under this instance name if it is a template.
  void addProperties(const PrimDefinition& weaker, std::string_view instance);

  /// The result; the builder is empty afterwards.
  PrimDefinition build();

 private:
  PrimDefinition result_;
  std::unordered_map<Token, std::size_t> indexOf_;
};

}  // namespace usdscope
