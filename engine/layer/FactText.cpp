// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/FactText.h"

#include <charconv>
#include <concepts>
#include <string>

namespace usdscope {
namespace {

constexpr std::string_view kSeparators = " ,[]";

/// Parses the text of a value item by item.
class Items {
 public:
  explicit Items(std::string_view text) : rest_(text) { skipSeparators(); }

  bool atEnd() const { return rest_.empty(); }

  bool read(bool& result) {
    const std::string_view word = takeWord();
    result = word == "true";
    return result || word == "false";
  }
  template <typename T>
    requires(std::integral<T> || std::floating_point<T>)
  bool read(T& result) {
    const std::string_view word = takeWord();
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, result);
    return error == std::errc() && stop == end;
  }
  bool read(Half& result) {
    float number = 0.0f;
    if (!read(number)) return false;
    result = Half(number);
    return true;
  }
  bool read(BoolByte& result) {
    bool truth = false;
    if (!read(truth)) return false;
    result = truth;
    return true;
  }
  bool read(TimeCodeValue& result) { return read(result.time); }
  bool read(DurationValue& result) { return read(result.time); }
  bool read(std::string& result) { return takeString(result); }
  bool read(Token& result) {
    std::string text;
    if (!takeString(text)) return false;
    result = Token(text);
    return true;
  }
  bool read(AssetPath& result) { return takeString(result.authored); }
  bool read(PathExpression& result) { return takeString(result.text); }
  bool read(OpaqueValue&) { return false; }  // Has no text form.

  template <glm::length_t N, typename T>
  bool read(glm::vec<N, T>& result) {
    for (glm::length_t i = 0; i < N; ++i) {
      if (!read(result[i])) return false;
    }
    return true;
  }
  template <std::size_t N>
  bool read(std::array<Half, N>& result) {
    for (Half& component : result) {
      if (!read(component)) return false;
    }
    return true;
  }
  template <glm::length_t N>
  bool read(glm::mat<N, N, double>& result) {
    for (glm::length_t i = 0; i < N; ++i) {
      if (!read(result[i])) return false;
    }
    return true;
  }
  template <typename T>
  bool read(glm::qua<T>& result) {
    return read(result.w) && read(result.x) && read(result.y) && read(result.z);
  }
  bool read(HalfQuat& result) {
    auto& [i, j, k, real] = result.ijkr;
    return read(real) && read(i) && read(j) && read(k);
  }

 private:
  void skipSeparators() {
    const std::size_t start = rest_.find_first_not_of(kSeparators);
    rest_.remove_prefix(start == std::string_view::npos ? rest_.size() : start);
  }

  std::string_view takeWord() {
    const std::string_view word = rest_.substr(0, rest_.find_first_of(kSeparators));
    rest_.remove_prefix(word.size());
    skipSeparators();
    return word;
  }

  bool takeString(std::string& result) {
    if (rest_.empty() || rest_.front() != '"') return false;
    result.clear();
    for (std::size_t i = 1; i < rest_.size(); ++i) {
      char c = rest_[i];
      if (c == '"') {
        rest_.remove_prefix(i + 1);
        skipSeparators();
        return true;
      }
      if (c == '\\') {
        if (++i == rest_.size()) return false;
        c = rest_[i] == 'n' ? '\n' : rest_[i] == 't' ? '\t' : rest_[i];
        if (c != '\n' && c != '\t' && c != '"' && c != '\\' && c != '/') return false;
      }
      result.push_back(c);
    }
    return false;
  }

  std::string_view rest_;
};

template <typename Type, typename Element>
Value readAs(Items items, bool isArray) {
  if (!isArray) {
    Type value{};
    return items.read(value) && items.atEnd() ? Value(std::move(value)) : Value();
  }
  std::vector<Element> elements;
  while (!items.atEnd()) {
    Element element{};
    if (!items.read(element)) return {};
    elements.push_back(std::move(element));
  }
  return Value(Array<Element>(std::move(elements)));
}

}  // namespace

bool FactLines::next(FactLine& line) {
  while (!rest_.empty()) {
    std::string_view text = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(text.size() + 1, rest_.size()));
    ++number_;
    const std::size_t start = text.find_first_not_of(' ');
    if (start == std::string_view::npos || text[start] == '#') continue;

    line.number = number_;
    line.words.clear();
    line.value.reset();
    while (true) {
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
      const std::string_view word = text.substr(0, text.find(' '));
      if (word.empty()) return true;
      text.remove_prefix(word.size());
      if (word == "=") {
        line.value = text;
        return true;
      }
      line.words.push_back(word);
    }
  }
  return false;
}

Value readFactValue(std::string_view text, const TypeName& type) {
  const Items items(text);
  switch (type.kind) {
#define USDSCOPE_READ_AS(Kind, Type, Element) \
  case ValueKind::Kind:                       \
    return readAs<Type, Element>(items, type.isArray);
    USDSCOPE_VALUE_TYPES(USDSCOPE_READ_AS)
#undef USDSCOPE_READ_AS
    case ValueKind::Other:
      break;
  }
  return {};
}

}  // namespace usdscope
