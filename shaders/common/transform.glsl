// Transforms a normal by the cofactor matrix (inverse transpose times determinant). The result does
// not have unit length.
vec3 transformedNormal(mat3 linear, vec3 normal) {
  return mat3(cross(linear[1], linear[2]), cross(linear[2], linear[0]),
              cross(linear[0], linear[1])) * normal;
}
