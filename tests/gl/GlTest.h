// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "tests/support/NeedsGl.h"

namespace usdscope {

/// Tests with a current OpenGL context without a window. Without a driver they are skipped, or fail
/// where $REQUIRE_GL is set.
class GlTest : public testing::Test {
 protected:
  void SetUp() override { context_ = needGl(); }

 private:
  std::unique_ptr<HeadlessContext> context_;
};

}  // namespace usdscope
