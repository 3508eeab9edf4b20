// SPDX-License-Identifier: Apache-2.0
#include "engine/value/ArrayEdit.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>

namespace usdscope {
namespace {

constexpr std::size_t kMostElements = std::size_t{1} << 26;

// Converts to an index from 0 on; empty when it is out of range.
std::optional<std::size_t> indexIn(std::size_t count, std::int64_t index) {
  const auto size = static_cast<std::int64_t>(count);
  if (index == ArrayEditStep::kEnd) return std::nullopt;
  if (index < 0) index += size;
  if (index < 0 || index >= size) return std::nullopt;
  return static_cast<std::size_t>(index);
}

std::optional<std::size_t> insertionIn(std::size_t count, std::int64_t index) {
  if (index == ArrayEditStep::kEnd || index == static_cast<std::int64_t>(count)) return count;
  return indexIn(count, index);
}

template <typename Element>
class Editor {
 public:
  Editor(const Array<Element>& array, const Array<Element>& literals)
      : items_(array.begin(), array.end()), literals_(literals) {}

  void apply(const ArrayEditStep& step) {
    using Operation = ArrayEditStep::Operation;
    switch (step.operation) {
      case Operation::Write:
      case Operation::WriteElement:
        if (const auto at = indexIn(items_.size(), step.index)) {
          if (const auto value = source(step)) items_[*at] = *value;
        }
        break;
      case Operation::Insert:
      case Operation::InsertElement:
        if (const auto at = insertionIn(items_.size(), step.index)) {
          const auto value = source(step);
          if (value && items_.size() < kMostElements) {
            items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(*at), *value);
          }
        }
        break;
      case Operation::Erase:
        if (const auto at = indexIn(items_.size(), step.index)) {
          items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(*at));
        }
        break;
      case Operation::MinSize:
      case Operation::MinSizeFill:
      case Operation::Resize:
      case Operation::ResizeFill:
      case Operation::MaxSize:
        resize(step);
        break;
    }
  }

  Value take() { return Value(Array<Element>(std::move(items_))); }

 private:
  // The default fill is zero for matrices and quaternions too, unlike the defaults of GLM.
  static Element zero() {
    Element item{};
    if constexpr (std::is_standard_layout_v<Element> && std::is_trivially_destructible_v<Element>) {
      std::memset(static_cast<void*>(&item), 0, sizeof item);
    }
    return item;
  }

  std::optional<Element> source(const ArrayEditStep& step) const {
    if (step.takesLiteral()) {
      const auto number = static_cast<std::size_t>(step.source);
      if (number >= literals_.size()) return std::nullopt;
      return literals_[number];
    }
    const auto at = indexIn(items_.size(), step.source);
    return at ? std::optional(items_[*at]) : std::nullopt;
  }

  void resize(const ArrayEditStep& step) {
    using Operation = ArrayEditStep::Operation;
    if (step.index < 0) return;
    const auto size = static_cast<std::size_t>(step.index);
    const bool grows = step.operation != Operation::MaxSize;
    const bool shrinks =
        step.operation != Operation::MinSize && step.operation != Operation::MinSizeFill;
    if (size < items_.size() && shrinks) items_.resize(size);
    if (size > items_.size() && grows && size <= kMostElements) {
      items_.resize(size, step.takesLiteral() ? source(step).value_or(zero()) : zero());
    }
  }

  std::vector<Element> items_;
  Array<Element> literals_;
};

template <typename Element>
Value appliedTo(const ArrayEdit& edit, const Array<Element>& literals, const Value& array) {
  Editor<Element> editor(array.valueOr(Array<Element>()), literals);
  for (const ArrayEditStep& step : edit.steps) editor.apply(step);
  return editor.take();
}

template <typename Element>
std::size_t countOf(const Array<Element>& array) {
  return array.size();
}
template <typename T>
std::size_t countOf(const T&) {
  return 0;
}

}  // namespace

bool isValid(const ArrayEdit& edit) {
  if (!edit.literals.isArray()) return false;
  std::size_t count = 0;
  visitData(edit.literals, [&](const auto& literals) { count = countOf(literals); });
  return std::ranges::all_of(edit.steps, [&](const ArrayEditStep& step) {
    if (step.setsSize() && step.index < 0) return false;
    return !step.takesLiteral() || static_cast<std::size_t>(step.source) < count;
  });
}

Value applied(const ArrayEdit& edit, const Value& array) {
  if (!edit.literals.isArray()) return array;
  switch (edit.literals.kind()) {
#define USDSCOPE_APPLY(Kind, Type, Element) \
  case ValueKind::Kind:                     \
    return appliedTo<Element>(edit, *edit.literals.find<Array<Element>>(), array);
    USDSCOPE_VALUE_TYPES(USDSCOPE_APPLY)
#undef USDSCOPE_APPLY
    case ValueKind::Other:
      break;
  }
  return array;
}

}  // namespace usdscope
