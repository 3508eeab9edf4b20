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
  std::optional<std::string_view> value;  ///< The text after ` = `, if there is any.
};

/// Iterates over the lines of a fact file. Skips blank lines and lines that begin with `#`. The
/// views refer to the text.
class FactLines {
 public:
  explicit FactLines(std::string_view text) : rest_(text) {}

  /// Reads the next line. Returns false at the end.
  bool next(FactLine& line);

 private:
  std::string_view rest_;
  int number_ = 0;
};

/// Parses `text` as a value of a type: numbers (also `inf`), `true`, `false` and strings in double
/// quotes with the escapes of JSON, except \u. Brackets and commas are treated like blanks.
/// Quaternions begin with the real part. Returns an empty value when the text does not fit the
/// type.
Value readFactValue(std::string_view text, const TypeName& type);

}  // namespace usdscope
