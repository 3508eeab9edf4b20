// SPDX-License-Identifier: Apache-2.0
#include "engine/render/DrawSlices.h"

#include <utility>

#include "engine/gl/OpenGl.h"

namespace usdscope {
namespace {

// About 20 ms of work. Waiting costs a device some time in which it has nothing to do.
constexpr std::size_t kSoftwareTriangles = 100'000;
constexpr std::size_t kTriangles = 20'000'000;
// A draw call costs as much as some triangles, however few it has.
constexpr std::size_t kTrianglesPerCall = 50;

}  // namespace

DrawSlices::DrawSlices(std::stop_token stop, bool isSoftware) : stop_(std::move(stop)) {
  if (isSoftware) {
    most_ = kSoftwareTriangles;
  } else if (stop_.stop_possible()) {
    most_ = kTriangles;
  }
}

bool DrawSlices::next(std::size_t triangleCount) {
  if (most_ == kUnlimited) return true;
  drawn_ += triangleCount + kTrianglesPerCall;
  if (drawn_ > most_) {
    glFinish();
    drawn_ = 0;
  }
  return !stop_.stop_requested();
}

}  // namespace usdscope
