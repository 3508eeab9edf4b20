// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

// The check that the GUI thread never waits for files or for the resolution of attributes. Builds
// with USDSCOPE_CHECK_RESPONSIVE abort when it fails; in all others everything here is empty.

namespace usdscope {

#ifdef USDSCOPE_CHECK_RESPONSIVE

/// While one lives, its thread must stay responsive: it may open no file, and resolve one attribute
/// at most. Scopes inside of a scope belong to it.
class ResponsiveScope {
 public:
  ResponsiveScope();
  ~ResponsiveScope();
  ResponsiveScope(const ResponsiveScope&) = delete;
  ResponsiveScope& operator=(const ResponsiveScope&) = delete;
};

/// Ends the program with a message when the thread must stay responsive.
void noteFileAccess(const std::string& path);

/// Like noteFileAccess() if another attribute was resolved in the same scope before. `attribute`
/// identifies an attribute.
void noteResolution(std::uint64_t attribute);

#else

class ResponsiveScope {
 public:
  ResponsiveScope() {}
};
inline void noteFileAccess(const std::string&) {}
inline void noteResolution(std::uint64_t) {}

#endif

}  // namespace usdscope
