#include "common/interface.glsl"
#include "overlay/grid.glsl"

layout(location = 0) out vec2 v_plane;     // Offset from u_center in steps of the grid.
layout(location = 1) out vec3 v_position;  // Relative.

const vec2 kCorners[6] = vec2[](vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0),
                                vec2(-1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0));

void main() {
  v_plane = kCorners[gl_VertexID] * u_grid.y;
  v_position = u_center.xyz + (u_axisS.xyz * v_plane.x + u_axisT.xyz * v_plane.y) * u_grid.x;
  gl_Position = camera.clipFromRelative * vec4(v_position, 1.0);
}
