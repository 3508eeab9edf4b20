// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/ArcReader.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/format/usda/detail/ValueReader.h"
#include "engine/layer/PathDepth.h"

namespace usdscope::usda {
namespace {

bool isUsable(Path path, PathUse use) {
  if (use == PathUse::Value) return !path.isEmpty();
  if (path.hasVariants()) return false;
  return path.isPrim() || (use != PathUse::Prim && path.isProperty());
}

const char* descriptionOf(PathUse use) {
  return use == PathUse::Prim ? "the path of a prim, without variant selections"
                              : "the path of a prim or property, without variant selections";
}

// Fails with the reason why a path is invalid. Returns false.
bool failPath(Scanner& in, std::size_t start, std::string_view text, const char* expected) {
  if (std::ranges::count(text, '/') + std::ranges::count(text, '{') > kMostPathElements) {
    return in.failAt(start, fmt::format("This path has more than {} elements.", kMostPathElements));
  }
  in.rewind(start);
  return in.fail(expected);
}

// Reads `offset = 10`, `scale = 2` or `customData = { … }`; the last only if `dictionary` is given.
bool readParameter(ReadContext& context, LayerOffset& offset, Dictionary* customData) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  const std::string_view word = in.takeIdentifier();
  in.skipInline();
  double* const number = word == "offset"  ? &offset.offset
                         : word == "scale" ? &offset.scale
                                           : nullptr;
  if (!number && !(word == "customData" && customData)) {
    in.rewind(start);
    return in.fail(customData ? "offset, scale or customData" : "offset or scale");
  }
  if (!in.expect('=')) return false;
  in.skipInline();
  if (number) return in.readReal(*number);
  return readDictionary(context, *customData);
}

bool readParameters(ReadContext& context, LayerOffset& offset, Dictionary* customData) {
  Scanner& in = context.in;
  in.skipInline();
  if (!in.take('(')) return true;
  return readStatements(in, ')', [&] { return readParameter(context, offset, customData); });
}

// Reads the path after an asset, or of an internal arc: empty or absolute.
bool readArcPath(ReadContext& context, Path& out) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  std::string_view text;
  if (!in.readPathText(text)) return false;
  if (text.empty()) return true;
  out = Path::fromText(text);
  if (out.isPrim() && !out.hasVariants()) return true;
  return failPath(in, start, text, "an absolute path of a prim, without variant selections");
}

bool readArc(ReadContext& context, std::string& asset, Path& path, LayerOffset& offset,
             Dictionary* customData) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  if (in.peek() == '@') {
    if (!in.readAsset(asset)) return false;
    if (asset.empty()) {
      in.rewind(start);
      return in.fail("an asset path that is not empty; an arc into this layer has none");
    }
    in.skipInline();
    if (in.peek() == '<' && !readArcPath(context, path)) return false;
  } else if (in.peek() == '<') {
    if (!readArcPath(context, path)) return false;
  } else {
    return in.fail("an asset path in '@', a path in '<' and '>', a list of them or None");
  }
  return readParameters(context, offset, customData);
}

template <typename ReadItem>
bool readItems(ReadContext& context, ReadItem&& readItem) {
  Scanner& in = context.in;
  if (in.takeWord("None")) return true;
  if (in.take('[')) return readListOrNothing(in, ']', readItem);
  return readItem();
}

}  // namespace

bool readPath(ReadContext& context, PathUse use, Path& out) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  std::string_view text;
  if (!in.readPathText(text)) return false;
  // A path that only names its own prim is invalid.
  const bool isHere = text == "." || text.starts_with("./");
  if (!isHere) out = Path::fromText(text, context.specs.path().primPath());
  // In a variant, relative connections have its selection. Like the reference, drops it here only.
  if (use == PathUse::Connection) out = out.withoutVariants();
  if (isUsable(out, use)) return true;
  return failPath(in, start, text, descriptionOf(use));
}

bool readAnyPath(ReadContext& context, std::string_view& out) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  if (!in.readPathText(out)) return false;
  std::string_view rest = out;
  while (rest.starts_with("../")) rest.remove_prefix(3);
  const bool isHere = rest == "." || rest.starts_with("./");
  const Path somewhere = Path::root().child(Token("A"));
  // Path cannot represent attributes of targets, mappers and expressions.
  const bool isOldKind = rest.find("].") != rest.npos || rest.find(".mapper[") != rest.npos ||
                         rest.ends_with(".expression");
  const bool isPath = out.empty() || rest == ".." || isOldKind ||
                      (!isHere && !Path::fromText(rest, somewhere).isEmpty());
  return isPath || failPath(in, start, out, "a path");
}

bool readPaths(ReadContext& context, PathUse use, std::vector<Path>& out) {
  return readItems(context, [&] {
    Path path;
    if (!readPath(context, use, path)) return false;
    out.push_back(path);
    return true;
  });
}

bool readReferences(ReadContext& context, std::vector<Reference>& out) {
  return readItems(context, [&] {
    Reference item;
    if (!readArc(context, item.assetPath, item.primPath, item.offset, &item.customData)) {
      return false;
    }
    out.push_back(std::move(item));
    return true;
  });
}

bool readPayloads(ReadContext& context, std::vector<Payload>& out) {
  return readItems(context, [&] {
    Payload item;
    if (!readArc(context, item.assetPath, item.primPath, item.offset, nullptr)) return false;
    out.push_back(std::move(item));
    return true;
  });
}

bool readSubLayers(ReadContext& context, std::vector<std::string>& paths,
                   std::vector<LayerOffset>& offsets) {
  Scanner& in = context.in;
  if (!in.expect('[')) return false;
  return readListOrNothing(in, ']', [&] {
    return in.readAsset(paths.emplace_back()) &&
           readParameters(context, offsets.emplace_back(), nullptr);
  });
}

bool readRelocates(ReadContext& context, Relocates& out) {
  Scanner& in = context.in;
  if (!in.expect('{')) return false;
  return readListOrNothing(in, '}', [&] {
    Path from;
    if (!readPath(context, PathUse::Prim, from)) return false;
    in.skipInline();
    if (!in.expect(':')) return false;
    in.skipInline();
    Path to;
    if (in.peek() == '<' && in.peekAt(1) == '>') {
      std::string_view nothing;
      if (!in.readPathText(nothing)) return false;
    } else if (!readPath(context, PathUse::Prim, to)) {
      return false;
    }
    out.emplace_back(from, to);
    return true;
  });
}

}  // namespace usdscope::usda
