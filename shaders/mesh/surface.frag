#if defined(USDSCOPE_LAYERS) && defined(GL_ARB_post_depth_coverage)
#extension GL_ARB_post_depth_coverage : enable
layout(post_depth_coverage) in;
#endif
#include "common/interface.glsl"
#include "mesh/material.glsl"
#ifdef USDSCOPE_INSPECT
#include "mesh/inspect.glsl"
#else
#include "mesh/lighting.glsl"
#endif
#ifdef USDSCOPE_LAYERS
#include "mesh/layers.glsl"

layout(early_fragment_tests) in;
layout(location = 4) flat in uint v_object;

void addLayer(vec4 color) {
  const uint samples = uint(gl_SampleMaskIn[0]) & 0xFFu;
  if (samples == 0u || color == vec4(0.0)) return;
  if (layerHeads.used >= 0x80000000u) return;  // The counter does not wrap.
  const uint index = atomicAdd(layerHeads.used, 1u);
  if (index >= layerHeads.capacity) return;
  const vec4 finite = min(color, vec4(60000.0));
  const uint next = atomicExchange(layerHeads.heads[layerPixel()], index + 1u);
  layers.records[index] =
      LayerRecord(packHalf2x16(finite.rg), packHalf2x16(finite.ba), gl_FragCoord.z,
                  next | samples << kLayerSampleShift, v_object);
}
#endif

layout(location = 0) in vec3 v_position;
layout(location = 1) in vec3 v_normal;
layout(location = 2) in vec2 v_texCoord;
layout(location = 3) in vec4 v_color;
layout(location = 6) flat in uint v_flags;  // kObject…
layout(location = 7) flat in uint v_links;  // The lights of the object.
#ifdef USDSCOPE_WIREFRAME
layout(location = 5) in vec3 v_edges;
#endif
#ifdef USDSCOPE_INSPECT
layout(location = 9) flat in uint v_joint;
#endif

#ifdef USDSCOPE_DISPLACED
#include "mesh/displacement.glsl"
layout(location = 8) in vec3 v_base;  // The position before displacement.

// The normal of the displaced surface. `base` is the position before displacement.
// (Mikkelsen, "Bump mapping unparametrized surfaces on the GPU", 2010.)
vec3 displacedNormal(vec3 vertexNormal, vec3 base, vec2 st) {
  const vec3 alongX = dFdx(base);
  const vec3 alongY = dFdy(base);
  const vec2 stX = dFdx(st);
  const vec2 stY = dFdy(st);
  const float size = length(vertexNormal);
  if (material.displacement.state.x != 1 || size == 0.0) return vertexNormal;
  const vec3 normal = vertexNormal / size;
  const float here = displacementOf(texture(t_displacement, displacementCoord(st)));
  const float risesX =
      displacementOf(texture(t_displacement, displacementCoord(st + stX))) - here;
  const float risesY =
      displacementOf(texture(t_displacement, displacementCoord(st + stY))) - here;
  const vec3 acrossX = cross(alongY, normal);
  const vec3 acrossY = cross(normal, alongX);
  const float area = dot(alongX, acrossX);
  const vec3 slope = sign(area) * (risesX * acrossX + risesY * acrossY);
  const vec3 bent = abs(area) * normal - slope;
  const float bentSize = length(bent);
  return bentSize > 0.0 ? bent / bentSize : normal;
}
#endif

layout(location = 0) out vec4 f_color;  // Premultiplied.

// The normal of the surface, not of unit length.
vec3 surfaceNormal() {
#ifdef USDSCOPE_DISPLACED
  return displacedNormal(v_normal, v_base, v_texCoord);
#else
  return v_normal;
#endif
}

vec3 toEyeAt(vec3 position) {
  if (camera.viewport.w == 1.0) {
    return vec3(camera.viewFromRelative[0].z, camera.viewFromRelative[1].z,
                camera.viewFromRelative[2].z);
  }
  return normalize(-position);
}

// The unit normal for lighting. As in the reference, it faces the eye only on front sides and on
// surfaces with two sides: a surface with one side is dark from behind.
vec3 shadingNormal(vec3 toEye) {
  const vec3 across = cross(dFdx(v_position), dFdy(v_position));
  const bool isMirrored = (v_flags & kObjectIsMirrored) != 0u;
  const bool isFront = gl_FrontFacing != isMirrored;
  const bool isDoubleSided = (v_flags & kObjectIsDoubleSided) != 0u;
  const vec3 own = surfaceNormal();
  const float size = dot(own, own);
  if ((camera.modes.x & kModeFlat) == 0u && size > 0.0) {
    const vec3 normal = own * inversesqrt(size);
    return isFront || !isDoubleSided ? normal : -normal;
  }
  const float faceSize = dot(across, across);
  const bool looksAway = (dot(across, toEye) < 0.0) == (isFront || isDoubleSided);
  const vec3 face = faceSize > 0.0 ? across * inversesqrt(faceSize) : toEye;
  return looksAway && faceSize > 0.0 ? -face : face;
}

#ifdef USDSCOPE_WIREFRAME
// The colour of edges that stand on the background. On bright backgrounds they are darker.
vec3 edgeColor(vec3 baseColor) {
  const float brightness = dot(camera.background.rgb, vec3(0.2126, 0.7152, 0.0722));
  return brightness > 0.18 ? baseColor * 0.2 : baseColor;
}
#endif

void main() {
  const vec3 toEye = toEyeAt(v_position);
  const vec3 normal = mappedNormal(shadingNormal(toEye), v_position, v_texCoord);
  SurfaceInputs inputs = surfaceInputs(v_color, v_texCoord);
#ifdef USDSCOPE_CUTOUT
  if (inputs.opacity < material.emission.w) discard;
  inputs.opacity = 1.0;
#endif
#ifdef USDSCOPE_INSPECT
  const bool isMirrored = (v_flags & kObjectIsMirrored) != 0u;
  const bool hasTexCoords = (v_flags & kObjectHasTexCoords) != 0u;
  vec4 color = inspected(inputs, v_position, normal, toEye, v_texCoord, v_color.rgb, v_joint,
                         hasTexCoords, gl_FrontFacing != isMirrored);
  if (camera.modes.y == kViewOverdraw) {  // Edges do not count.
    f_color = color;
    return;
  }
#else
  vec4 color = shade(inputs, v_position, normal, toEye, v_links);
#endif
#ifdef USDSCOPE_WIREFRAME
  // Distances to the edges in pixels. (Bærentzen et al., "Single-pass wireframe rendering", 2006.)
  const vec3 pixels = v_edges / max(fwidth(v_edges), vec3(1e-12));
  const float nearest = min(pixels.x, min(pixels.y, pixels.z));
  const float coverage = clamp(camera.wireColor.w + 0.5 - nearest, 0.0, 1.0);
  if ((camera.modes.x & kModeWireOnly) != 0u) {
    if (coverage < 0.05) discard;
    color = vec4(edgeColor(inputs.baseColor), 1.0) * coverage;
  } else if ((camera.modes.x & kModeHiddenLines) != 0u) {
    color = vec4(mix(camera.background.rgb, edgeColor(inputs.baseColor), coverage), 1.0);
  } else {
    color = mix(color, vec4(camera.wireColor.rgb, 1.0), coverage * 0.8);
  }
#endif
#ifdef USDSCOPE_LAYERS
  addLayer(color);
#endif
  f_color = color;
}
