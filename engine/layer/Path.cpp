// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/Path.h"
#include "engine/layer/PathDepth.h"

#include <array>
#include <cassert>

#include "engine/base/Hash.h"
#include "engine/base/InternTable.h"

namespace usdscope {
namespace {

struct Node {
  std::uint32_t parent = 0;
  std::uint32_t name = 0;   // Token index; for a target, the index of the target path.
  std::uint32_t extra = 0;  // Token index of a variant's selection.
  std::uint16_t depth = 0;
  Path::Kind kind = Path::Kind::Empty;
  bool hasVariants = false;
};

struct NodeTraits {
  static std::uint64_t hash(const Node& n) {
    return (std::uint64_t{n.parent} << 32 | n.name) ^ (std::uint64_t{n.extra} << 20) ^
           (std::uint64_t(n.kind) << 60);
  }
  static bool equal(const Node& a, const Node& b) {
    return a.parent == b.parent && a.name == b.name && a.extra == b.extra && a.kind == b.kind;
  }
  static Node make(const Node& n) { return n; }
};
using NodeTable = InternTable<Node, Node, NodeTraits>;

constexpr Node kRootNode = {.kind = Path::Kind::Root};

NodeTable& table() {
  static NodeTable& instance = *new NodeTable(Node{});
  return instance;
}

const Node& nodeOf(Path path) { return table().item(path.index()); }

Path append(Path parent, Path::Kind kind, std::uint32_t name, std::uint32_t extra = 0) {
  const Node& above = nodeOf(parent);
  if (above.depth >= kMostPathElements) return {};
  return Path::fromIndex(
      table().intern({.parent = parent.index(),
                      .name = name,
                      .extra = extra,
                      .depth = static_cast<std::uint16_t>(above.depth + 1),
                      .kind = kind,
                      .hasVariants = above.hasVariants || kind == Path::Kind::Variant}));
}

/// A child found before. Composition finds the same paths in an asset for each reference to it.
struct KnownChild {
  std::uint32_t parent = 0;  // 0, the empty path, has no children.
  std::uint32_t name = 0;
  std::uint32_t child = 0;
};

/// Returns the place of a child among those that this thread has found last.
KnownChild& knownChildOf(Path parent, Token name) {
  constexpr std::size_t kCount = 1024;
  static thread_local constinit std::array<KnownChild, kCount> known{};
  const std::uint32_t hash = parent.index() * 0x9E3779B1u ^ name.index() * 0x85EBCA77u;
  return known[(hash >> 16) % kCount];
}

}  // namespace

Path Path::root() {
  static const Path path = fromIndex(table().intern(kRootNode));
  return path;
}

Path Path::child(Token name) const {
  assert(isEmpty() || isRootOrPrim() || isVariant());
  if (isEmpty()) return Path();
  KnownChild& known = knownChildOf(*this, name);
  if (known.parent != index_ || known.name != name.index()) {
    known = {index_, name.index(), append(*this, Kind::Prim, name.index()).index()};
  }
  return fromIndex(known.child);
}

Path Path::variant(Token set, Token selection) const {
  assert(isEmpty() || isPrim() || isVariant());
  return isEmpty() ? Path() : append(*this, Kind::Variant, set.index(), selection.index());
}

Path Path::property(Token name) const {
  assert(isEmpty() || isRootOrPrim() || isVariant());
  return isEmpty() ? Path() : append(*this, Kind::Property, name.index());
}

Path Path::target(Path target) const {
  assert(isEmpty() || isProperty());
  return isEmpty() ? Path() : append(*this, Kind::Target, target.index());
}

Path::Kind Path::kind() const { return nodeOf(*this).kind; }

Path Path::parent() const { return fromIndex(nodeOf(*this).parent); }

Token Path::name() const {
  const Node& node = nodeOf(*this);
  return node.kind == Kind::Target ? Token() : Token::fromIndex(node.name);
}

Token Path::variantSelection() const {
  const Node& node = nodeOf(*this);
  return node.kind == Kind::Variant ? Token::fromIndex(node.extra) : Token();
}

Path Path::targetPath() const {
  const Node& node = nodeOf(*this);
  return node.kind == Kind::Target ? fromIndex(node.name) : Path();
}

Path Path::primOrVariantPath() const {
  Path path = *this;
  while (path.kind() == Kind::Target || path.kind() == Kind::Property) path = path.parent();
  return path;
}

Path Path::primPath() const {
  Path path = primOrVariantPath();
  while (path.isVariant()) path = path.parent();
  return path;
}

bool Path::hasVariants() const { return nodeOf(*this).hasVariants; }

Path Path::withoutVariants() const {
  std::vector<Node> tail;
  Path path = *this;
  for (; path.hasVariants(); path = path.parent()) tail.push_back(nodeOf(path));
  for (auto it = tail.rbegin(); it != tail.rend(); ++it) {
    if (it->kind != Kind::Variant) path = append(path, it->kind, it->name, it->extra);
  }
  return path;
}

std::size_t Path::depth() const { return nodeOf(*this).depth; }

bool Path::hasPrefix(Path prefix) const {
  if (isEmpty() || prefix.isEmpty()) return false;
  const std::size_t prefixDepth = prefix.depth();
  Path path = *this;
  for (std::size_t d = path.depth(); d > prefixDepth; --d) path = path.parent();
  return path == prefix;
}

Path Path::withPrefixReplaced(Path from, Path to) const {
  if (from == to || !hasPrefix(from)) return *this;
  if (*this == from) return to;
  if (parent() == from && !to.isEmpty()) {
    const Node node = nodeOf(*this);
    return append(to, node.kind, node.name, node.extra);
  }
  std::vector<Path> tail;
  for (Path path = *this; path != from; path = path.parent()) tail.push_back(path);
  Path result = to;
  for (auto it = tail.rbegin(); it != tail.rend() && !result.isEmpty(); ++it) {
    const Node node = nodeOf(*it);
    result = append(result, node.kind, node.name, node.extra);
  }
  return result;
}

Path Path::commonPrefix(Path a, Path b) {
  while (a.depth() > b.depth()) a = a.parent();
  while (b.depth() > a.depth()) b = b.parent();
  while (a != b) {
    a = a.parent();
    b = b.parent();
  }
  return a;
}

std::string Path::text() const {
  std::vector<Path> elements;
  for (Path path = *this; !path.isEmpty() && !path.isRoot(); path = path.parent()) {
    elements.push_back(path);
  }
  if (elements.empty()) return isEmpty() ? "" : "/";
  std::string text;
  Kind before = Kind::Root;
  for (auto it = elements.rbegin(); it != elements.rend(); ++it) {
    const Kind kind = it->kind();
    switch (kind) {
      case Kind::Prim:
        if (before != Kind::Variant) text += '/';
        text += it->name().text();
        break;
      case Kind::Variant:
        text += '{';
        text += it->name().text();
        text += '=';
        text += it->variantSelection().text();
        text += '}';
        break;
      case Kind::Property:
        text += before == Kind::Root ? "/." : ".";
        text += it->name().text();
        break;
      case Kind::Target:
        text += '[' + it->targetPath().text() + ']';
        break;
      case Kind::Empty:
      case Kind::Root:
        break;
    }
    before = kind;
  }
  return text;
}

bool pathLess(Path a, Path b) {
  if (a == b) return false;
  // Properties of a prim come before its descendants: compare the prims first.
  const Path primA = a.primOrVariantPath();
  const Path primB = b.primOrVariantPath();
  if (primA != primB && (a != primA || b != primB)) return pathLess(primA, primB);
  // Compare the first elements in which the two differ.
  Path x = a;
  Path y = b;
  while (x.depth() > y.depth()) x = x.parent();
  while (y.depth() > x.depth()) y = y.parent();
  if (x == y) return a.depth() < b.depth();
  while (x.parent() != y.parent()) {
    x = x.parent();
    y = y.parent();
  }
  if (x.kind() != y.kind()) return x.kind() < y.kind();
  if (x.kind() == Path::Kind::Target) return pathLess(x.targetPath(), y.targetPath());
  if (x.name() != y.name()) return textLess(x.name(), y.name());
  return textLess(x.variantSelection(), y.variantSelection());
}

}  // namespace usdscope
