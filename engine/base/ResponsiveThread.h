// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

// The check that the GUI thread never waits for files, long work or the resolution of attributes.
// The tests of the window switch it on; in the program it does nothing.

namespace usdscope {

/// Switches the check on for the rest of the process. Requires: no other thread of the engine runs
/// yet.
void enforceResponsiveness();

/// While one lives, its thread must stay responsive: it may open no file, look for none, start no
/// long work, and resolve one attribute at most. Scopes inside of a scope belong to it.
class ResponsiveScope {
 public:
  ResponsiveScope();
  ~ResponsiveScope();
  ResponsiveScope(const ResponsiveScope&) = delete;
  ResponsiveScope& operator=(const ResponsiveScope&) = delete;
};

namespace detail {
extern bool responsivenessIsEnforced;
}

/// True after enforceResponsiveness().
inline bool isResponsivenessEnforced() { return detail::responsivenessIsEnforced; }

/// Ends the program with a message when the check is on and the thread must stay responsive. Called
/// before a file is opened, and before its state is asked for.
void noteFileAccess(const std::string& path);

/// Like noteFileAccess(), for work that may take long. `what` continues the sentence "it …".
void noteLongWork(const char* what);

/// Like noteFileAccess() if another attribute was resolved in the same scope before. `attribute`
/// identifies an attribute.
void noteResolution(std::uint64_t attribute);

}  // namespace usdscope
