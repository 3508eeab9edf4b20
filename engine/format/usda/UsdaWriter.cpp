// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/UsdaWriter.h"

#include "engine/format/usda/detail/ArcWriter.h"
#include "engine/format/usda/detail/MetadataWriter.h"
#include "engine/format/usda/detail/PrimWriter.h"

namespace usdscope {
namespace {

// The offset of the digit N in `#usda 1.N`, which is known at the end.
constexpr std::size_t kDigit = 8;

char digitOf(const usda::WriteContext& context) {
  return static_cast<char>('0' + context.minorVersion);
}

void writeAll(usda::WriteContext& context, const Layer& layer) {
  std::string& out = context.out;
  const PrimSpec root = layer.pseudoRoot();

  out += "#usda 1.0\n";
  const std::size_t metadata = out.size();
  out += "(\n";
  const bool hasMetadata = usda::writeMetadataLines(context, usda::fieldsOf(root, kOnLayer), 1);
  context.minorVersion = 0;  // As in the reference, these contents do not raise the version.
  const Value relocates = root.field(fields::kLayerRelocates);
  const auto* pairs = relocates.find<Relocates>();
  if (pairs) usda::writeRelocates(context, *pairs, 1);
  if (hasMetadata || pairs) {
    out += ")\n";
  } else {
    out.resize(metadata);
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
}

}  // namespace

std::string writeUsda(const Layer& layer) {
  usda::WriteContext context;
  writeAll(context, layer);
  context.out[kDigit] = digitOf(context);
  return std::move(context.out);
}

bool writeUsda(const Layer& layer, TextSink& sink) {
  usda::WriteContext context;
  context.sink = &sink;
  writeAll(context, layer);
  const char digit = digitOf(context);
  return !context.isStuck && sink.write(context.out) && sink.overwrite(kDigit, {&digit, 1});
}

}  // namespace usdscope
