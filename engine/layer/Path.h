// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Token.h"

namespace usdscope {

/// An absolute path to a prim, a variant, a property or a target of a property: `/A/B`,
/// `/A{set=v}B`, `/A.size`, `/A.rel[/T]`. Interned: four bytes, equal paths have equal numbers.
///
/// Paths are never freed. Thread-safe. A default-constructed path is empty. A path that would have
/// more than 2000 elements is also empty. (AOUSD core specification 7.)
class Path {
 public:
  enum class Kind : std::uint8_t {
    Empty,
    Root,      ///< `/`, the pseudo-root.
    Prim,      ///< `/A/B`, `/A{set=v}B`.
    Variant,   ///< `/A{set=v}`: ends in a variant selection, which may be empty: `/A{set=}`.
    Property,  ///< `/A.ns:name`.
    Target,    ///< A relationship target or connection: `/A.rel[/T]`.
  };

  constexpr Path() = default;
  static Path root();

  /// Parses an absolute path. Returns the empty path for invalid text, and for attributes of
  /// targets (`/A.rel[/T].x`), mappers and expressions, which are unsupported.
  static Path fromText(std::string_view text);
  /// Parses a path that may be relative to the prim path `anchor`: `B`, `../C`, `.size`.
  static Path fromText(std::string_view text, Path anchor);

  Path child(Token name) const;  ///< Requires: this is the root, a prim or a variant.
  Path variant(Token set, Token selection) const;
  Path property(Token name) const;
  Path target(Path target) const;  ///< Requires: this is a property.

  Kind kind() const;
  bool isEmpty() const { return index_ == 0; }
  bool isRoot() const { return *this == root(); }
  bool isPrim() const { return kind() == Kind::Prim; }
  bool isVariant() const { return kind() == Kind::Variant; }
  bool isProperty() const { return kind() == Kind::Property; }
  bool isRootOrPrim() const { return kind() == Kind::Root || kind() == Kind::Prim; }

  /// The path without its last element. Empty for the root and the empty path.
  Path parent() const;
  /// The name of the prim or property. For a variant, the name of its set; else empty.
  Token name() const;
  /// The chosen variant of a Variant path.
  Token variantSelection() const;
  /// The path inside the brackets of a Target path.
  Path targetPath() const;

  /// The prim of a property or variant path, without trailing variant selections. Prim paths and
  /// the root return themselves.
  Path primPath() const;
  /// primPath() with its trailing variant selections: the path of the spec that has a property.
  Path primOrVariantPath() const;
  /// The path without any variant selections.
  Path withoutVariants() const;
  bool hasVariants() const;  ///< Whether any element of the path is a variant selection.

  /// The number of elements, including variant selections and properties. The root has 0.
  std::size_t depth() const;

  /// Whether `prefix` is this path or an ancestor of it. Every path has the prefix `/`.
  bool hasPrefix(Path prefix) const;
  /// Returns the path with the prefix `from` replaced by `to`; the path itself when it does not
  /// have this prefix. Does not change targets inside brackets.
  Path withPrefixReplaced(Path from, Path to) const;
  /// The longest path that is a prefix of both.
  static Path commonPrefix(Path a, Path b);

  std::string text() const;

  std::uint32_t index() const { return index_; }
  static constexpr Path fromIndex(std::uint32_t index) {
    Path path;
    path.index_ = index;
    return path;
  }
  friend constexpr bool operator==(Path, Path) = default;

 private:
  std::uint32_t index_ = 0;
};

/// Sorts by the text of elements like SdfPath: a prim, its properties, its children, its variants.
bool pathLess(Path a, Path b);

/// True for a letter or `_`, followed by letters, digits and `_`. Letters and digits are those of
/// Unicode's XID rules.
bool isValidIdentifier(std::string_view text);
/// True for identifiers joined by single colons.
bool isValidNamespacedIdentifier(std::string_view text);
/// Like isValidIdentifier(), but also allows `-`, `|`, digits in front, and a leading `.`.
bool isValidVariantName(std::string_view text);

}  // namespace usdscope

template <>
struct std::hash<usdscope::Path> {
  std::size_t operator()(usdscope::Path path) const noexcept {
    return path.index() * 0x9E3779B97F4A7C15ull >> 16;
  }
};
