// Leaves depths only.
#include "common/interface.glsl"
#ifdef USDSCOPE_CUTOUT
#include "mesh/material.glsl"
layout(location = 2) in vec2 v_texCoord;
layout(location = 3) in vec4 v_color;
#endif

void main() {
#ifdef USDSCOPE_CUTOUT
  if (surfaceInputs(v_color, v_texCoord).opacity < material.emission.w) discard;
#endif
}
