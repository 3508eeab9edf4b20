// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkelTopology.h"

#include <fmt/format.h>

#include <string_view>
#include <unordered_map>

#include "engine/layer/Path.h"

namespace usdscope {
namespace {

bool isJointPath(std::string_view name) {
  if (name.starts_with('/')) name.remove_prefix(1);
  while (true) {
    const std::size_t slash = name.find('/');
    if (!isValidIdentifier(name.substr(0, slash))) return false;
    if (slash == std::string_view::npos) return true;
    name.remove_prefix(slash + 1);
  }
}

// A path with the hash of its characters (FNV-1a). Hashing a path also gives the hashes of all its
// ancestors, so that a name is read once, however deep it is.
struct HashedPath {
  std::string_view text;
  std::uint64_t hash = kStart;

  static constexpr std::uint64_t kStart = 0xcbf29ce484222325u;
  static constexpr std::uint64_t kPrime = 0x100000001b3u;

  bool operator==(const HashedPath&) const = default;
};

struct HashOf {
  std::size_t operator()(const HashedPath& path) const noexcept { return path.hash; }
};

// Finds the ancestors of a path, then the path itself.
void findPrefixes(std::string_view path, std::vector<HashedPath>& prefixes) {
  prefixes.clear();
  std::uint64_t hash = HashedPath::kStart;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '/' && i > 0) prefixes.push_back({path.substr(0, i), hash});
    hash = (hash ^ static_cast<unsigned char>(path[i])) * HashedPath::kPrime;
  }
  prefixes.push_back({path, hash});
}

}  // namespace

SkelTopology::SkelTopology(std::span<const Token> joints) : parents(joints.size(), -1) {
  std::vector<HashedPath> prefixes;
  std::unordered_map<HashedPath, int, HashOf> indexByPath;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (!isJointPath(joints[i].text())) {
      unnamed.push_back(static_cast<int>(i));
      continue;
    }
    findPrefixes(joints[i].text(), prefixes);
    indexByPath[prefixes.back()] = static_cast<int>(i);
  }
  std::size_t skipped = 0;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (skipped < unnamed.size() && unnamed[skipped] == static_cast<int>(i)) {
      ++skipped;
      continue;
    }
    findPrefixes(joints[i].text(), prefixes);
    for (std::size_t p = prefixes.size() - 1; p > 0 && parents[i] < 0; --p) {
      const auto found = indexByPath.find(prefixes[p - 1]);
      if (found != indexByPath.end()) parents[i] = found->second;
    }
  }
}

std::string SkelTopology::problem() const {
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (parents[i] >= static_cast<int>(i)) {
      return fmt::format("Joint {} comes before its parent, joint {}.", i, parents[i]);
    }
  }
  return {};
}

}  // namespace usdscope
