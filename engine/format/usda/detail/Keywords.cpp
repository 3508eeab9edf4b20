// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/Keywords.h"

#include <algorithm>
#include <iterator>

namespace usdscope::usda {

bool isKeyword(std::string_view word) {
  static constexpr std::string_view kWords[] = {"AnimationBlock",
                                                "None",
                                                "add",
                                                "append",
                                                "bezier",
                                                "class",
                                                "config",
                                                "connect",
                                                "curve",
                                                "custom",
                                                "customData",
                                                "def",
                                                "default",
                                                "delete",
                                                "dictionary",
                                                "displayUnit",
                                                "doc",
                                                "held",
                                                "hermite",
                                                "inherits",
                                                "kind",
                                                "linear",
                                                "loop",
                                                "nameChildren",
                                                "none",
                                                "offset",
                                                "oscillate",
                                                "over",
                                                "payload",
                                                "permission",
                                                "post",
                                                "pre",
                                                "prefixSubstitutions",
                                                "prepend",
                                                "properties",
                                                "references",
                                                "rel",
                                                "relocates",
                                                "reorder",
                                                "repeat",
                                                "reset",
                                                "rootPrims",
                                                "scale",
                                                "sloped",
                                                "specializes",
                                                "spline",
                                                "subLayers",
                                                "suffixSubstitutions",
                                                "symmetryArguments",
                                                "symmetryFunction",
                                                "timeSamples",
                                                "uniform",
                                                "variantSet",
                                                "variantSets",
                                                "variants",
                                                "varying"};
  static_assert(std::ranges::is_sorted(kWords));
  return std::ranges::binary_search(kWords, word);
}

bool hasKeyword(std::string_view typeName) {
  while (!typeName.empty()) {
    const std::size_t end = std::min(typeName.find_first_of(":["), typeName.size());
    if (isKeyword(typeName.substr(0, end))) return true;
    typeName.remove_prefix(std::min(end + 2, typeName.size()));
  }
  return false;
}

}  // namespace usdscope::usda
