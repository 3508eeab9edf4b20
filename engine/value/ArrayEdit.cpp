// SPDX-License-Identifier: Apache-2.0
#include "engine/value/ArrayEdit.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>

namespace usdscope {
namespace {

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

// A source is the index of an element of the array, or of a literal behind all elements, or kZero.
constexpr std::size_t kZero = std::numeric_limits<std::size_t>::max();

/// Applies steps to a list of sources, which does not depend on the type of the elements.
class Editor {
 public:
  Editor(std::size_t elementCount, std::size_t literalCount, std::size_t mostElements)
      : elementCount_(elementCount),
        literalCount_(literalCount),
        mostElements_(mostElements),
        sources_(elementCount) {
    std::iota(sources_.begin(), sources_.end(), std::size_t{0});
  }

  void apply(const ArrayEditStep& step) {
    using Operation = ArrayEditStep::Operation;
    switch (step.operation) {
      case Operation::Write:
      case Operation::WriteElement:
        if (const auto at = indexIn(sources_.size(), step.index)) {
          if (const auto from = source(step)) sources_[*at] = *from;
        }
        break;
      case Operation::Insert:
      case Operation::InsertElement:
        if (const auto at = insertionIn(sources_.size(), step.index)) {
          if (const auto from = source(step)) {
            sources_.insert(sources_.begin() + static_cast<std::ptrdiff_t>(*at), *from);
          }
        }
        break;
      case Operation::Erase:
        if (const auto at = indexIn(sources_.size(), step.index)) {
          sources_.erase(sources_.begin() + static_cast<std::ptrdiff_t>(*at));
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

  std::vector<std::size_t> take() { return std::move(sources_); }

 private:
  std::optional<std::size_t> source(const ArrayEditStep& step) const {
    if (step.takesLiteral()) {
      const auto number = static_cast<std::size_t>(step.source);
      return number < literalCount_ ? std::optional(elementCount_ + number) : std::nullopt;
    }
    const auto at = indexIn(sources_.size(), step.source);
    return at ? std::optional(sources_[*at]) : std::nullopt;
  }

  void resize(const ArrayEditStep& step) {
    using Operation = ArrayEditStep::Operation;
    if (step.index < 0) return;
    const auto size = static_cast<std::size_t>(step.index);
    const bool grows = step.operation != Operation::MaxSize;
    const bool shrinks =
        step.operation != Operation::MinSize && step.operation != Operation::MinSizeFill;
    if (size < sources_.size() && shrinks) sources_.resize(size);
    if (size > sources_.size() && grows && size <= mostElements_) {
      sources_.resize(size, step.takesLiteral() ? source(step).value_or(kZero) : kZero);
    }
  }

  std::size_t elementCount_;
  std::size_t literalCount_;
  std::size_t mostElements_;
  std::vector<std::size_t> sources_;
};

std::vector<std::size_t> sourcesAfter(const std::vector<ArrayEditStep>& steps,
                                      std::size_t elementCount, std::size_t literalCount,
                                      std::size_t mostElements) {
  Editor editor(elementCount, literalCount, mostElements);
  for (const ArrayEditStep& step : steps) editor.apply(step);
  return editor.take();
}

// The default fill is zero for matrices and quaternions too, unlike the defaults of GLM.
template <typename Element>
Element zero() {
  Element item{};
  if constexpr (std::is_standard_layout_v<Element> && std::is_trivially_destructible_v<Element>) {
    std::memset(static_cast<void*>(&item), 0, sizeof item);
  }
  return item;
}

template <typename Element>
constexpr std::size_t mostElementsOf() {
  return kMostArrayEditBytes / (sizeof(Element) + sizeof(std::size_t));
}

template <typename Element>
std::vector<Element> gathered(const std::vector<std::size_t>& sources,
                              std::span<const Element> elements,
                              std::span<const Element> literals) {
  std::vector<Element> items;
  items.reserve(sources.size());
  const Element fill = zero<Element>();
  for (const std::size_t from : sources) {
    items.push_back(from < elements.size() ? elements[from]
                    : from == kZero        ? fill
                                           : literals[from - elements.size()]);
  }
  return items;
}

template <typename Element>
Value appliedTo(const ArrayEdit& edit, const Array<Element>& literals, const Value& array) {
  const Array<Element> elements = array.valueOr(Array<Element>());
  const auto sources =
      sourcesAfter(edit.steps, elements.size(), literals.size(), mostElementsOf<Element>());
  return Value(Array<Element>(gathered(sources, elements.span(), literals.span())));
}

// Values that are not arrays do not occur as literals.
template <typename T>
Value appliedTo(const ArrayEdit&, const T&, const Value& array) {
  return array;
}

template <typename Element>
std::size_t countOf(const Array<Element>& array) {
  return array.size();
}
template <typename T>
std::size_t countOf(const T&) {
  return 0;
}

template <typename Element>
std::size_t mostElementsIn(const Array<Element>&) {
  return mostElementsOf<Element>();
}
template <typename T>
std::size_t mostElementsIn(const T&) {
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

std::optional<std::int64_t> tooLargeSize(const ArrayEdit& edit) {
  std::size_t most = 0;
  visitData(edit.literals, [&](const auto& literals) { most = mostElementsIn(literals); });
  const auto isTooLarge = [&](const ArrayEditStep& step) {
    return step.setsSize() && step.operation != ArrayEditStep::Operation::MaxSize &&
           step.index > static_cast<std::int64_t>(most);
  };
  const auto found = std::ranges::find_if(edit.steps, isTooLarge);
  return found == edit.steps.end() ? std::nullopt : std::optional(found->index);
}

Value applied(const ArrayEdit& edit, const Value& array) {
  if (!edit.literals.isArray()) return array;
  Value result = array;
  visitData(edit.literals,
            [&](const auto& literals) { result = appliedTo(edit, literals, array); });
  return result;
}

}  // namespace usdscope
