#include "common/interface.glsl"
#include "mesh/pick.glsl"
#ifdef USDSCOPE_CUTOUT
#include "mesh/material.glsl"
layout(location = 2) in vec2 v_texCoord;
layout(location = 3) in vec4 v_color;
#endif

layout(location = 4) flat in uint v_object;
layout(location = 9) flat in uint v_vertex;

layout(location = 0) out uint f_id;  // Object index + 1; the cleared value 0 is the background.
layout(location = 1) out uint f_vertex;  // The index of the vertex + 1.

void main() {
  if (isLeftOut(v_object)) discard;
#ifdef USDSCOPE_CUTOUT
  if (surfaceInputs(v_color, v_texCoord).opacity < material.emission.w) discard;
#endif
  f_id = v_object + 1u;
  f_vertex = v_vertex + 1u;
}
