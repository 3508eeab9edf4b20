// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/WriteContext.h"
#include "engine/layer/Layer.h"

namespace usdscope::usda {

/// Writes the statements of an attribute or relationship, each on its own lines.
void writeProperty(WriteContext& context, const PropertySpec& property, int level);

}  // namespace usdscope::usda
