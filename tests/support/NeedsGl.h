// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "engine/gl/HeadlessContext.h"

namespace usdscope {

/// Returns a current OpenGL context without a window. If there is none it returns null and skips
/// the test with the reason, or fails it if $REQUIRE_GL is set. The test must then return.
inline std::unique_ptr<HeadlessContext> needGl() {
  Diagnostics problems;
  auto context = HeadlessContext::make(problems);
  if (context) return context;
  const std::string problem = toText(problems.entries()[0]);
  const auto skipOrFail = [&] {
    if (std::getenv("REQUIRE_GL")) FAIL() << problem;
    GTEST_SKIP() << "This test draws and needs an OpenGL driver (Debian: libegl-mesa0, "
                    "libgl1-mesa-dri). "
                 << problem;
  };
  skipOrFail();
  return nullptr;
}

}  // namespace usdscope
