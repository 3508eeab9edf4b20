// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/Identifiers.h"
#include "engine/layer/Path.h"

#include <algorithm>

namespace usdscope {
namespace {

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// Names of variant sets are identifiers that may contain `-`.
bool isValidVariantSetName(std::string_view text) {
  return identifierSize(text) > 0 && text.find('|') == text.npos && isValidVariantName(text);
}

/// Parses a path from left to right. Every step returns false when the text does not match the
/// grammar.
class PathParser {
 public:
  PathParser(std::string_view text, Path anchor) : rest_(text), path_(anchor) {}

  Path parse(int nesting = 0) {
    if (rest_.empty() || nesting > kMaxNesting) return {};
    if (!parseStart()) return {};
    while (!rest_.empty()) {
      if (!parseElement(nesting)) return {};
    }
    return path_;
  }

 private:
  static constexpr int kMaxNesting = 8;

  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // `/`, `../`, or nothing: then the rest is relative to the anchor.
  bool parseStart() {
    if (take('/')) {
      path_ = Path::root();
      needsName_ = !rest_.empty();
      return true;
    }
    if (path_.isEmpty()) return false;
    if (rest_ == ".") {
      rest_ = {};
      return true;
    }
    while (rest_.starts_with("..")) {
      rest_.remove_prefix(2);
      path_ = path_.parent();
      if (path_.isEmpty()) return false;
      if (rest_.empty()) return true;
      if (!take('/') || rest_.empty()) return false;
    }
    needsName_ = rest_.front() != '.';
    return true;
  }

  bool parseElement(int nesting) {
    if (needsName_) return parseName();
    switch (rest_.front()) {
      case '/':
        rest_.remove_prefix(1);
        if (!path_.isPrim()) return false;
        needsName_ = true;
        return !rest_.empty();
      case '{':
        return parseVariant();
      case '.':
        return parseProperty();
      case '[':
        return parseTarget(nesting);
      default:
        // `/A{set=v}B`: the name follows the brace directly.
        return path_.isVariant() && parseName();
    }
  }

  bool parseName() {
    const std::size_t size = identifierSize(rest_);
    if (size == 0) return false;
    path_ = path_.child(Token(rest_.substr(0, size)));
    rest_.remove_prefix(size);
    needsName_ = false;
    return !path_.isEmpty();
  }

  bool parseVariant() {
    const std::size_t close = rest_.find('}');
    const std::size_t equals = rest_.find('=');
    if (close == std::string_view::npos || equals == std::string_view::npos || equals > close ||
        !(path_.isPrim() || path_.isVariant())) {
      return false;
    }
    const std::string_view set = trimmed(rest_.substr(1, equals - 1));
    const std::string_view selection = trimmed(rest_.substr(equals + 1, close - equals - 1));
    if (!isValidVariantSetName(set) || (!selection.empty() && !isValidVariantName(selection))) {
      return false;
    }
    path_ = path_.variant(Token(set), Token(selection));
    rest_.remove_prefix(close + 1);
    return !path_.isEmpty();
  }

  bool parseProperty() {
    if (!(path_.isPrim() || path_.isVariant())) return false;
    rest_.remove_prefix(1);
    const std::size_t end = std::min(rest_.find('['), rest_.size());
    const std::string_view name = rest_.substr(0, end);
    if (!isValidNamespacedIdentifier(name)) return false;
    path_ = path_.property(Token(name));
    rest_.remove_prefix(end);
    return !path_.isEmpty();
  }

  bool parseTarget(int nesting) {
    if (!path_.isProperty() || rest_.back() != ']') return false;
    // A target without a leading `/` belongs to the prim, as relative paths do elsewhere.
    const std::string_view text = rest_.substr(1, rest_.size() - 2);
    const Path inside = PathParser(text, path_.primPath()).parse(nesting + 1);
    if (inside.isEmpty()) return false;
    path_ = path_.target(inside);
    rest_ = {};
    return true;
  }

  std::string_view rest_;
  Path path_;
  bool needsName_ = false;
};

}  // namespace

Path Path::fromText(std::string_view text) { return PathParser(text, {}).parse(); }

Path Path::fromText(std::string_view text, Path anchor) { return PathParser(text, anchor).parse(); }

}  // namespace usdscope
