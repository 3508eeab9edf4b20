// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace usdscope {

/// What a word of a search text is about.
enum class SearchKey : std::uint8_t {
  Name,  ///< A word without a key: a part of the prim's name.
  Path,  ///< A word with a slash: a part of the prim's path.
  Type,
  Api,
  Kind,
  Purpose,
  Variant,
  Animated,
  Layer,
  Clip,
  Mentions,
};

/// One word of a search text: `type:Mesh` has the key Type and the text `Mesh`.
struct SearchTerm {
  SearchKey key = SearchKey::Name;
  std::string text;
  bool operator==(const SearchTerm&) const = default;
};

/// The words of a search text. A prim must match all of them.
struct SearchText {
  std::vector<SearchTerm> terms;
  /// A sentence about the first word that is not understood; empty if all are. Such words are not
  /// among the terms.
  std::string problem;
};

/// Splits a text into words. Quotation marks keep blanks together: `layer:"my shot.usda"`.
SearchText parseSearchText(std::string_view text);

/// A key as users write it, with help.
struct SearchKeyHelp {
  SearchKey key;
  std::string_view word;     ///< `type:`
  std::string_view example;  ///< `type:Mesh`
  std::string_view meaning;  ///< "Prims of a type, or of a type derived from it."
  /// The words that may follow the key, separated by blanks; empty if names of the scene follow.
  std::string_view choices;
};

/// All keys, in the order of the help.
std::span<const SearchKeyHelp> searchKeys();

}  // namespace usdscope
