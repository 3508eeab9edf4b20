// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace usdscope {

/// The subject of a word in a search text.
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
  Regex,     ///< A regular expression for the prim's name, or with a slash for its path.
  Joints,    ///< The number of joints of a Skeleton, as in `>100`.
  Points,    ///< The number of points at the default time or the first sample.
  Children,  ///< The number of children.
  Layers,    ///< The number of layers with opinions.
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

/// A comparison with a number: `100`, `>100`, `>=100`, `<100`, `<=100`.
struct NumberTest {
  bool isLessWanted = false;     ///< Whether smaller numbers match.
  bool isEqualWanted = false;    ///< Whether the number itself matches.
  bool isGreaterWanted = false;  ///< Whether larger numbers match.
  std::size_t number = 0;
  bool matches(std::size_t count) const {
    return count < number ? isLessWanted : count > number ? isGreaterWanted : isEqualWanted;
  }
  bool operator==(const NumberTest&) const = default;
};

/// Returns the comparison that a text stands for; empty if it is none.
std::optional<NumberTest> parseNumberTest(std::string_view text);

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
