#include "common/hash.glsl"

// Keeps as many samples of the fragment as the share of a pixel that is covered, so that what is
// thinner than a pixel fades. `seed` chooses the samples: unlike things in one pixel keep unlike
// samples, and so many of them cover it together, whatever their order.
void coverSamples(float coverage, uint seed) {
  gl_SampleMask[0] = ~0;
  if (coverage >= 1.0) return;
  const uint pixel = uint(gl_FragCoord.x) * 8191u + uint(gl_FragCoord.y);
  const uint random = hashOf(seed ^ hashOf(pixel));
  const uint count = uint(max(gl_NumSamples, 1));
  const float chance = float(random & 0xffffu) / 65536.0;
  const uint kept = min(uint(coverage * float(count) + chance), count);
  const uint turn = (random >> 16) % count;
  const uint bits = ((1u << kept) - 1u) << turn;
  gl_SampleMask[0] = int((bits | (bits >> count)) & ((1u << count) - 1u));
}
