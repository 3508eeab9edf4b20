// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cassert>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "engine/value/ValueType.h"

namespace usdscope {

namespace detail {

template <typename T>
struct IsArray : std::false_type {};
template <typename T>
struct IsArray<Array<T>> : std::true_type {};

template <typename T>
inline constexpr bool kIsData = ValueKindOf<T>::kKind != ValueKind::Other;

template <typename T>
inline constexpr bool kIsInPlace =
    (std::is_trivially_copyable_v<T> && sizeof(T) <= 8 && alignof(T) <= 8) || IsArray<T>::value;

struct ValueBoxHead {
  std::atomic<std::size_t> references{1};
};

template <typename T>
struct ValueBox : ValueBoxHead {
  template <typename... Args>
  explicit ValueBox(Args&&... args) : object(std::forward<Args>(args)...) {}
  T object;
};

template <typename T>
const ValueType& valueTypeOf() {
  static constexpr ValueType kType = [] {
    ValueType type;
    type.kind = ValueKindOf<T>::kKind;
    type.isArray = ValueKindOf<T>::kIsArray;
    type.isBoxed = !kIsInPlace<T>;
    type.equal = [](const void* a, const void* b) {
      return *static_cast<const T*>(a) == *static_cast<const T*>(b);
    };
    if constexpr (!kIsInPlace<T>) {
      type.destroy = [](void* box) {
        delete static_cast<ValueBox<T>*>(static_cast<ValueBoxHead*>(box));
      };
    } else if constexpr (!std::is_trivially_copyable_v<T>) {
      type.copy = [](void* to, const void* from) { new (to) T(*static_cast<const T*>(from)); };
      type.destroy = [](void* object) { static_cast<T*>(object)->~T(); };
    }
    return type;
  }();
  return kType;
}

}  // namespace detail

/// One value of any type that a field can have: a scalar, vector, matrix, text, array, dictionary,
/// list op, time samples or block.
///
/// Sixteen bytes. Small types are stored inside, arrays share their storage, and other types are
/// shared with a reference count. The shared objects are immutable, so copies are cheap, and
/// reading is thread-safe. A default-constructed Value is empty.
class Value {
 public:
  Value() = default;
  template <typename T, typename = std::enable_if_t<!std::is_same_v<std::decay_t<T>, Value>>>
  explicit Value(T&& object) {
    emplace<std::decay_t<T>>(std::forward<T>(object));
  }
  Value(const Value& other) { copyFrom(other); }
  Value(Value&& other) noexcept : type_(std::exchange(other.type_, nullptr)) {
    std::memcpy(bytes_, other.bytes_, sizeof bytes_);
  }
  Value& operator=(Value other) noexcept {
    std::swap(type_, other.type_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Value() { clear(); }

  bool isEmpty() const { return !type_; }
  explicit operator bool() const { return type_; }

  template <typename T>
  bool holds() const {
    return type_ == &detail::valueTypeOf<T>();
  }

  /// Returns the object if this holds a T, else null. Valid until this Value changes.
  template <typename T>
  const T* find() const {
    return holds<T>() ? static_cast<const T*>(object()) : nullptr;
  }

  /// Returns the object if this holds a T, else `fallback`.
  template <typename T>
  T valueOr(T fallback) const {
    const T* found = find<T>();
    return found ? *found : std::move(fallback);
  }

  /// The kind of the value or, for an array, of its elements. Other when empty.
  ValueKind kind() const { return type_ ? type_->kind : ValueKind::Other; }
  bool isArray() const { return type_ && type_->isArray; }
  bool isBlock() const { return holds<ValueBlock>(); }

  /// Compares types and objects. Two empty values are equal.
  friend bool operator==(const Value& a, const Value& b) {
    if (a.type_ != b.type_) return false;
    return !a.type_ || a.object() == b.object() || a.type_->equal(a.object(), b.object());
  }

 private:
  // Every box starts with its reference count, and the object follows behind it.
  using BoxHead = detail::ValueBoxHead;

  template <typename T, typename... Args>
  void emplace(Args&&... args) {
    static_assert(!std::is_pointer_v<T>, "Wrap the literal in a Token or a std::string.");
    static_assert(!std::is_arithmetic_v<T> || detail::kIsData<T>, "No value type has this width.");
    if constexpr (detail::kIsInPlace<T>) {
      new (bytes_) T(std::forward<Args>(args)...);
    } else {
      static_assert(alignof(T) <= alignof(BoxHead) && sizeof(BoxHead) == 8);
      new (bytes_) BoxHead*(new detail::ValueBox<T>(std::forward<Args>(args)...));
    }
    type_ = &detail::valueTypeOf<T>();
  }

  BoxHead* box() const { return *reinterpret_cast<BoxHead* const*>(bytes_); }
  const void* object() const {
    return type_->isBoxed ? reinterpret_cast<const char*>(box()) + sizeof(BoxHead)
                          : static_cast<const void*>(bytes_);
  }

  void copyFrom(const Value& other) {
    type_ = other.type_;
    if (type_ && type_->isBoxed) {
      std::memcpy(bytes_, other.bytes_, sizeof bytes_);
      box()->references.fetch_add(1, std::memory_order_relaxed);
    } else if (type_ && type_->copy) {
      type_->copy(bytes_, other.bytes_);
    } else {
      std::memcpy(bytes_, other.bytes_, sizeof bytes_);
    }
  }

  void clear() {
    if (!type_) return;
    if (type_->isBoxed) {
      if (box()->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        type_->destroy(box());
      }
    } else if (type_->destroy) {
      type_->destroy(bytes_);
    }
    type_ = nullptr;
  }

  const ValueType* type_ = nullptr;
  alignas(8) unsigned char bytes_[8] = {};
};

/// Calls `visit` with the value as its C++ type (`const T&` or `const Array<T>&`) and returns true,
/// if it has a data type. Returns false without a call for an empty value and for other types.
template <typename Visit>
bool visitData(const Value& value, Visit&& visit) {
  if (value.isEmpty()) return false;
  switch (value.kind()) {
#define USDSCOPE_VISIT(Kind, Type, Element)          \
  case ValueKind::Kind:                              \
    if (value.isArray()) {                           \
      visit(*value.template find<Array<Element>>()); \
    } else {                                         \
      visit(*value.template find<Type>());           \
    }                                                \
    return true;
    USDSCOPE_VALUE_TYPES(USDSCOPE_VISIT)
#undef USDSCOPE_VISIT
    case ValueKind::Other:
      return false;
  }
  return false;
}

}  // namespace usdscope
