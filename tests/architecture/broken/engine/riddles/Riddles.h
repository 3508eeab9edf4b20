// SPDX-License-Identifier: Apache-2.0
#pragma once

// Of what it has the first.
// Plain so far. What follows is not.
// Those that are left.
// The same without that.
// Where all is well.
// As well as all others.
inline constexpr const char* kRiddle = "The weight is no number.";  ///< Nobody tells why.
// It is left out without a word.

// There is no remedy here, and that is no worse than it sounds. The same-named file is fine.
