// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/SampleRows.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "engine/base/Counted.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/resolve/SampleTimes.h"

namespace usdscope {

std::vector<PropertyRow> sampleRows(const Prim& prim) {
  std::vector<Attribute> attributes;
  // Clips may also give values to attributes that no layer authors.
  for (const Token name :
       prim.mayHaveClips() ? prim.propertyNames() : prim.authoredPropertyNames()) {
    const Attribute attribute = prim.attribute(name);
    if (attribute && attribute.mightBeTimeVarying()) attributes.push_back(attribute);
  }
  if (attributes.empty()) return {};
  const std::vector<double> times = unionOfSampleTimes(attributes);
  if (times.empty()) return {};
  const auto row = [](const char* name, const char* type, std::string value) {
    return PropertyRow{.name = Token(name),
                       .isComputed = true,
                       .typeName = type,
                       .value = std::move(value),
                       .sourceText = "Computed"};
  };
  const std::string span =
      fmt::format("{} to {}", numberToText(times.front()), numberToText(times.back()));
  return {row("Time Span", "timecode", span), row("Sample Count", "int",
                                                  counted(times.size(), "sample time") + " of " +
                                                      counted(attributes.size(), "attribute"))};
}

}  // namespace usdscope
