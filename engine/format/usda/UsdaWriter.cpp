// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/UsdaWriter.h"

#include "engine/format/usda/detail/ArcWriter.h"
#include "engine/format/usda/detail/MetadataWriter.h"
#include "engine/format/usda/detail/PrimWriter.h"

namespace usdscope {

std::string writeUsda(const Layer& layer) {
  usda::WriteContext context;
  std::string& out = context.out;
  const PrimSpec root = layer.pseudoRoot();

  // One digit of the version is filled in at the end.
  out += "#usda 1.0\n";
  const std::size_t digit = out.size() - 2;

  out += "(\n";
  const bool hasMetadata = usda::writeMetadataLines(context, usda::fieldsOf(root, kOnLayer), 1);
  const Value relocates = root.field(fields::kLayerRelocates);
  const auto* pairs = relocates.find<Relocates>();
  if (pairs) usda::writeRelocates(context, *pairs, 1);
  if (hasMetadata || pairs) {
    out += ")\n";
  } else {
    out.resize(digit + 2);
  }

  const Value order = root.field(fields::kPrimOrder);
  const auto* names = order.find<std::vector<Token>>();
  if (names && names->size() > 1) {
    out += "\nreorder rootPrims = ";
    usda::writeNames(context, *names);
    out += '\n';
  }
  if (root.childCount() > 0) out += '\n';
  usda::writeChildren(context, root, 0);
  out += '\n';
  out[digit] = static_cast<char>('0' + context.minorVersion);
  return std::move(out);
}

}  // namespace usdscope
