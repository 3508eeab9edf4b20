#include "common/interface.glsl"

layout(location = 3) in vec4 v_color;
layout(location = 4) flat in uint v_object;

layout(location = 0) out vec4 f_color;

void main() { f_color = vec4(v_color.rgb, 1.0) * v_color.a; }
