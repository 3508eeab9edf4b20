// Takes a normal along: the transpose of the inverse, times the determinant. Not unit length.
vec3 transformedNormal(mat3 linear, vec3 normal) {
  return mat3(cross(linear[1], linear[2]), cross(linear[2], linear[0]),
              cross(linear[0], linear[1])) * normal;
}
