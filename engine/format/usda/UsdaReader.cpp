// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/UsdaReader.h"

#include <fmt/format.h>

#include <charconv>

#include "engine/base/FreeMemory.h"
#include "engine/base/Parallel.h"
#include "engine/format/usda/detail/MetadataReader.h"
#include "engine/format/usda/detail/ParallelPrims.h"
#include "engine/format/usda/detail/PrimReader.h"
#include "engine/layer/LayerBuilder.h"

namespace usdscope {
namespace {

using usda::ReadContext;
using usda::Scanner;

constexpr unsigned kLatestMinor = 4;
constexpr unsigned kMostPatch = 255;

// Reads `#usda 1.0`, or the older `#sdf 1.4.32`. Any text may follow after a space.
bool readHeader(Scanner& in, bool& isLegacy) {
  in.take('#');
  const std::string_view word = in.takeIdentifier();
  isLegacy = word == "sdf";
  if (word != "usda" && !isLegacy) {
    in.rewind(0);
    return in.fail("'#usda 1.0'");
  }
  in.skipInline();
  const std::size_t start = in.offset();
  while (in.peek() == '.' || (in.peek() >= '0' && in.peek() <= '9')) in.take(in.peek());
  const std::string_view version = in.textFrom(start);
  unsigned major = 0;
  unsigned minor = 0;
  const char* const end = version.data() + version.size();
  auto read = std::from_chars(version.data(), end, major);
  if (read.ec == std::errc() && read.ptr < end && *read.ptr == '.') {
    read = std::from_chars(read.ptr + 1, end, minor);
  } else {
    read.ec = std::errc::invalid_argument;
  }
  unsigned patch = 0;
  if (read.ec == std::errc() && read.ptr < end) {
    read = std::from_chars(read.ptr + 1, end, patch);
  }
  const bool isTooNew = minor > kLatestMinor || (minor == kLatestMinor && patch > 0);
  if (read.ec != std::errc() || read.ptr != end || patch > kMostPatch ||
      (!isLegacy && (major != 1 || isTooNew))) {
    return in.failAt(start, fmt::format("Expected a version from 1.0 to 1.{}.", kLatestMinor));
  }
  const char next = in.peek();
  if (!in.atEnd() && next != ' ' && next != '\t' && next != '\r' && next != '\n') {
    return in.fail("the end of the version");
  }
  while (!in.atEnd() && in.peek() != '\n' && in.peek() != '\r') in.take(in.peek());
  return true;
}

bool readLayer(ReadContext& context) {
  Scanner& in = context.in;
  bool isLegacy = false;
  if (!readHeader(in, isLegacy)) return false;
  in.skipMultiline();
  if (in.peek() == '(' && !usda::readMetadata(context, {kOnLayer})) return false;
  in.skipMultiline();
  while (!in.atEnd()) {
    if (usda::mayReadInParallel(context) && usda::readPrimsInParallel(context)) continue;
    if (const auto specifier = usda::takeSpecifier(in)) {
      if (!usda::readPrim(context, *specifier)) return false;
      if (!in.takeLineEnd()) return in.fail("a new line");
      continue;
    }
    if (isLegacy && in.takeWord("__END__")) break;
    if (!in.takeWord("reorder")) return in.fail("def, over, class or reorder rootPrims");
    if (!in.takeSpace()) return in.fail("a space");
    if (!in.takeWord("rootPrims")) return in.fail("rootPrims");
    if (!usda::readOrder(context, fields::kPrimOrder)) return false;
    if (!in.takeSeparator() && !in.atEnd()) return in.fail("a new line or ';'");
  }
  return !in.hasFailed();
}

void reportFailure(const ReadContext& context, Diagnostics& diagnostics) {
  const Scanner& in = context.in;
  std::string message = in.failure();
  const std::string excerpt = in.excerpt(in.failureOffset());
  if (!excerpt.empty()) {
    message += fmt::format(" Found: {}", excerpt);
  } else if (in.failureOffset() < in.size()) {
    message += " The line ends here.";
  }
  diagnostics.report(kUsdaSyntax, usda::siteOf(context, in.failureOffset()), std::move(message));
}

}  // namespace

bool usda::readPlaces(std::string_view text, const FieldDefinitions& fields,
                      std::vector<SpecPlace>& places) {
  Diagnostics known;  // Whoever opened the layer has them.
  auto context = std::make_unique<ReadContext>(text, fields, known, std::string_view());
  context->places = &places;
  return readLayer(*context);
}

std::shared_ptr<const Layer> readUsda(const FileBytes& bytes, LayerIdentity identity,
                                      Diagnostics& diagnostics, const UsdaReadOptions& options) {
  auto context = std::make_unique<ReadContext>(bytes.text(), *options.fields, diagnostics,
                                               identity.identifier);
  if (threadCount() > 1) context->parallelFrom = options.parallelFrom;
  if (!readLayer(*context)) {
    reportFailure(*context, diagnostics);
    return nullptr;
  }
  if (context->specs.hasLostRows()) {
    const Layer layer(identity, context->specs.takeTables());
    return LayerBuilder(layer).build(std::move(identity));
  }
  auto layer = std::make_shared<const Layer>(std::move(identity), context->specs.takeTables());
  context.reset();
  // Reading a large text fragments the heap, and the C library would keep the free memory.
  constexpr std::size_t kLarge = 1 << 20;
  if (bytes.byteSize() > kLarge) returnFreeMemory();
  return layer;
}

}  // namespace usdscope
