// The texture coordinates of a unit direction in a map of longitudes and latitudes: +y is at the
// top, +z in the middle, +x in the middle of the left half.
vec2 latLongOf(vec3 direction) {
  const float kHalfTurn = 3.14159265;
  return vec2(atan(direction.z, direction.x) / (2.0 * kHalfTurn) + 0.25,
              1.0 - acos(clamp(direction.y, -1.0, 1.0)) / kHalfTurn);
}
