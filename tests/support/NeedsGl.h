// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "engine/gl/HeadlessContext.h"

namespace usdscope {

/// A current OpenGL context without a window. Where there is none the test is skipped and says why,
/// or fails where $REQUIRE_GL is set; it then has to end: `if (!context) return;`.
inline std::unique_ptr<HeadlessContext> needGl() {
  Diagnostics problems;
  auto context = HeadlessContext::make(problems);
  if (context) return context;
  const std::string problem = toText(problems.entries()[0]);
  const auto tell = [&] {
    if (std::getenv("REQUIRE_GL")) FAIL() << problem;
    GTEST_SKIP() << "This test draws and needs an OpenGL driver (Debian: libegl-mesa0, "
                    "libgl1-mesa-dri). "
                 << problem;
  };
  tell();
  return nullptr;
}

}  // namespace usdscope
