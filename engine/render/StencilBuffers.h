// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "engine/gl/Buffer.h"
#include "engine/gl/OpenGl.h"
#include "engine/scene/Stencils.h"

namespace usdscope {

/// The interface of shaders/mesh/refine.comp.
namespace refining {
inline constexpr GLuint kWords = 0;
inline constexpr GLuint kCage = 1;
inline constexpr GLuint kRefined = 2;

inline constexpr GLint kVertexCount = 0;
inline constexpr GLint kRowCount = 1;
inline constexpr GLint kSourceCount = 2;
inline constexpr GLint kFirstCage = 3;
inline constexpr GLint kFirstRefined = 4;
inline constexpr GLint kGroupWidth = 5;
inline constexpr std::uint32_t kGroupSize = 64;
}  // namespace refining

/// The stencils of refined geometries on the GPU, one buffer of words for each: the rows of the
/// vertices, the first elements of the rows and their end, the sources, the weights. Requires: the
/// context is current.
class StencilBuffers {
 public:
  /// Returns whether the device can bind the stencils in one buffer.
  static bool fits(const RefinedCage& refined);
  /// Returns the buffer of a cage, and uploads it on first use.
  const Buffer& of(const std::shared_ptr<const RefinedCage>& refined);
  /// Drops the buffers that have not been used since the last call.
  void dropUnused();

  std::size_t uploadedBytes() const { return uploadedBytes_; }  ///< Since construction.

 private:
  struct Entry {
    std::shared_ptr<const RefinedCage> refined;  // Keeps the key valid.
    Buffer buffer;
    bool isUsed = false;
  };
  std::unordered_map<const RefinedCage*, Entry> entries_;
  std::size_t uploadedBytes_ = 0;
};

}  // namespace usdscope
