// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

// Json.cpp compiles the members once for all.
extern template class nlohmann::basic_json<>;

namespace usdscope {

/// A JSON value; objects are sorted by key.
using Json = nlohmann::json;

/// Reads a value. The result is_discarded() for faulty texts. These functions, unlike
/// Json::parse(), are compiled once.
Json parseJson(std::string_view text);
Json parseJson(std::istream& in);

/// Converts a floating-point number to JSON. NaN and infinities, which JSON cannot express, become
/// the texts "nan", "inf" and "-inf".
inline Json numberToJson(double number) {
  if (number != number) return "nan";
  if (number - number != 0.0) return number > 0.0 ? "inf" : "-inf";
  return number;
}

/// Returns the value on one line. Bytes that are not UTF-8 are replaced.
inline std::string toLine(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace usdscope
