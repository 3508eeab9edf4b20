// SPDX-License-Identifier: Apache-2.0
#include "engine/base/ResponsiveThread.h"

#include <gtest/gtest.h>

#include "engine/base/FileBytes.h"

namespace usdscope {
namespace {

// The check stays on, so each case runs in the process of a death test.
void readFileOnResponsiveThread() {
  enforceResponsiveness();
  const ResponsiveScope scope;
  static_cast<void>(readFileBytes("scene.usda"));
}

void resolveOnResponsiveThread(std::uint64_t first, std::uint64_t second) {
  enforceResponsiveness();
  const ResponsiveScope scope;
  noteResolution(first);
  noteResolution(second);
}

void workOnResponsiveThread() {
  enforceResponsiveness();
  const ResponsiveScope scope;
  noteLongWork("composes a stage");
}

TEST(ResponsiveThread, MayDoNoLongWork) {
  EXPECT_DEATH(workOnResponsiveThread(), "it composes a stage");
}

TEST(ResponsiveThread, MayReadNoFile) {
  EXPECT_DEATH(readFileOnResponsiveThread(), "waits for the file scene.usda");
}

TEST(ResponsiveThread, MayResolveOneAttribute) {
  EXPECT_EXIT((resolveOnResponsiveThread(1, 1), std::exit(0)), testing::ExitedWithCode(0), "");
  EXPECT_DEATH(resolveOnResponsiveThread(1, 2), "resolves a second attribute");
}

TEST(ResponsiveThread, OutsideOfScopesEverythingIsAllowed) {
  EXPECT_EXIT(
      {
        enforceResponsiveness();
        static_cast<void>(readFileBytes("scene.usda"));
        noteResolution(1);
        noteResolution(2);
        std::exit(0);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace usdscope
