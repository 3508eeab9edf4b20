// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

// Json.cpp compiles the members once for all.
extern template class nlohmann::basic_json<>;

namespace usdscope {

/// A JSON value; objects are sorted by key.
using Json = nlohmann::json;

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
