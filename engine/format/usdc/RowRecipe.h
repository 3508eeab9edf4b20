// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/FileBytes.h"
#include "engine/format/usdc/Header.h"
#include "engine/layer/Layer.h"

namespace usdscope::usdc {

struct CrateContent;
struct FieldTables;

/// The tables of a crate from which its rows were made. A crate with equal tables, such as the next
/// clip of a set, has the same rows, and only the words of its values differ. Copying rows takes a
/// fraction of the time of making them.
struct RowRecipe {
  /// A field that lists children, and the names in this list.
  struct ChildList {
    std::uint32_t field = 0;
    std::vector<std::uint32_t> names;  ///< Token numbers.
  };

  CrateVersion version;
  /// Copies of all tables but FIELDS, as they are in the file, whose bytes may change on disk.
  std::array<std::vector<std::byte>, 5> sections;
  std::vector<std::uint32_t> fieldNames;  ///< As FieldTables::names.
  /// For each word of LayerTables::fieldValues, the number of its field.
  std::vector<std::uint32_t> pooledFields;
  std::vector<ChildList> childLists;
  std::size_t unlistedCount = 0;
  std::size_t notUtf8Count = 0;
  bool isWhole = false;  ///< All members above are filled in, so that the rows can be copied.
};

/// Fills in the members that buildRows() does not set, unless there is too much to keep or a list
/// is broken.
void completeRecipe(const CrateContent& content, FieldTables&& fields, RowRecipe& recipe);

/// A layer whose rows were copied, and its recipe. Both are null if there is none.
struct CopiedRows {
  std::shared_ptr<const Layer> from;
  std::shared_ptr<const RowRecipe> recipe;
};

/// Makes the rows of a crate, and all of `content` that depends on its tables, from those of one of
/// the crates that were read last and are still open. Changes nothing if none has equal tables. The
/// result is the same as that of reading the tables. Thread-safe.
///
/// Requires: `content` has its bytes and its header.
CopiedRows copyRowsOfEqualCrate(CrateContent& content, LayerTables& rows);

/// Returns the recipe of a layer; null if it is not kept, or no longer. Thread-safe.
std::shared_ptr<const RowRecipe> findRecipe(const Layer& layer);

/// Whether a crate has the rows of `layer`, so that only the words of its values differ. Compares
/// the tables in file form, which takes a fraction of the time of reading them. Thread-safe.
bool hasRowsOf(const FileBytes& bytes, const Layer& layer, const RowRecipe& recipe);

/// Offers the rows of a layer for copying, as long as the layer lives and few others are offered.
/// Requires: its decoder is a CrateValues object, and its recipe is whole. Thread-safe.
void offerRows(const std::shared_ptr<const Layer>& layer, std::shared_ptr<const RowRecipe> recipe);

}  // namespace usdscope::usdc
