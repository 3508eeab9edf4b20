// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "engine/base/Token.h"

namespace usdscope::fields {

// Names of the fields of specs that the engine itself uses, with the C++ type of their values.
// FieldDefinitions has the types of all registered fields.

inline const Token kSpecifier("specifier");                // Specifier
inline const Token kTypeName("typeName");                  // Token
inline const Token kActive("active");                      // bool
inline const Token kHidden("hidden");                      // bool
inline const Token kKind("kind");                          // Token
inline const Token kInstanceable("instanceable");          // bool
inline const Token kApiSchemas("apiSchemas");              // ListOp<Token>
inline const Token kReferences("references");              // ListOp<Reference>
inline const Token kPayload("payload");                    // ListOp<Payload>
inline const Token kInheritPaths("inheritPaths");          // ListOp<Path>
inline const Token kSpecializes("specializes");            // ListOp<Path>
inline const Token kVariantSetNames("variantSetNames");    // ListOp<std::string>
inline const Token kVariantSelection("variantSelection");  // VariantSelections
inline const Token kRelocates("relocates");                // Relocates; legacy, on prims
inline const Token kLayerRelocates("layerRelocates");      // Relocates; on the pseudo-root
inline const Token kClips("clips");                        // Dictionary
inline const Token kClipSets("clipSets");                  // ListOp<std::string>
inline const Token kPrimOrder("primOrder");                // std::vector<Token>
inline const Token kPropertyOrder("propertyOrder");        // std::vector<Token>
inline const Token kPermission("permission");              // Permission
inline const Token kSymmetryFunction("symmetryFunction");  // Token
inline const Token kComment("comment");                    // std::string
inline const Token kDocumentation("documentation");        // std::string
inline const Token kCustomData("customData");              // Dictionary
inline const Token kAssetInfo("assetInfo");                // Dictionary

inline const Token kCustom("custom");            // bool
inline const Token kVariability("variability");  // Variability
inline const Token kDefault("default");          // any data type, ValueBlock, AnimationBlock
inline const Token kTimeSamples("timeSamples");  // TimeSamples
inline const Token kSpline("spline");            // Spline
inline const Token kConnectionPaths("connectionPaths");  // ListOp<Path>
inline const Token kTargetPaths("targetPaths");          // ListOp<Path>
inline const Token kAllowedTokens("allowedTokens");      // Array<Token>
inline const Token kColorSpace("colorSpace");            // Token
inline const Token kInterpolation("interpolation");      // Token; of primvars
inline const Token kElementSize("elementSize");          // int; of primvars
inline const Token kDisplayUnit("displayUnit");          // Token

inline const Token kSubLayers("subLayers");                      // std::vector<std::string>
inline const Token kSubLayerOffsets("subLayerOffsets");          // std::vector<LayerOffset>
inline const Token kDefaultPrim("defaultPrim");                  // Token
inline const Token kStartTimeCode("startTimeCode");              // double
inline const Token kEndTimeCode("endTimeCode");                  // double
inline const Token kTimeCodesPerSecond("timeCodesPerSecond");    // double
inline const Token kFramesPerSecond("framesPerSecond");          // double
inline const Token kCustomLayerData("customLayerData");          // Dictionary
inline const Token kExpressionVariables("expressionVariables");  // Dictionary
inline const Token kOwner("owner");                              // std::string
inline const Token kSessionOwner("sessionOwner");                // std::string
inline const Token kHasOwnedSubLayers("hasOwnedSubLayers");      // bool
inline const Token kUpAxis("upAxis");                            // Token
inline const Token kMetersPerUnit("metersPerUnit");              // double
inline const Token kFallbackPrimTypes("fallbackPrimTypes");      // Dictionary

// Legacy fields that have no effect in USD.
inline const Token kSymmetryArguments("symmetryArguments");      // Dictionary
inline const Token kSymmetricPeer("symmetricPeer");              // std::string
inline const Token kPrefix("prefix");                            // std::string
inline const Token kSuffix("suffix");                            // std::string
inline const Token kPrefixSubstitutions("prefixSubstitutions");  // Dictionary
inline const Token kSuffixSubstitutions("suffixSubstitutions");  // Dictionary

// Fields in which crates list the names of the child specs of a spec. A Layer has these specs in
// its tables instead.
inline const Token kPrimChildren("primChildren");
inline const Token kPropertyChildren("properties");
/// std::vector<Token>: the names of all variant sets, in order. In a Layer, only prims with a
/// variant set without variants have this field, because such a set has no row. Text layers cannot
/// express it.
inline const Token kVariantSetChildren("variantSetChildren");
inline const Token kVariantChildren("variantChildren");
inline const Token kConnectionChildren("connectionChildren");
inline const Token kTargetChildren("targetChildren");
inline const Token kExpressionChildren("expressionChildren");
inline const Token kMapperChildren("mapperChildren");
inline const Token kMapperArgChildren("mapperArgChildren");
inline const std::array kChildLists = {
    kPrimChildren,       kPropertyChildren,   kVariantSetChildren,
    kVariantChildren,    kConnectionChildren, kTargetChildren,
    kExpressionChildren, kMapperChildren,     kMapperArgChildren};

/// Not a field: the type name, in crates, of a prim of any type.
inline const Token kAnyTypeName("__AnyType__");

}  // namespace usdscope::fields
