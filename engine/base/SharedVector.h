// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace usdscope {

/// A vector whose copies share their elements until one of them is changed. Functions that are not
/// const copy the elements first if another vector shares them. Different copies may be used by
/// different threads.
template <typename T>
class SharedVector {
 public:
  using value_type = T;

  SharedVector() = default;
  SharedVector(std::vector<T> elements)
      : elements_(std::make_shared<std::vector<T>>(std::move(elements))) {}

  const std::vector<T>& vector() const {
    static const std::vector<T> kEmpty;
    return elements_ ? *elements_ : kEmpty;
  }
  operator const std::vector<T>&() const { return vector(); }
  /// The elements of this vector alone, which may be changed until it is copied.
  std::vector<T>& own() {
    if (!elements_) {
      elements_ = std::make_shared<std::vector<T>>();
    } else if (elements_.use_count() > 1) {
      elements_ = std::make_shared<std::vector<T>>(*elements_);
    }
    return *elements_;
  }

  /// Whether both vectors share their elements, and so are equal.
  bool sharesElementsWith(const SharedVector& other) const { return elements_ == other.elements_; }

  std::size_t size() const { return vector().size(); }
  bool empty() const { return vector().empty(); }
  auto begin() const { return vector().begin(); }
  auto end() const { return vector().end(); }
  const T& operator[](std::size_t index) const { return vector()[index]; }
  const T& at(std::size_t index) const { return vector().at(index); }
  const T& front() const { return vector().front(); }
  const T& back() const { return vector().back(); }

  auto begin() { return own().begin(); }
  auto end() { return own().end(); }
  T& operator[](std::size_t index) { return own()[index]; }
  void reserve(std::size_t count) { own().reserve(count); }
  // The names of std::vector. NOLINTBEGIN(readability-identifier-naming)
  void push_back(T element) { own().push_back(std::move(element)); }
  void pop_back() { own().pop_back(); }
  // NOLINTEND(readability-identifier-naming)
  void clear() { elements_.reset(); }

 private:
  std::shared_ptr<std::vector<T>> elements_;
};

}  // namespace usdscope
