// SPDX-License-Identifier: Apache-2.0
#include "engine/format/mtlx/detail/InheritedAttributes.h"

#include <fmt/format.h>

#include "engine/format/mtlx/MtlxReader.h"

namespace usdscope {

std::string_view InheritedAttributes::find(const XmlElement& element, std::string_view name,
                                           const std::string& identifier) {
  constexpr std::size_t kLongest = 1024;
  const std::string_view value = element.attribute(name);
  if (value.size() <= kLongest) return value;
  if (!isReported_) {
    isReported_ = true;
    diagnostics_.report(
        kMtlxLimit, {.layer = identifier, .line = element.line},
        fmt::format("The attribute '{}' has more than {} characters; it is ignored.", name,
                    kLongest));
  }
  return {};
}

}  // namespace usdscope
