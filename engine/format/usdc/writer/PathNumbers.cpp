// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/writer/PathNumbers.h"

#include "engine/format/usdc/writer/SectionWriting.h"

namespace usdscope::usdc {

PathNumbers::PathNumbers(const Layer& layer, CrateSink& sink) : layer_(layer), sink_(sink) {
  const LayerTables& tables = layer.tables();
  primCount_ = static_cast<std::uint32_t>(tables.prims.size());
  parents_.reserve(tables.prims.size() + tables.properties.size());
  elements_.reserve(parents_.capacity());
  for (const PrimSpecRow& row : tables.prims) {
    const bool isRoot = elements_.empty();
    const auto element = row.path.isVariant()
                             ? variantElement(row.path.name(), row.path.variantSelection())
                             : static_cast<std::int32_t>(sink.token(row.path.name()));
    add(isRoot ? kNoParent : row.parent, element);
  }
  for (const PropertySpecRow& row : tables.properties) {
    add(row.prim, -static_cast<std::int32_t>(sink.token(row.name)));
  }
}

std::int32_t PathNumbers::variantElement(Token set, Token variant) {
  std::string text = "{";
  text += set.text();
  text += '=';
  text += variant.text();
  text += '}';
  return static_cast<std::int32_t>(sink_.token(text));
}

std::uint32_t PathNumbers::add(std::uint32_t parent, std::int32_t element) {
  parents_.push_back(parent);
  elements_.push_back(element);
  return static_cast<std::uint32_t>(parents_.size() - 1);
}

std::uint32_t PathNumbers::variantSet(std::uint32_t primRow, Token set) {
  return path(layer_.tables().prims[primRow].path.variant(set, Token()));
}

std::uint32_t PathNumbers::path(Path path) {
  const auto found = others_.find(path);
  if (found != others_.end()) return found->second;
  const std::uint32_t number = numberOf(path);
  others_.emplace(path, number);
  return number;
}

// Gives a number to a new path.
std::uint32_t PathNumbers::numberOf(Path path) {
  switch (path.kind()) {
    case Path::Kind::Empty:
      return add(kNoParent, 0);
    case Path::Kind::Root:
      return 0;
    case Path::Kind::Prim:
    case Path::Kind::Variant:
      if (const PrimSpec prim = layer_.findPrim(path)) return primRow(prim.row());
      break;
    case Path::Kind::Property:
      if (const PropertySpec property = layer_.findProperty(path)) {
        return propertyRow(property.row());
      }
      break;
    case Path::Kind::Target:
      break;
  }
  const std::uint32_t parent = this->path(path.parent());
  switch (path.kind()) {
    case Path::Kind::Variant:
      return add(parent, variantElement(path.name(), path.variantSelection()));
    case Path::Kind::Property:
      return add(parent, -static_cast<std::int32_t>(sink_.token(path.name())));
    case Path::Kind::Target:
      return add(parent,
                 static_cast<std::int32_t>(sink_.token('[' + path.targetPath().text() + ']')));
    default:
      return add(parent, static_cast<std::int32_t>(sink_.token(path.name())));
  }
}

void PathNumbers::appendSection(std::string& out) const {
  // The children of each path in the order of their numbers, and the size of each subtree.
  const std::size_t count = parents_.size();
  std::vector<std::uint32_t> firstChild(count, kNoParent);
  std::vector<std::uint32_t> nextSibling(count, kNoParent);
  std::vector<std::uint32_t> sizes(count, 1);
  for (std::size_t i = count; i-- > 1;) {
    const std::uint32_t parent = parents_[i];
    if (parent == kNoParent) continue;
    nextSibling[i] = firstChild[parent];
    firstChild[parent] = static_cast<std::uint32_t>(i);
    sizes[parent] += sizes[i];
  }

  std::vector<std::uint32_t> numbers;
  std::vector<std::uint32_t> elements;
  std::vector<std::uint32_t> jumps;
  for (auto* column : {&numbers, &elements, &jumps}) column->reserve(sizes[0]);
  std::vector<std::uint32_t> open{0};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    const bool hasChild = firstChild[at] != kNoParent;
    const bool hasSibling = nextSibling[at] != kNoParent;
    constexpr std::int32_t kOnlyChild = -1;
    constexpr std::int32_t kLeaf = -2;
    std::int32_t jump = hasChild ? kOnlyChild : kLeaf;
    if (hasSibling) jump = hasChild ? static_cast<std::int32_t>(sizes[at]) : 0;
    numbers.push_back(at);
    elements.push_back(static_cast<std::uint32_t>(elements_[at]));
    jumps.push_back(static_cast<std::uint32_t>(jump));
    if (hasSibling) open.push_back(nextSibling[at]);
    if (hasChild) open.push_back(firstChild[at]);
  }

  append(out, std::uint64_t{count});
  append(out, std::uint64_t{numbers.size()});
  for (const auto* column : {&numbers, &elements, &jumps}) appendIntegers(out, *column);
}

}  // namespace usdscope::usdc
