// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/Path.h"

namespace usdscope {

/// The lines at which the specs of a text layer stand. Lines are counted from 1. Immutable.
class SpecLines {
 public:
  SpecLines() = default;

  /// Reads the text as readUsda() does, and forgets the values. Empty when the text cannot be read,
  /// for example because it is not a text layer.
  static SpecLines read(std::string text,
                        const FieldDefinitions& fields = FieldDefinitions::builtin());

  bool isEmpty() const { return text_.empty(); }

  /// Returns the line of a prim, variant or property, by its path in the layer: that of its first
  /// statement. The root has line 1. Returns 0 when the layer does not have the spec.
  int lineOf(Path spec) const;

  /// Returns the line of the first place from a spec on that has `part`; else lineOf(). Finds the
  /// asset path of an arc or a value.
  int lineOf(Path spec, std::string_view part) const;

  /// Prepares many calls of lineOf() for asset paths with their `@`: from now on they do not search
  /// the text.
  void indexAssets();

 private:
  /// A part of `text_`.
  struct Part {
    std::size_t offset = 0;
    std::size_t size = 0;
  };
  std::string_view textOf(const Part& part) const {
    return std::string_view(text_).substr(part.offset, part.size);
  }
  int lineAt(std::size_t offset) const;
  std::size_t find(std::string_view part, std::size_t start) const;

  std::string text_;
  std::vector<std::size_t> lineStarts_;  ///< Offsets, ascending.
  std::unordered_map<Path, std::size_t> offsets_;
  /// Each `@` with the text up to the next one, by text and then by offset.
  std::vector<Part> assets_;
  bool hasAssets_ = false;  ///< Whether `assets_` has been made.
};

}  // namespace usdscope
