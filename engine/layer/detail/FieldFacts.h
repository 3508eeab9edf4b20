// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace usdscope::detail {

/// The text of resources/definitions/fields.txt, which the build embeds in the program.
std::string_view fieldFacts();

}  // namespace usdscope::detail
