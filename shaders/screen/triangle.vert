// One triangle that covers the whole picture.
void main() {
  const vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(corner, 0.5, 1.0);
}
