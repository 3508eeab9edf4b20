// Mixes all bits of a number. (Thomas Wang, "Integer hash function".)
uint hashOf(uint x) {
  x = (x ^ 61u) ^ (x >> 16);
  x *= 9u;
  x = x ^ (x >> 4);
  x *= 0x27d4eb2du;
  return x ^ (x >> 15);
}
