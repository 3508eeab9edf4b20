// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace usdscope::detail {

/// The text of resources/definitions/schemas.txt, which the build embeds in the program.
std::string_view schemaFacts();

}  // namespace usdscope::detail
