// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/ArcWriter.h"

#include "engine/format/usda/detail/MetadataWriter.h"

namespace usdscope::usda {
namespace {

// Writes `offset = 1; scale = 2`, or a line for each.
void writeOffset(WriteContext& context, const LayerOffset& offset, bool inLines, int level) {
  const auto write = [&](std::string_view name, double number, double fallback, bool isFirst) {
    if (number == fallback) return false;
    if (inLines) {
      context.line(level);
    } else if (!isFirst) {
      context.out += "; ";
    }
    context.out += name;
    context.out += " = ";
    appendNumber(context.out, number);
    if (inLines) context.out += '\n';
    return true;
  };
  const bool hasOffset = write("offset", offset.offset, 0.0, true);
  write("scale", offset.scale, 1.0, !hasOffset);
}

void writeOffsetInParentheses(WriteContext& context, const LayerOffset& offset) {
  if (offset.isIdentity()) return;
  context.out += " (";
  writeOffset(context, offset, false, 0);
  context.out += ')';
}

void writeTarget(WriteContext& context, const std::string& asset, Path path) {
  if (!asset.empty()) appendAsset(context.out, asset);
  if (path.isEmpty() && !asset.empty()) return;
  writePath(context, path);
}

void writeItem(WriteContext& context, const Reference& item, int level) {
  writeTarget(context, item.assetPath, item.primPath);
  if (item.customData.isEmpty()) {
    writeOffsetInParentheses(context, item.offset);
    return;
  }
  context.out += " (\n";
  writeOffset(context, item.offset, true, level + 1);
  context.line(level + 1) += "customData = ";
  writeDictionary(context, item.customData, level + 1);
  context.out += '\n';
  context.line(level) += ')';
}

void writeItem(WriteContext& context, const Payload& item, int) {
  writeTarget(context, item.assetPath, item.primPath);
  writeOffsetInParentheses(context, item.offset);
}

void writeItem(WriteContext& context, Path item, int) { writePath(context, item); }

bool needsLines(const Reference& item) { return !item.customData.isEmpty(); }
bool needsLines(const Payload&) { return false; }
bool needsLines(Path) { return false; }

template <typename T>
bool writeList(WriteContext& context, std::string_view name, const Value& value, int level) {
  const auto* op = value.find<ListOp<T>>();
  if (!op) return false;
  forEachEdit(*op, [&](ListEdit edit, const std::vector<T>& items) {
    context.line(level);
    writeEdit(context, edit);
    context.out += name;
    context.out += " = ";
    if (items.empty()) {
      context.out += "None\n";
      return;
    }
    if (items.size() == 1 && !needsLines(items[0])) {
      writeItem(context, items[0], level);
      context.out += '\n';
      return;
    }
    context.out += "[\n";
    for (std::size_t i = 0; i < items.size(); ++i) {
      context.line(level + 1);
      writeItem(context, items[i], level + 1);
      context.out += i + 1 < items.size() ? ",\n" : "\n";
    }
    context.line(level) += "]\n";
  });
  return true;
}

}  // namespace

bool writeArcs(WriteContext& context, Token name, const Value& value, int level) {
  if (name == fields::kReferences) return writeList<Reference>(context, "references", value, level);
  if (name == fields::kPayload) return writeList<Payload>(context, "payload", value, level);
  if (name == fields::kInheritPaths) return writeList<Path>(context, "inherits", value, level);
  if (name == fields::kSpecializes) return writeList<Path>(context, "specializes", value, level);
  return false;
}

void writeSubLayers(WriteContext& context, const Value& paths, const Value& offsets, int level) {
  const auto* names = paths.find<std::vector<std::string>>();
  if (!names) return;
  const auto* shifts = offsets.find<std::vector<LayerOffset>>();
  context.line(level) += "subLayers = [\n";
  for (std::size_t i = 0; i < names->size(); ++i) {
    appendAsset(context.line(level + 1), (*names)[i]);
    if (shifts && i < shifts->size()) writeOffsetInParentheses(context, (*shifts)[i]);
    context.out += i + 1 < names->size() ? ",\n" : "\n";
  }
  context.line(level) += "]\n";
}

void writeRelocates(WriteContext& context, const Relocates& relocates, int level) {
  context.line(level) += "relocates = {\n";
  for (std::size_t i = 0; i < relocates.size(); ++i) {
    context.line(level + 1);
    writePath(context, relocates[i].first);
    context.out += ": ";
    writePath(context, relocates[i].second);
    context.out += i + 1 < relocates.size() ? ", \n" : "\n";
  }
  context.line(level) += "}\n";
}

}  // namespace usdscope::usda
