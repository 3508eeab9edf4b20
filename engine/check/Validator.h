// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace usdscope {

/// A group of rules that are selected together. (UsdValidationValidatorMetadata.)
struct Validator {
  /// Validators of OpenUSD have their names there, `usdSkelValidators:SkelBindingApiValidator`. Our
  /// own begin with `usdscope:`.
  std::string_view name;
  std::vector<std::string_view> keywords;
  /// The schemas to whose prims the rules apply, by the names of their C++ classes: `UsdGeomMesh`.
  /// Empty if the rules apply to the stage or to all prims.
  std::vector<std::string_view> schemaTypes;
  std::string_view doc;  ///< A sentence that states the requirement.
};

/// The keyword of all validators that OpenUSD does not have.
inline constexpr std::string_view kOwnKeyword = "UsdscopeValidators";
/// The keyword of the validators of packages.
inline constexpr std::string_view kPackageKeyword = "UsdzValidators";

inline constexpr std::string_view kRootPackageValidator = "usdUtilsValidators:RootPackageValidator";
inline constexpr std::string_view kPackageValidator = "usdUtilsValidators:UsdzPackageValidator";
inline constexpr std::string_view kDefaultPrimValidator = "usdValidation:StageMetadataChecker";

/// All validators, sorted by name.
std::span<const Validator> validators();

}  // namespace usdscope
