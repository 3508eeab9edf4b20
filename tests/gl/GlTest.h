// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "engine/gl/HeadlessContext.h"

namespace usdscope {

/// Tests with a current OpenGL context without a window. Without a driver they are skipped, or fail
/// where $REQUIRE_GL is set.
class GlTest : public testing::Test {
 protected:
  void SetUp() override {
    Diagnostics diagnostics;
    context_ = HeadlessContext::make(diagnostics);
    if (context_) return;
    const std::string problem = toText(diagnostics.entries()[0]);
    if (std::getenv("REQUIRE_GL")) FAIL() << problem;
    GTEST_SKIP() << problem;
  }

 private:
  std::unique_ptr<HeadlessContext> context_;
};

}  // namespace usdscope
