// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string_view>

#include "engine/value/Value.h"

namespace usdscope::usda {

struct ReadContext;
class Scanner;

/// A growing table of single values of one type. Everything in the text format that depends on the
/// C++ type of a value is behind this interface, so that it is compiled once.
class ValueTable {
 public:
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  /// Requires: `kind` is a data type.
  static std::unique_ptr<ValueTable> make(ValueKind kind);
  virtual ~ValueTable() = default;

  virtual std::size_t size() const = 0;
  /// Removes all values and keeps the memory.
  virtual void clear() = 0;
  virtual void removeLast() = 0;
  /// Frees the reserved memory.
  virtual void shrink() = 0;

  /// Adds a value. Requires: it is a single value of the type.
  virtual void add(const Value& value) = 0;
  /// Adds the values of another table. Requires: it has the same type.
  virtual void append(const ValueTable& other) = 0;
  /// Reads and adds up to `most` values with commas between them. A list also ends in front of `]`
  /// and at the end of the text. Returns false when `in` has failed.
  virtual bool read(ReadContext& context, Scanner& in, std::size_t most) = 0;
  bool readOne(ReadContext& context, Scanner& in) { return read(context, in, 1); }
  bool readList(ReadContext& context, Scanner& in) { return read(context, in, kAll); }
  /// The text that ends each value of a list; empty when it occurs inside of values too, or when
  /// reading uses the context and is not thread-safe.
  virtual std::string_view separator() const = 0;

  virtual Value at(std::size_t index) const = 0;
  virtual bool areEqual(std::size_t a, std::size_t b) const = 0;
  /// The values of this table and of `more`, in this order, as one array.
  /// Requires: all have the same type.
  virtual Value array(std::span<const std::unique_ptr<ValueTable>> more = {}) const = 0;
};

/// Tables by type, made when they are first needed.
class ValueTables {
 public:
  /// Requires: `kind` is a data type.
  ValueTable& of(ValueKind kind) {
    std::unique_ptr<ValueTable>& table = tables_[static_cast<std::size_t>(kind)];
    if (!table) table = ValueTable::make(kind);
    return *table;
  }
  /// Requires: of() was called for this kind.
  const ValueTable& of(ValueKind kind) const { return *tables_[static_cast<std::size_t>(kind)]; }
  void shrink() {
    for (const auto& table : tables_) {
      if (table) table->shrink();
    }
  }

 private:
  std::array<std::unique_ptr<ValueTable>, static_cast<std::size_t>(ValueKind::Other)> tables_;
};

}  // namespace usdscope::usda
