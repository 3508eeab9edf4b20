// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/PathTree.h"

#include <algorithm>
#include <string_view>

#include "engine/format/usdc/SectionReader.h"

namespace usdscope::usdc {
namespace {

constexpr CrateVersion kPathsCompressedSince{0, 4, 0};
// Rows of the first version start with a padding word.
constexpr CrateVersion kPathsPackedSince{0, 1, 0};

// Whether a prim or property may have this name. Paths with other names could not be read again.
bool isElement(std::string_view name) {
  return !name.empty() && name.find_first_of("/.[]{}") == std::string_view::npos;
}

// Returns the child path that a prim or variant entry names; empty for other entries.
Path prunedPath(Path parent, Token element) {
  const std::string_view text = element.text();
  if (text.starts_with('{')) {
    const std::size_t equals = text.find('=');
    if (!text.ends_with('}') || equals == std::string_view::npos || parent.isRoot()) return {};
    return parent.variant(Token(text.substr(1, equals - 1)),
                          Token(text.substr(equals + 1, text.size() - equals - 2)));
  }
  return isElement(text) ? parent.child(element) : Path();
}

}  // namespace

bool PathTree::read(std::span<const std::byte> bytes, const CrateHeader& header,
                    std::span<const Token> tokens, PathTable& paths, CrateProblem& problem) {
  std::size_t pathCount = 0;
  const bool isRead = header.version >= kPathsCompressedSince
                          ? readCompressed(bytes, header, pathCount, problem)
                          : readPlain(bytes, header, pathCount, problem);
  if (!isRead) return false;
  paths = PathTable(pathCount);
  SectionReader section(bytes, header.paths, "PATHS", problem);
  for (std::size_t i = 0; i < entryCount(); ++i) {
    if (pathIndexes_[i] >= pathCount)
      return section.fail("gives a number to a path that is too large");
    // The root's token has no meaning.
    if (i > 0 && token(static_cast<std::uint32_t>(i)) >= tokens.size()) {
      return section.fail("names a token that is not there");
    }
  }
  return makePaths(tokens, paths) || section.fail("does not describe a tree of paths");
}

bool PathTree::readCompressed(std::span<const std::byte> bytes, const CrateHeader& header,
                              std::size_t& pathCount, CrateProblem& problem) {
  SectionReader in(bytes, header.paths, "PATHS", problem);
  std::size_t count = 0;
  std::vector<std::uint32_t> jumps;
  if (!in.readCount(0, 20, pathCount) || !in.readCount(0, 12, count) ||
      !in.readIntegers(count, pathIndexes_) || !in.readIntegers(count, elements_) ||
      !in.readIntegers(count, jumps)) {
    return false;
  }
  for (std::uint32_t& element : elements_) {
    if (element >= kPropertyBit) element = (0 - element) | kPropertyBit;
  }
  jumps_.resize(count);
  for (std::size_t i = 0; i < count; ++i) jumps_[i] = static_cast<std::int32_t>(jumps[i]);
  return true;
}

bool PathTree::readPlain(std::span<const std::byte> bytes, const CrateHeader& header,
                         std::size_t& pathCount, CrateProblem& problem) {
  enum : std::uint8_t { kHasChild = 1, kHasSibling = 2, kIsProperty = 4 };
  SectionReader in(bytes, header.paths, "PATHS", problem);
  if (!in.readCount(12, 20, pathCount)) return false;

  // Entries are consecutive, and the first child comes directly after its parent. Siblings are
  // given by their offset in the file.
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint64_t> siblings;  // 0: none.
  for (std::size_t open = 1; open > 0;) {
    if (entryCount() == pathCount) return in.fail("holds more paths than it counts");
    offsets.push_back(in.offsetInFile());
    if (header.version < kPathsPackedSince) in.cursor().read<std::uint32_t>();
    pathIndexes_.push_back(in.cursor().read<std::uint32_t>());
    const auto token = in.cursor().read<std::uint32_t>();
    const auto bits = in.cursor().read<std::uint8_t>();
    in.cursor().take(3);
    if (token >= kPropertyBit) return in.fail("names a token that is not there");
    elements_.push_back(bits & kIsProperty ? token | kPropertyBit : token);
    const bool hasChild = bits & kHasChild;
    const bool hasSibling = bits & kHasSibling;
    jumps_.push_back(hasChild ? kOnlyChild : hasSibling ? 0 : kLeaf);
    siblings.push_back(hasChild && hasSibling ? in.cursor().read<std::uint64_t>() : 0);
    if (in.cursor().hasFailed()) return in.fail("ends too early");
    open += (hasChild ? 1u : 0u) + (hasSibling ? 1u : 0u);
    --open;
  }
  for (std::size_t i = 0; i < entryCount(); ++i) {
    if (siblings[i] == 0) continue;
    const auto it = std::ranges::lower_bound(offsets, siblings[i]);
    const auto target = static_cast<std::size_t>(it - offsets.begin());
    if (it == offsets.end() || *it != siblings[i] || target <= i) {
      return in.fail("has a sibling where no path starts");
    }
    jumps_[i] = static_cast<std::int32_t>(target - i);
  }
  return true;
}

bool PathTree::makePaths(std::span<const Token> tokens, PathTable& paths) const {
  if (entryCount() == 0 || nextSibling(0) != kNone) return false;
  paths.set(pathIndex(0), Path::root());

  struct Branch {
    std::uint32_t entry;
    std::uint32_t parent;  // Path number.
  };
  std::vector<Branch> branches;
  std::uint32_t entry = firstChild(0);
  std::uint32_t parent = pathIndex(0);
  while (entry != kNone) {
    if (entry >= entryCount()) return false;
    const std::uint32_t index = pathIndex(entry);
    // Every entry sets its own slot, so that no entry occurs twice and the loop ends.
    if (paths.isSet(index)) return false;
    const Token element = tokens[token(entry)];
    const bool isPropertyOfPrim = isProperty(entry) && paths.isInterned(parent);
    if (isPropertyOfPrim && !isElement(element.text())) return false;
    if (isProperty(entry) || !paths.isInterned(parent)) {
      paths.set(index, parent, element);
    } else {
      const Path path = prunedPath(paths.path(parent), element);
      if (path.isEmpty()) return false;
      paths.set(index, path);
    }
    const std::uint32_t child = firstChild(entry);
    const std::uint32_t sibling = nextSibling(entry);
    if (child != kNone && sibling != kNone) branches.push_back({sibling, parent});
    if (child != kNone) {
      entry = child;
      parent = index;
    } else if (sibling != kNone) {
      entry = sibling;
    } else if (!branches.empty()) {
      entry = branches.back().entry;
      parent = branches.back().parent;
      branches.pop_back();
    } else {
      entry = kNone;
    }
  }
  return true;
}

}  // namespace usdscope::usdc
