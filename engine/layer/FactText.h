// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/value/TypeName.h"

namespace usdscope {

/// One line of the files in resources/definitions: `word word … = value`.
struct FactLine {
  int number = 0;  ///< 1-based.
  std::vector<std::string_view> words;
  std::optional<std::string_view> value;  ///< What follows ` = `, if that is there.
};

/// Runs through the lines of a fact file; blank lines and those that begin with `#` are left out.
/// The views are into the text.
class FactLines {
 public:
  explicit FactLines(std::string_view text) : rest_(text) {}

  /// Fills in the next line; false at the end.
  bool next(FactLine& line);

 private:
  std::string_view rest_;
  int number_ = 0;
};

/// The value that `text` says for a type: numbers (`inf` too), `true`, `false` and strings in
/// double quotes with the escapes of JSON, except \u. Brackets and commas only separate;
/// quaternions begin with the real part. Empty when the text does not fit the type.
Value readFactValue(std::string_view text, const TypeName& type);

}  // namespace usdscope
