// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ReadContext.h"

namespace usdscope::usda {

/// Reads a statement that sets an attribute or relationship of the open prim:
/// `custom double x = 1 ( … )`, `float a.timeSamples = { … }`, `append rel r = </A>`.
bool readProperty(ReadContext& context);

}  // namespace usdscope::usda
