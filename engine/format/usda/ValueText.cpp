// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/ValueText.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/format/usda/detail/MetadataWriter.h"
#include "engine/format/usda/detail/SplineWriter.h"
#include "engine/format/usda/detail/ValueWriter.h"
#include "engine/layer/Arcs.h"
#include "engine/value/TimeSamples.h"

namespace usdscope {
namespace {

using usda::WriteContext;

/// Writes a value for people. Has an overload for each type without a form in usda.
class Describer {
 public:
  Describer(WriteContext& context, std::size_t mostBytes)
      : context_(context), out_(context.out), mostBytes_(mostBytes) {}

  bool isFull() const { return out_.size() > mostBytes_; }

  void write(const Dictionary& value) { usda::writeDictionaryInLine(context_, value); }
  void write(const Spline& value) { usda::writeSpline(context_, value, 0); }
  void write(Specifier value) {
    static constexpr std::string_view kNames[] = {"def", "over", "class"};
    out_ += kNames[static_cast<std::size_t>(value)];
  }
  void write(Variability value) { out_ += value == Variability::Uniform ? "uniform" : "varying"; }
  void write(Permission value) { out_ += value == Permission::Private ? "private" : "public"; }
  void write(Token value) { appendQuoted(out_, value.text()); }
  void write(const std::string& value) { appendQuoted(out_, value); }
  void write(const UnregisteredValue& value) { out_ += value.text; }
  void write(double value) { appendNumber(out_, value); }
  template <typename Integer>
    requires std::is_integral_v<Integer>
  void write(Integer value) {
    if constexpr (std::is_signed_v<Integer>) {
      appendNumber(out_, std::int64_t{value});
    } else {
      appendNumber(out_, std::uint64_t{value});
    }
  }
  void write(Path value) { usda::writePath(context_, value); }
  void write(const LayerOffset& value) {
    out_ += "(offset = ";
    write(value.offset);
    out_ += "; scale = ";
    write(value.scale);
    out_ += ')';
  }
  void write(const Payload& value) { writeArc(value); }
  void write(const Reference& value) {
    writeArc(value);
    if (!value.customData.isEmpty()) write(value.customData);
  }
  template <typename A, typename B>
  void write(const std::pair<A, B>& value) {
    write(value.first);
    out_ += ": ";
    write(value.second);
  }
  template <typename T>
  void write(const std::vector<T>& items) {
    out_ += '[';
    for (std::size_t i = 0; i < items.size() && !isFull(); ++i) {
      if (i > 0) out_ += ", ";
      write(items[i]);
    }
    out_ += ']';
  }
  template <typename T>
  void write(const ListOp<T>& op) {
    bool isFirst = true;
    usda::forEachEdit(op, [&](auto edit, const std::vector<T>& items) {
      if (!isFirst) out_ += "; ";
      isFirst = false;
      usda::writeEdit(context_, edit);
      write(items);
    });
  }
  void write(const TimeSamples& samples) {
    out_ += "{ ";
    for (std::size_t i = 0; i < samples.size() && !isFull(); ++i) {
      if (i > 0) out_ += ", ";
      appendNumber(out_, samples.times()[i]);
      out_ += ": ";
      if (!usda::writeValue(context_, samples.value(i))) out_ += '?';
    }
    out_ += " }";
  }

 private:
  template <typename Arc>
  void writeArc(const Arc& arc) {
    if (!arc.assetPath.empty()) appendAsset(out_, arc.assetPath);
    if (!arc.primPath.isEmpty() || arc.assetPath.empty()) write(arc.primPath);
    if (!arc.offset.isIdentity()) write(arc.offset);
  }

  WriteContext& context_;
  std::string& out_;
  std::size_t mostBytes_;
};

template <typename... Types>
bool describeFirstOf(Describer& describer, const Value& value) {
  const auto tryType = [&](const auto* found) {
    if (found) describer.write(*found);
    return found != nullptr;
  };
  return (tryType(value.find<Types>()) || ...);
}

// Returns the first elements of an array, which are all that is shown.
template <typename Element>
Value firstOf(const Array<Element>& array, std::size_t mostElements) {
  if (array.size() <= mostElements) return Value(array);
  return Value(Array<Element>(array.span().first(mostElements),
                              std::make_shared<const Array<Element>>(array)));
}
template <typename T>
Value firstOf(const T& single, std::size_t) {
  return Value(single);
}

Value shortened(const Value& value, std::size_t mostElements) {
  Value result = value;
  visitData(value, [&](const auto& data) { result = firstOf(data, mostElements); });
  return result;
}

}  // namespace

std::string valueText(const Value& value, std::size_t mostBytes) {
  if (value.isEmpty()) return {};
  WriteContext context;
  Describer describer(context, mostBytes);
  const bool isKnown = describeFirstOf<
      Dictionary, Spline, TimeSamples, Specifier, Variability, Permission, ListOp<Token>,
      ListOp<std::string>, ListOp<Path>, ListOp<Reference>, ListOp<Payload>, ListOp<std::int32_t>,
      ListOp<std::int64_t>, ListOp<std::uint32_t>, ListOp<std::uint64_t>, ListOp<UnregisteredValue>,
      std::vector<Path>, std::vector<Token>, std::vector<double>, std::vector<LayerOffset>,
      std::vector<std::string>, Relocates, VariantSelections>(describer, value);
  if (!isKnown && !usda::writeValue(context, shortened(value, mostBytes))) return "?";

  std::string text = std::move(context.out);
  std::ranges::replace(text, '\n', ' ');
  if (text.size() > mostBytes) {
    std::size_t size = mostBytes;
    // Does not cut within a character.
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0u) == 0x80u) --size;
    text.resize(size);
    text += "…";
  }
  return text;
}

}  // namespace usdscope
