// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/ParallelPrims.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "engine/base/Parallel.h"
#include "engine/format/usda/detail/PrimReader.h"
#include "engine/format/usda/detail/PrimSkim.h"

namespace usdscope::usda {
namespace {

/// Consecutive prims, which are read as if their parent were a layer.
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
  Diagnostics diagnostics;
  std::unique_ptr<ReadContext> context;
  bool isRead = false;
};

// The size read at a time, as a multiple of the size from which on threads pay. All parts of it are
// kept until the last is read. A prim of half this size is split at its children instead.
constexpr std::size_t kRunSize = 16;
constexpr std::size_t kPartsPerSize = 4;

// The offsets at which the next prims begin, up to some size, and the end of the last one.
std::vector<std::size_t> skimRun(const ReadContext& context) {
  Scanner in = context.in;
  const std::size_t most = kRunSize * context.parallelFrom;
  std::vector<std::size_t> bounds = {in.offset()};
  while (bounds.back() - bounds.front() < most) {
    in.rewind(bounds.back());
    if (!takeSpecifier(in)) break;
    const std::size_t end = skimPrim(in.text(), bounds.back(), bounds.back() + most / 2);
    if (end == std::string_view::npos) break;
    bounds.push_back(end);
  }
  return bounds;
}

std::vector<Part> partsOf(const std::vector<std::size_t>& bounds, std::size_t size) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    if (parts.empty() || parts.back().end - parts.back().begin >= size) {
      parts.emplace_back().begin = bounds[i];
    }
    parts.back().end = bounds[i + 1];
  }
  return parts;
}

void readPart(const ReadContext& whole, Part& part) {
  part.context = std::make_unique<ReadContext>(whole.in.text(), whole.fieldDefinitions,
                                               part.diagnostics, whole.layer, whole.specs.path());
  part.context->nesting = whole.nesting;
  Scanner& in = part.context->in;
  in.rewind(part.begin);
  while (in.offset() < part.end) {
    const auto specifier = takeSpecifier(in);
    if (!specifier || !readPrim(*part.context, *specifier) || !in.takeLineEnd()) return;
  }
  part.isRead = !in.hasFailed() && in.offset() == part.end;
  part.context->specs.values().shrink();
}

}  // namespace

bool readPrimsInParallel(ReadContext& context) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  const std::vector<std::size_t> bounds = skimRun(context);
  std::vector<Part> parts = partsOf(bounds, context.parallelFrom / kPartsPerSize);
  if (parts.size() < 2) {
    // Nested prims that are each as large as the text must not be skimmed again and again.
    context.skimmedInVain += kRunSize * context.parallelFrom / 2;
    context.inOrderUpTo =
        context.skimmedInVain < in.size() ? std::max(bounds.back(), start + 1) : in.size();
    return false;
  }
  parallelFor(parts.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) readPart(context, parts[i]);
  });
  for (Part& part : parts) {
    if (!part.isRead || !context.specs.adopt(part.context->specs)) {
      context.inOrderUpTo = bounds.back();
      break;
    }
    context.diagnostics.append(part.diagnostics);
    in.rewind(part.end);
    part.context.reset();
  }
  return in.offset() > start;
}

}  // namespace usdscope::usda
