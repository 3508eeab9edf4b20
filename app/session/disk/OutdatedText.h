// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace usdscope {

class Diagnostics;
struct Explanation;

/// Says which files of an explained value have changed and cannot be read any more, so that the
/// value is that of the version before, and why they cannot: sentences that begin with a space
/// each. Empty if there are none. Files that are missing are left to the explanation. `outdated` is
/// Document::outdated; may be null.
std::string outdatedText(const Diagnostics* outdated, const Explanation& explanation);

}  // namespace usdscope
