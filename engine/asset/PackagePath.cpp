// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/PackagePath.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace usdscope {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool isBracket(std::string_view path, std::size_t at, char bracket) {
  return path[at] == bracket && (at == 0 || path[at - 1] != '\\');
}

// The index of the `[` that matches the `]` at `close`.
std::size_t findOpening(std::string_view path, std::size_t close) {
  std::size_t depth = 0;
  for (std::size_t at = close + 1; at-- > 0;) {
    if (isBracket(path, at, ']')) ++depth;
    if (isBracket(path, at, '[') && --depth == 0) return at;
  }
  return kNone;
}

// The number of closing brackets at the end of the path.
std::size_t countClosings(std::string_view path) {
  std::size_t count = 0;
  while (count < path.size() && isBracket(path, path.size() - 1 - count, ']')) ++count;
  return count;
}

std::string unescaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escapes =
        text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '[' || text[i + 1] == ']');
    if (!escapes) result += text[i];
  }
  return result;
}

}  // namespace

bool isPackagePath(std::string_view path) {
  if (countClosings(path) == 0) return false;
  const std::size_t opening = findOpening(path, path.size() - 1);
  return opening != kNone && opening > 0;
}

PackagePathParts splitOuterPackage(std::string_view path) {
  if (!isPackagePath(path)) return {std::string(path), {}};
  const std::size_t opening = findOpening(path, path.size() - 1);
  const std::string_view entry = path.substr(opening + 1, path.size() - opening - 2);
  return {std::string(path.substr(0, opening)),
          isPackagePath(entry) ? std::string(entry) : unescaped(entry)};
}

PackagePathParts splitInnerPackage(std::string_view path) {
  if (!isPackagePath(path)) return {std::string(path), {}};
  const std::size_t close = path.size() - countClosings(path);
  const std::size_t opening = findOpening(path, close);
  PackagePathParts parts;
  parts.entry = unescaped(path.substr(opening + 1, close - opening - 1));
  parts.package = path.substr(0, opening);
  parts.package += path.substr(close + 1);
  return parts;
}

std::string joinPackagePath(std::string_view package, std::string_view entry) {
  std::string escaped;
  escaped.reserve(entry.size());
  for (const char c : entry) {
    if (c == '[' || c == ']') escaped += '\\';
    escaped += c;
  }
  return nestPackagePath(package, escaped);
}

std::string nestPackagePath(std::string_view package, std::string_view path) {
  const std::size_t closings = isPackagePath(package) ? countClosings(package) : 0;
  std::string result(package.substr(0, package.size() - closings));
  result += '[';
  result += path;
  result.append(closings + 1, ']');
  return result;
}

std::string_view folderOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == kNone ? std::string_view{} : path.substr(0, slash + 1);
}

bool hasPackageExtension(std::string_view file) {
  std::string ending(file.substr(file.size() - std::min<std::size_t>(file.size(), 5)));
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending == ".usdz" || ending.ends_with(".zip");
}

std::string normalizedPath(std::string_view path) {
  const bool isAbsolute = path.starts_with('/');
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || part == ".") continue;
    const bool goesUp = part == "..";
    if (goesUp && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!goesUp || !isAbsolute) {
      parts.push_back(part);
    }
  }
  std::string result;
  result.reserve(path.size());
  for (const std::string_view part : parts) {
    if (isAbsolute || !result.empty()) result += '/';
    result += part;
  }
  if (result.empty()) return std::string(1, isAbsolute ? '/' : '.');
  return result;
}

}  // namespace usdscope
