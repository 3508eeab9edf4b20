// SPDX-License-Identifier: Apache-2.0
#include "engine/base/Json.h"

#include <istream>

template class nlohmann::basic_json<>;

namespace usdscope {

Json parseJson(std::string_view text) { return Json::parse(text, nullptr, false); }

Json parseJson(std::istream& in) { return Json::parse(in, nullptr, false); }

}  // namespace usdscope
