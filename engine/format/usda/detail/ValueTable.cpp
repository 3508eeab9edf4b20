// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/ValueTable.h"

#include <type_traits>
#include <vector>

#include "engine/format/usda/detail/SingleReader.h"

namespace usdscope::usda {
namespace {

// The text between elements of lists that are read on several threads: numbers, vectors and
// quaternions.
template <typename Element>
constexpr std::string_view kSeparator = "";
template <>
constexpr std::string_view kSeparator<std::int32_t> = ",";
template <>
constexpr std::string_view kSeparator<float> = ",";
template <>
constexpr std::string_view kSeparator<double> = ",";
template <int count, typename T>
constexpr std::string_view kSeparator<glm::vec<count, T>> = "),";
template <typename T>
constexpr std::string_view kSeparator<glm::qua<T>> = "),";

template <typename Type, typename Element>
class TableOf final : public ValueTable {
 public:
  std::size_t size() const override { return items_.size(); }
  void clear() override { items_.clear(); }
  void removeLast() override { items_.pop_back(); }
  void shrink() override { items_.shrink_to_fit(); }

  void add(const Value& value) override { items_.emplace_back() = *value.find<Type>(); }
  void append(const ValueTable& other) override { addAll(items_, other); }
  bool read(ReadContext& context, Scanner& in, std::size_t most) override {
    SingleReader single(context, in);
    do {
      if (!single.read(items_.emplace_back())) return false;
    } while (--most != 0 && in.takeComma());
    return true;
  }
  std::string_view separator() const override { return kSeparator<Element>; }

  Value at(std::size_t index) const override { return Value(Type(items_[index])); }
  bool areEqual(std::size_t a, std::size_t b) const override { return items_[a] == items_[b]; }
  Value array(std::span<const std::unique_ptr<ValueTable>> more) const override {
    std::size_t count = items_.size();
    for (const auto& table : more) count += table->size();
    std::vector<Element> all;
    all.reserve(count);
    addAll(all, *this);
    for (const auto& table : more) addAll(all, *table);
    return Value(Array<Element>(std::move(all)));
  }

 private:
  static void addAll(std::vector<Element>& to, const ValueTable& from) {
    const auto& items = static_cast<const TableOf&>(from).items_;
    to.insert(to.end(), items.begin(), items.end());
  }

  std::vector<Element> items_;
};

}  // namespace

std::unique_ptr<ValueTable> ValueTable::make(ValueKind kind) {
  switch (kind) {
#define USDSCOPE_MAKE(Kind, Type, Element) \
  case ValueKind::Kind:                    \
    return std::make_unique<TableOf<Type, Element>>();
    USDSCOPE_VALUE_TYPES(USDSCOPE_MAKE)
#undef USDSCOPE_MAKE
    case ValueKind::Other:
      break;
  }
  return nullptr;
}

}  // namespace usdscope::usda
