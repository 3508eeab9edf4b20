// One triangle that covers the whole picture, and the directions that are seen there.
layout(location = 2) uniform vec4 u_rayX;
layout(location = 3) uniform vec4 u_rayY;
layout(location = 4) uniform vec4 u_forward;

layout(location = 0) out vec3 v_direction;  // In the map.

void main() {
  const vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  v_direction = u_rayX.xyz * corner.x + u_rayY.xyz * corner.y + u_forward.xyz;
  gl_Position = vec4(corner, 0.5, 1.0);
}
