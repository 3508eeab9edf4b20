// SPDX-License-Identifier: Apache-2.0
#include "engine/base/ResponsiveThread.h"

#include <cstdio>
#include <cstdlib>
#include <optional>

namespace usdscope {

bool detail::responsivenessIsEnforced = false;

namespace {

struct ThreadState {
  int scopeCount = 0;
  std::optional<std::uint64_t> resolved;
};

thread_local ThreadState state;

[[noreturn]] void fail(const char* what, const char* which) {
  std::fprintf(stderr, "The GUI thread must stay responsive, but it %s%s.\n", what, which);
  std::abort();
}

}  // namespace

void enforceResponsiveness() { detail::responsivenessIsEnforced = true; }

ResponsiveScope::ResponsiveScope() {
  if (state.scopeCount++ == 0) state.resolved.reset();
}

ResponsiveScope::~ResponsiveScope() { --state.scopeCount; }

void noteFileAccess(const std::string& path) {
  if (isResponsivenessEnforced() && state.scopeCount > 0) fail("waits for the file ", path.c_str());
}

void noteLongWork(const char* what) {
  if (isResponsivenessEnforced() && state.scopeCount > 0) fail(what, "");
}

void noteResolution(std::uint64_t attribute) {
  if (!isResponsivenessEnforced() || state.scopeCount == 0) return;
  if (state.resolved.value_or(attribute) != attribute) fail("resolves a second attribute", "");
  state.resolved = attribute;
}

}  // namespace usdscope
