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
/// Paths are never freed. Any thread may make and read them. The default path is empty: no path.
/// What would be deeper than 2000 elements is empty too.
/// (AOUSD core specification 7.)
class Path {
 public:
  enum class Kind : std::uint8_t {
    Empty,
    Root,     ///< `/`, the pseudo-root.
    Prim,     ///< `/A/B`, `/A{set=v}B`.
    Variant,  ///< Ends in a variant selection: `/A{set=v}`; the selection may be empty: `/A{set=}`.
    Property,  ///< `/A.ns:name`.
    Target,    ///< A relationship target or connection: `/A.rel[/T]`.
  };

  constexpr Path() = default;
  static Path root();

  /// Parses an absolute path; empty when the text is none. Attributes of targets
  /// (`/A.rel[/T].x`), mappers and expressions are not known here.
  static Path fromText(std::string_view text);
  /// The same for a path that may be relative (`B`, `../C`, `.size`) to `anchor`, a prim path.
  static Path fromText(std::string_view text, Path anchor);

  Path child(Token name) const;  ///< Of a root, prim or variant path.
  Path variant(Token set, Token selection) const;
  Path property(Token name) const;
  Path target(Path target) const;  ///< Of a property path.

  Kind kind() const;
  bool isEmpty() const { return index_ == 0; }
  bool isRoot() const { return *this == root(); }
  bool isPrim() const { return kind() == Kind::Prim; }
  bool isVariant() const { return kind() == Kind::Variant; }
  bool isProperty() const { return kind() == Kind::Property; }
  bool isRootOrPrim() const { return kind() == Kind::Root || kind() == Kind::Prim; }

  /// The path without its last element; of the root and the empty path the empty path.
  Path parent() const;
  /// Name of the prim or property; of a variant the name of its set; else empty.
  Token name() const;
  /// The chosen variant of a Variant path.
  Token variantSelection() const;
  /// The path inside the brackets of a Target path.
  Path targetPath() const;

  /// The prim that a property or variant path belongs to (without trailing variant selections);
  /// prim paths and the root are their own.
  Path primPath() const;
  /// primPath() with the variant selections that end it: where the specs of a property lie.
  Path primOrVariantPath() const;
  /// Without any variant selection.
  Path withoutVariants() const;
  bool hasVariants() const;  ///< Anywhere in the path.

  /// Number of elements, variant selections and properties included; the root has 0.
  std::size_t depth() const;

  /// True for the path itself too. Every path has the prefix `/`.
  bool hasPrefix(Path prefix) const;
  /// `to` in place of the prefix `from`; unchanged when this path does not have it. Targets inside
  /// brackets stay.
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

/// Order by elements, by text, as SdfPath's: a prim, its properties, its children, its variants.
bool pathLess(Path a, Path b);

/// `A` starts with a letter or `_`, goes on with those and digits; letters as Unicode's XID rules
/// say. Not empty.
bool isValidIdentifier(std::string_view text);
/// Identifiers joined by single colons.
bool isValidNamespacedIdentifier(std::string_view text);
/// As identifiers, but `-`, `|` and digits may come first, a leading `.` is allowed.
bool isValidVariantName(std::string_view text);

}  // namespace usdscope

template <>
struct std::hash<usdscope::Path> {
  std::size_t operator()(usdscope::Path path) const noexcept {
    return path.index() * 0x9E3779B97F4A7C15ull >> 16;
  }
};
