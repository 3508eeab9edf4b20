// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/base/Token.h"

/// Names of schemas and properties that only the rules use. See also SchemaNames.h of `schema`.
namespace usdscope::detail::names {

inline const Token kNodeGraph("NodeGraph");
inline const Token kLightFilter("LightFilter");
inline const Token kLightApi("LightAPI");
inline const Token kImplementationSource("info:implementationSource");
inline const Token kIdSource("id");
inline const Token kSourceAsset("sourceAsset");
inline const Token kSourceCode("sourceCode");

inline const Token kMaterialBindingApi("MaterialBindingAPI");
inline const Token kFamilyName("familyName");  // GeomSubset
inline const Token kMaterialBind("materialBind");
inline const Token kUnrestricted("unrestricted");
inline const Token kPartition("partition");
inline const Token kPoint("point");
inline const Token kEdge("edge");
inline const Token kSegment("segment");
inline const Token kTetrahedron("tetrahedron");
inline const Token kTetVertexIndices("tetVertexIndices");
inline const Token kCubic("cubic");
inline const Token kBezier("bezier");

inline const Token kRigidBodyApi("PhysicsRigidBodyAPI");
inline const Token kMassApi("PhysicsMassAPI");
inline const Token kArticulationRootApi("PhysicsArticulationRootAPI");
inline const Token kRigidBodyEnabled("physics:rigidBodyEnabled");
inline const Token kKinematicEnabled("physics:kinematicEnabled");
inline const Token kMass("physics:mass");
inline const Token kDensity("physics:density");
inline const Token kPrincipalAxes("physics:principalAxes");
inline const Token kDiagonalInertia("physics:diagonalInertia");
inline const Token kBody0("physics:body0");
inline const Token kBody1("physics:body1");

}  // namespace usdscope::detail::names
