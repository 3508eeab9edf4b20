// SPDX-License-Identifier: Apache-2.0
#include "engine/search/MentionedTexts.h"

#include <algorithm>
#include <string>

#include "engine/layer/Arcs.h"
#include "engine/value/Dictionary.h"
#include "engine/value/Scalars.h"
#include "engine/value/TimeSamples.h"

namespace usdscope {
namespace {

class TextVisitor {
 public:
  explicit TextVisitor(const std::function<bool(std::string_view)>& visit) : visit_(visit) {}

  void visitValue(const Value& value) {
    const bool isDone = visitAs<std::string>(value) || visitAs<Token>(value) ||
                        visitAs<AssetPath>(value) || visitAs<PathExpression>(value) ||
                        visitAs<Array<std::string>>(value) || visitAs<Array<Token>>(value) ||
                        visitAs<Array<AssetPath>>(value) || visitAs<UnregisteredValue>(value) ||
                        visitAs<Dictionary>(value) || visitAs<ListOp<Reference>>(value) ||
                        visitAs<ListOp<Payload>>(value) || visitAs<ListOp<Path>>(value) ||
                        visitAs<ListOp<std::string>>(value) || visitAs<ListOp<Token>>(value) ||
                        visitAs<ListOp<UnregisteredValue>>(value) ||
                        visitAs<VariantSelections>(value) || visitAs<Relocates>(value) ||
                        visitAs<std::vector<std::string>>(value);
    if (isDone) return;
    if (const auto* samples = value.find<TimeSamples>()) visitSamples(*samples);
  }

 private:
  template <typename T>
  bool visitAs(const Value& value) {
    const T* found = value.find<T>();
    if (found) visit(*found);
    return found;
  }

  void visitText(std::string_view text) {
    if (!isEnded_ && !text.empty()) isEnded_ = !visit_(text);
  }

  void visit(const std::string& text) { visitText(text); }
  void visit(Token token) { visitText(token.text()); }
  void visit(const AssetPath& asset) {
    visitText(asset.authored);
    if (asset.evaluated != asset.authored) visitText(asset.evaluated);
  }
  void visit(const PathExpression& expression) { visitText(expression.text); }
  void visit(const UnregisteredValue& value) { visitText(value.text); }
  void visit(Path path) { visitText(path.text()); }
  void visit(const Reference& reference) {
    visitText(reference.assetPath);
    if (!reference.primPath.isEmpty()) visit(reference.primPath);
    visit(reference.customData);
  }
  void visit(const Payload& payload) {
    visitText(payload.assetPath);
    if (!payload.primPath.isEmpty()) visit(payload.primPath);
  }
  template <typename First, typename Second>
  void visit(const std::pair<First, Second>& pair) {
    visit(pair.first);
    visit(pair.second);
  }
  void visit(const Dictionary& dictionary) {
    for (const auto& [key, value] : dictionary.entries()) visitValue(value);
  }
  template <typename T>
  void visit(const std::vector<T>& items) {
    for (const T& item : items) visit(item);
  }
  template <typename T>
  void visit(const Array<T>& items) {
    for (const T& item : items) visit(item);
  }
  template <typename T>
  void visit(const ListOp<T>& op) {
    for (const auto* items : {&op.explicitItems, &op.addedItems, &op.prependedItems,
                              &op.appendedItems, &op.deletedItems}) {
      visit(*items);
    }
  }

  void visitSamples(const TimeSamples& samples) {
    Value last;
    for (std::size_t i = 0; i < samples.size() && !isEnded_; ++i) {
      Value value = samples.value(i);
      if (!(value == last)) visitValue(value);
      last = std::move(value);
    }
  }

  const std::function<bool(std::string_view)>& visit_;
  bool isEnded_ = false;
};

}  // namespace

void visitTexts(const Value& value, const std::function<bool(std::string_view)>& visit) {
  TextVisitor(visit).visitValue(value);
}

bool canHaveTexts(std::string_view typeName) {
  if (typeName.ends_with("[]")) typeName.remove_suffix(2);
  return typeName == "string" || typeName == "token" || typeName == "asset" ||
         typeName == "pathExpression";
}

}  // namespace usdscope
