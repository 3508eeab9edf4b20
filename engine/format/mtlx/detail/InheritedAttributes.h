// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/base/Diagnostics.h"
#include "engine/format/mtlx/Xml.h"

namespace usdscope {

/// Reads the attributes that also apply to the elements inside of an element. Very long ones are
/// ignored, since each element inside has a copy of them.
class InheritedAttributes {
 public:
  /// `diagnostics` must outlive the object.
  explicit InheritedAttributes(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  /// Returns the value of an attribute in the file `identifier`; empty if there is none. A value of
  /// more than 1024 characters is ignored, and the first such value is reported.
  std::string_view find(const XmlElement& element, std::string_view name,
                        const std::string& identifier);

 private:
  Diagnostics& diagnostics_;
  bool isReported_ = false;
};

}  // namespace usdscope
