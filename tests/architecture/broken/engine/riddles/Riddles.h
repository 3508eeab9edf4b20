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
// The type is told to return the memory.
// The list is none of these.
// Here the line ends.
// From every path that is included on.
inline constexpr const char* kSense = "The value makes no sense.";
inline constexpr const char* kUse = "The type has no use here.";
// The list of what is below the prim.
// The last one stands in for those that are missing.
// The spline comes up to the knot.
// The curve goes on as a loop.
// The site speaks at another place.
inline constexpr const char* kWord = "This is a word of the grammar.";
inline constexpr const char* kCounts = "It has not as many times as samples.";
inline constexpr const char* kSelf = "The variable stands for itself.";
// The path is included with all below it.
// The set is taken away.
// An edit done to an array.
// The name is of no harm.
// TEST(Riddles, WhatIsMissingIsStoodInFor)
inline constexpr const char* kLeft = "The value is left out.";
// Rows that are empty are left out.
// There is no remedy here, and that is no worse than it sounds. The same-named file is fine.
// Returns null when there is none, or when none of them fits. Installs what is missing.
// The search has left a row out. The line ends here. TEST(Riddles, MissingFilesAreReported)
inline constexpr const char* kTold = "retold";
