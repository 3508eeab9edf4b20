// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Token.h"

namespace usdscope::fields {

/// std::vector<Token>: the names of all variant sets, in order. Only prims with a set that has no
/// variants have it, because no row stands for such a set. Text cannot say it.
inline const Token kVariantSetChildren("variantSetChildren");

}  // namespace usdscope::fields
