// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace usdscope {

/// A shared, immutable sequence. A copy increments a reference count. Equal storage means unchanged
/// elements, so caches need no dirty flags. One word wide; the empty array owns nothing.
///
/// The elements belong to the array, or lie in memory that `owner` keeps alive, such as a mapped
/// file. Any thread may read and copy.
template <typename T>
class Array {
 public:
  using value_type = T;

  Array() = default;
  Array(std::initializer_list<T> items) : Array(std::vector<T>(items)) {}
  /// Takes over the vector without copying elements.
  explicit Array(std::vector<T> items) {
    if (!items.empty()) storage_ = new Storage(std::move(items));
  }
  /// Refers to elements in memory that `owner` keeps alive. Requires: they do not change.
  Array(std::span<const T> items, std::shared_ptr<const void> owner) {
    if (!items.empty()) storage_ = new Storage(items, std::move(owner));
  }
  Array(const Array& other) : storage_(other.storage_) { retain(); }
  Array(Array&& other) noexcept : storage_(std::exchange(other.storage_, nullptr)) {}
  Array& operator=(Array other) noexcept {
    std::swap(storage_, other.storage_);
    return *this;
  }
  ~Array() { release(); }

  const T* data() const { return storage_ ? storage_->items.data() : nullptr; }
  std::size_t size() const { return storage_ ? storage_->items.size() : 0; }
  bool empty() const { return !storage_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  const T& operator[](std::size_t index) const { return storage_->items[index]; }
  std::span<const T> span() const { return {data(), size()}; }

  /// Whether both arrays share their storage, and so are equal.
  bool sharesStorageWith(const Array& other) const { return storage_ == other.storage_; }

  friend bool operator==(const Array& a, const Array& b) {
    if (a.storage_ == b.storage_) return true;
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!(a[i] == b[i])) return false;
    }
    return true;
  }

 private:
  struct Storage {
    explicit Storage(std::vector<T> v) : owned(std::move(v)), items(owned) {}
    Storage(std::span<const T> s, std::shared_ptr<const void> o) : owner(std::move(o)), items(s) {}
    std::atomic<std::size_t> references{1};
    std::vector<T> owned;
    std::shared_ptr<const void> owner;
    std::span<const T> items;
  };

  void retain() const {
    if (storage_) storage_->references.fetch_add(1, std::memory_order_relaxed);
  }
  void release() {
    if (storage_ && storage_->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      delete storage_;
    }
  }

  Storage* storage_ = nullptr;
};

/// A bool in one byte. The element type of bool arrays, because std::vector<bool> has no span.
struct BoolByte {
  std::uint8_t value = 0;

  BoolByte() = default;
  BoolByte(bool b) : value(b ? 1 : 0) {}
  operator bool() const { return value != 0; }
  friend bool operator==(BoolByte a, BoolByte b) { return bool(a) == bool(b); }
};

}  // namespace usdscope
