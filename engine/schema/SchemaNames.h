// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/base/Token.h"

// Names of USD's schemas that the engine itself uses: types, properties and the tokens that are
// their values. Metadata fields stand in engine/layer/Fields.h, all schemas in Definitions.

/// Types of prims and API schemas.
namespace usdscope::types {

inline const Token kTyped("Typed");
inline const Token kImageable("Imageable");
inline const Token kXformable("Xformable");
inline const Token kXform("Xform");
inline const Token kBoundable("Boundable");
inline const Token kCamera("Camera");
inline const Token kPointInstancer("PointInstancer");

inline const Token kGprim("Gprim");
inline const Token kPointBased("PointBased");
inline const Token kMesh("Mesh");
inline const Token kTetMesh("TetMesh");
inline const Token kGeomSubset("GeomSubset");
inline const Token kPoints("Points");
inline const Token kCurves("Curves");
inline const Token kBasisCurves("BasisCurves");
inline const Token kHermiteCurves("HermiteCurves");
inline const Token kNurbsCurves("NurbsCurves");
inline const Token kNurbsPatch("NurbsPatch");
inline const Token kCube("Cube");
inline const Token kSphere("Sphere");
inline const Token kCone("Cone");
inline const Token kCylinder("Cylinder");
inline const Token kCylinder1("Cylinder_1");
inline const Token kCapsule("Capsule");
inline const Token kCapsule1("Capsule_1");
inline const Token kPlane("Plane");

inline const Token kRectLight("RectLight");
inline const Token kDiskLight("DiskLight");
inline const Token kSphereLight("SphereLight");
inline const Token kCylinderLight("CylinderLight");
inline const Token kPortalLight("PortalLight");
inline const Token kGeometryLight("GeometryLight");
inline const Token kDistantLight("DistantLight");
inline const Token kDomeLight("DomeLight");
inline const Token kDomeLight1("DomeLight_1");

inline const Token kMaterial("Material");
inline const Token kShader("Shader");

inline const Token kSkelRoot("SkelRoot");
inline const Token kSkeleton("Skeleton");
inline const Token kSkelAnimation("SkelAnimation");
inline const Token kBlendShape("BlendShape");

inline const Token kCollectionApi("CollectionAPI");
inline const Token kLightApi("LightAPI");
inline const Token kShapingApi("ShapingAPI");
inline const Token kSkelBindingApi("SkelBindingAPI");

}  // namespace usdscope::types

/// Geometry, cameras and point instancers.
namespace usdscope::geom {

inline const Token kPurpose("purpose");
inline const Token kDefaultPurpose("default");
inline const Token kRenderPurpose("render");
inline const Token kProxyPurpose("proxy");
inline const Token kGuidePurpose("guide");
inline const Token kVisibility("visibility");
inline const Token kInherited("inherited");
inline const Token kInvisible("invisible");
inline const Token kXformOpOrder("xformOpOrder");
inline const Token kResetXformStack("!resetXformStack!");
inline constexpr std::string_view kInvertPrefix = "!invert!";  // In xformOpOrder.
inline const Token kXformOpTransform("xformOp:transform");
inline const Token kExtent("extent");
inline const Token kExtentsHint("extentsHint");

inline const Token kPoints("points");
inline const Token kPointWeights("pointWeights");
inline const Token kNormals("normals");
inline const Token kWidths("widths");
inline const Token kOrientation("orientation");
inline const Token kLeftHanded("leftHanded");
inline const Token kDoubleSided("doubleSided");
inline const Token kFaceVertexCounts("faceVertexCounts");
inline const Token kFaceVertexIndices("faceVertexIndices");
inline const Token kHoleIndices("holeIndices");
inline const Token kSurfaceFaceVertexIndices("surfaceFaceVertexIndices");  // TetMesh
inline const Token kSubdivisionScheme("subdivisionScheme");
inline const Token kNone("none");
inline const Token kElementType("elementType");  // GeomSubset
inline const Token kFace("face");
inline const Token kIndices("indices");

inline const Token kCurveVertexCounts("curveVertexCounts");
inline const Token kType("type");
inline const Token kLinear("linear");
inline const Token kBasis("basis");
inline const Token kBSpline("bspline");
inline const Token kCatmullRom("catmullRom");
inline const Token kWrap("wrap");
inline const Token kPeriodic("periodic");
inline const Token kPinned("pinned");

inline const Token kSize("size");
inline const Token kRadius("radius");
inline const Token kRadiusBottom("radiusBottom");
inline const Token kRadiusTop("radiusTop");
inline const Token kHeight("height");
inline const Token kWidth("width");
inline const Token kLength("length");
inline const Token kAxis("axis");
inline const Token kX("X");
inline const Token kY("Y");
inline const Token kZ("Z");

// Primvars, without `primvars:`, and the values of their interpolation.
inline const Token kDisplayColor("displayColor");
inline const Token kDisplayOpacity("displayOpacity");
inline const Token kSt("st");
inline const Token kConstant("constant");
inline const Token kUniform("uniform");
inline const Token kVarying("varying");
inline const Token kVertex("vertex");
inline const Token kFaceVarying("faceVarying");

inline const Token kPrototypes("prototypes");
inline const Token kProtoIndices("protoIndices");
inline const Token kIds("ids");
inline const Token kInactiveIds("inactiveIds");  // Metadata of the instancer.
inline const Token kInvisibleIds("invisibleIds");
inline const Token kPositions("positions");
inline const Token kOrientations("orientations");
inline const Token kOrientationsFloat("orientationsf");
inline const Token kScales("scales");
inline const Token kVelocities("velocities");
inline const Token kAccelerations("accelerations");
inline const Token kAngularVelocities("angularVelocities");

inline const Token kProjection("projection");
inline const Token kOrthographic("orthographic");
inline const Token kHorizontalAperture("horizontalAperture");
inline const Token kHorizontalApertureOffset("horizontalApertureOffset");
inline const Token kVerticalAperture("verticalAperture");
inline const Token kVerticalApertureOffset("verticalApertureOffset");
inline const Token kFocalLength("focalLength");
inline const Token kClippingRange("clippingRange");

}  // namespace usdscope::geom

/// Names of the attributes of UsdGeomModelAPI, and the tokens that are their values.
namespace usdscope::model {

inline const Token kDrawMode("model:drawMode");
inline const Token kDefault("default");
inline const Token kOrigin("origin");
inline const Token kBounds("bounds");
inline const Token kCards("cards");
inline const Token kApplyDrawMode("model:applyDrawMode");
inline const Token kDrawModeColor("model:drawModeColor");
inline const Token kCardGeometry("model:cardGeometry");
inline const Token kBox("box");
inline const Token kFromTexture("fromTexture");

}  // namespace usdscope::model

/// Skeletons, animations and blend shapes.
namespace usdscope::skel {

inline const Token kJoints("joints");
inline const Token kBindTransforms("bindTransforms");
inline const Token kRestTransforms("restTransforms");
inline const Token kTranslations("translations");
inline const Token kRotations("rotations");
inline const Token kScales("scales");
inline const Token kBlendShapes("blendShapes");
inline const Token kBlendShapeWeights("blendShapeWeights");
inline const Token kOffsets("offsets");
inline const Token kNormalOffsets("normalOffsets");
inline const Token kPointIndices("pointIndices");
inline const Token kWeight("weight");  // Metadata of an in-between shape.
inline const Token kClassicLinear("classicLinear");
inline const Token kDualQuaternion("dualQuaternion");

}  // namespace usdscope::skel

/// Properties that SkelBindingAPI brings.
namespace usdscope::skel_binding {

inline const Token kSkeleton("skel:skeleton");
inline const Token kAnimationSource("skel:animationSource");
inline const Token kJoints("skel:joints");
inline const Token kBlendShapes("skel:blendShapes");
inline const Token kBlendShapeTargets("skel:blendShapeTargets");
inline const Token kJointIndices("primvars:skel:jointIndices");
inline const Token kJointWeights("primvars:skel:jointWeights");
inline const Token kSkinningMethod("primvars:skel:skinningMethod");
inline const Token kGeomBindTransform("primvars:skel:geomBindTransform");

}  // namespace usdscope::skel_binding

/// Lights.
namespace usdscope::lux {

inline const Token kAngle("inputs:angle");
inline const Token kColor("inputs:color");
inline const Token kColorTemperature("inputs:colorTemperature");
inline const Token kDiffuse("inputs:diffuse");
inline const Token kEnableColorTemperature("inputs:enableColorTemperature");
inline const Token kExposure("inputs:exposure");
inline const Token kIntensity("inputs:intensity");
inline const Token kNormalize("inputs:normalize");
inline const Token kSpecular("inputs:specular");
inline const Token kConeAngle("inputs:shaping:cone:angle");
inline const Token kConeSoftness("inputs:shaping:cone:softness");
inline const Token kFocus("inputs:shaping:focus");
inline const Token kFocusTint("inputs:shaping:focusTint");
inline const Token kIesAngleScale("inputs:shaping:ies:angleScale");
inline const Token kIesFile("inputs:shaping:ies:file");
inline const Token kIesNormalize("inputs:shaping:ies:normalize");
inline const Token kTextureFile("inputs:texture:file");
inline const Token kTextureFormat("inputs:texture:format");
inline const Token kAutomatic("automatic");
inline const Token kLatLong("latlong");
inline const Token kPoleAxis("poleAxis");
inline const Token kLightLink("lightLink");
inline const Token kShadowLink("shadowLink");
inline const Token kShadowEnable("inputs:shadow:enable");
inline const Token kShadowColor("inputs:shadow:color");
inline const Token kShadowDistance("inputs:shadow:distance");
inline const Token kFilters("light:filters");
inline const Token kHeight("inputs:height");
inline const Token kLength("inputs:length");
inline const Token kRadius("inputs:radius");
inline const Token kWidth("inputs:width");

}  // namespace usdscope::lux

/// Materials and the shaders of UsdPreviewSurface.
namespace usdscope::shade {

inline const Token kMaterialBinding("material:binding");
inline const Token kBindMaterialAs("bindMaterialAs");  // Metadata of a binding.
inline const Token kStrongerThanDescendants("strongerThanDescendants");
inline const Token kPreview("preview");
inline const Token kPresence("presence");

inline const Token kSurfaceOutput("outputs:surface");
inline const Token kGlslfxSurfaceOutput("outputs:glslfx:surface");
inline const Token kMtlxSurfaceOutput("outputs:mtlx:surface");
inline const Token kId("info:id");
inline const Token kUsdPreviewSurface("UsdPreviewSurface");
inline const Token kUsdTransform2d("UsdTransform2d");
inline const Token kUsdUvTexture("UsdUVTexture");

inline const Token kClearcoat("inputs:clearcoat");
inline const Token kClearcoatRoughness("inputs:clearcoatRoughness");
inline const Token kDiffuseColor("inputs:diffuseColor");
inline const Token kDisplacement("inputs:displacement");
inline const Token kEmissiveColor("inputs:emissiveColor");
inline const Token kIor("inputs:ior");
inline const Token kMetallic("inputs:metallic");
inline const Token kNormal("inputs:normal");
inline const Token kOcclusion("inputs:occlusion");
inline const Token kOpacity("inputs:opacity");
inline const Token kOpacityMode("inputs:opacityMode");
inline const Token kOpacityThreshold("inputs:opacityThreshold");
inline const Token kRoughness("inputs:roughness");
inline const Token kSpecularColor("inputs:specularColor");
inline const Token kUseSpecularWorkflow("inputs:useSpecularWorkflow");

inline const Token kBias("inputs:bias");
inline const Token kFallback("inputs:fallback");
inline const Token kFile("inputs:file");
inline const Token kIn("inputs:in");
inline const Token kRotation("inputs:rotation");
inline const Token kScale("inputs:scale");
inline const Token kSourceColorSpace("inputs:sourceColorSpace");
inline const Token kSrgb("sRGB");
inline const Token kRaw("raw");
inline const Token kSt("inputs:st");
inline const Token kTranslation("inputs:translation");
inline const Token kVarname("inputs:varname");
inline const Token kWrapS("inputs:wrapS");
inline const Token kWrapT("inputs:wrapT");

}  // namespace usdscope::shade

/// Collections: the ends of the names of their properties, and values of `expansionRule`.
namespace usdscope::collections {

inline constexpr std::string_view kIncludes = "includes";
inline constexpr std::string_view kExcludes = "excludes";
inline constexpr std::string_view kIncludeRoot = "includeRoot";
inline constexpr std::string_view kExpansionRule = "expansionRule";
inline const Token kExplicitOnly("explicitOnly");
inline const Token kExpandPrims("expandPrims");
inline const Token kExpandPrimsAndProperties("expandPrimsAndProperties");

}  // namespace usdscope::collections
