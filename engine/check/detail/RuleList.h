// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check/detail/Rule.h"

// The rules by family; the table in Rules.cpp says which validator each belongs to.
namespace usdscope::detail {

// CoreRules.cpp
void checkComposition(const CheckedStage& checked, Reporter& report);
void checkDefaultPrim(const CheckedStage& checked, Reporter& report);
void checkStageMetadata(const CheckedStage& checked, Reporter& report);
void checkAttributeTypes(const CheckedStage& checked, const Prim& prim, Reporter& report);

// GeomRules.cpp
void checkNestedGprims(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkSubsetParent(const CheckedStage& checked, const Prim& prim, Reporter& report);

// SubsetRules.cpp
void checkSubsetFamilies(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkSubsetFamilyName(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkMaterialFamily(const CheckedStage& checked, const Prim& prim, Reporter& report);

// EncapsulationRules.cpp
void checkShaderEncapsulation(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkMaterialEncapsulation(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkLightEncapsulation(const CheckedStage& checked, const Prim& prim, Reporter& report);

// MaterialBindingRules.cpp
void checkBindingApi(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkBindingKinds(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkBindingTargets(const CheckedStage& checked, const Prim& prim, Reporter& report);

// ShaderRules.cpp
void checkShaderNodes(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkNormalMaps(const CheckedStage& checked, const Prim& prim, Reporter& report);

// SkelBindingRules.cpp
void checkSkelBindingApi(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkSkelRootAbove(const CheckedStage& checked, const Prim& prim, Reporter& report);

// AuthorshipRules.cpp
void checkAuthorshipSpecs(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkAuthorshipInputs(const CheckedStage& checked, const Prim& prim, Reporter& report);

// PhysicsRules.cpp
void checkRigidBody(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkCollider(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkArticulation(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkJoint(const CheckedStage& checked, const Prim& prim, Reporter& report);

// PackageRules.cpp
void checkPackageEncapsulation(const CheckedStage& checked, Reporter& report);
void checkFileExtensions(const CheckedStage& checked, Reporter& report);
void checkMissingReferences(const CheckedStage& checked, Reporter& report);
void checkRootPackage(const CheckedStage& checked, Reporter& report);
void checkPackages(const CheckedStage& checked, Reporter& report);

// RigRules.cpp
void checkRigs(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkInbetweens(const CheckedStage& checked, const Prim& prim, Reporter& report);

// ExtentRules.cpp
void checkExtents(const CheckedStage& checked, const Prim& prim, Reporter& report);

// ModelRules.cpp
void checkModelHierarchy(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkInstancedGprim(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkPurposes(const CheckedStage& checked, Reporter& report);

// TimeRules.cpp
void checkSampleTimes(const CheckedStage& checked, const Prim& prim, Reporter& report);
void checkRates(const CheckedStage& checked, Reporter& report);
void checkTimeRange(const CheckedStage& checked, Reporter& report);
void checkValueClips(const CheckedStage& checked, Reporter& report);

// AssetRules.cpp
void checkAssetPaths(const CheckedStage& checked, const Prim& prim, Reporter& report);

}  // namespace usdscope::detail
