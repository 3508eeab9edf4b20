// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "tests/support/NeedsGl.h"

namespace usdscope {

/// Fixture with a current OpenGL context without a window. Without a driver its tests are skipped,
/// or fail if $REQUIRE_GL is set.
class GlTest : public testing::Test {
 protected:
  void SetUp() override { context_ = needGl(); }

 private:
  std::unique_ptr<HeadlessContext> context_;
};

}  // namespace usdscope
