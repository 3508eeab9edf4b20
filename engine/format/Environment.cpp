// SPDX-License-Identifier: Apache-2.0
#include "engine/format/Environment.h"

#include <cassert>

#include "engine/asset/DefaultResolver.h"
#include "engine/definitions/Definitions.h"
#include "engine/format/LayerFormat.h"
#include "engine/layer/FieldDefinitions.h"

namespace usdscope {

Environment::Environment() : Environment(nullptr, nullptr, {}) {}

Environment::Environment(std::shared_ptr<AssetResolver> resolver)
    : resolver_(std::move(resolver)), pluginProblems_(std::make_shared<const Diagnostics>()) {
  assert(resolver_);
}

Environment::Environment(std::shared_ptr<const Definitions> definitions,
                         std::shared_ptr<const FieldDefinitions> fields, Diagnostics pluginProblems)
    : resolver_(std::make_shared<DefaultResolver>()),
      definitions_(std::move(definitions)),
      fields_(std::move(fields)),
      pluginProblems_(std::make_shared<const Diagnostics>(std::move(pluginProblems))) {}

Environment Environment::with(std::shared_ptr<AssetResolver> resolver) const {
  assert(resolver);
  Environment result = *this;
  result.resolver_ = std::move(resolver);
  return result;
}

const Definitions& Environment::definitions() const {
  return definitions_ ? *definitions_ : Definitions::builtin();
}

const FieldDefinitions& Environment::fields() const {
  return fields_ ? *fields_ : FieldDefinitions::builtin();
}

std::span<const FileFormat> Environment::fileFormats() const { return builtinFileFormats(); }

}  // namespace usdscope
