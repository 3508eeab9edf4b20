#include "common/latlong.glsl"

layout(binding = 0) uniform sampler2D t_map;

layout(location = 0) in vec3 v_direction;

layout(location = 0) out vec4 f_color;

void main() {
  f_color = vec4(textureLod(t_map, latLongOf(normalize(v_direction)), 0.0).rgb, 1.0);
}
