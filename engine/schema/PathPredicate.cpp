// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/PathPredicate.h"

#include <charconv>
#include <cmath>

#include "engine/layer/Identifiers.h"
#include "engine/schema/detail/PredicateFunctions.h"

namespace usdscope {

using detail::PredicateArgument;

// Recursive descent. From the loosest on: `or`, `and`, blanks (which mean `and`), `not`.
class PathPredicate::Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Test parse() {
    Test test = either(0);
    skipBlanks();
    return text_.empty() ? test : Test();
  }

 private:
  static constexpr int kMostNested = 200;

  void skipBlanks() { text_.remove_prefix(std::min(text_.find_first_not_of(" \t"), text_.size())); }
  bool take(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool isWordNext(std::string_view word) const {
    return text_.starts_with(word) && identifierSize(text_) == word.size();
  }
  // A word that stands alone, with blanks before it.
  bool takeOperator(std::string_view word) {
    const std::string_view before = text_;
    skipBlanks();
    if (isWordNext(word)) {
      text_.remove_prefix(word.size());
      return true;
    }
    text_ = before;
    return false;
  }

  // Both operands and a way to join them; empty when either is.
  template <typename Join>
  static Test joined(Test left, Test right, Join&& join) {
    if (!left || !right) return {};
    return [left = std::move(left), right = std::move(right), join](const Prim& prim,
                                                                    bool isProperty) {
      const PathMatch first = left(prim, isProperty);
      if (join(first.isMatch)) return first;
      const PathMatch second = right(prim, isProperty);
      return PathMatch{second.isMatch, first.isConstant && second.isConstant};
    };
  }
  static Test both(Test left, Test right) {
    return joined(std::move(left), std::move(right), [](bool first) { return !first; });
  }

  Test either(int depth) {
    Test test = all(depth);
    while (test && takeOperator("or")) {
      test = joined(std::move(test), all(depth), [](bool first) { return first; });
    }
    return test;
  }

  Test all(int depth) {
    Test test = impliedAll(depth);
    while (test && takeOperator("and")) test = both(std::move(test), impliedAll(depth));
    return test;
  }

  Test impliedAll(int depth) {
    Test test = factor(depth);
    while (test) {
      const std::string_view before = text_;
      skipBlanks();
      const bool follows = text_.size() < before.size() && !text_.empty() && text_[0] != ')' &&
                           !isWordNext("and") && !isWordNext("or");
      if (!follows) {
        text_ = before;
        break;
      }
      test = both(std::move(test), factor(depth));
    }
    return test;
  }

  Test factor(int depth) {
    skipBlanks();
    if (depth > kMostNested) return {};
    if (isWordNext("not")) {
      text_.remove_prefix(3);
      if (!text_.starts_with(' ') && !text_.starts_with('\t')) return {};
      Test test = factor(depth + 1);
      if (!test) return {};
      return [test = std::move(test)](const Prim& prim, bool isProperty) {
        return !test(prim, isProperty);
      };
    }
    if (!take('(')) return call();
    Test test = either(depth + 1);
    skipBlanks();
    return take(')') ? test : Test();
  }

  Test call() {
    const std::size_t size = identifierSize(text_);
    const std::string_view name = text_.substr(0, size);
    text_.remove_prefix(size);
    std::vector<PredicateArgument> arguments;
    if (take(':')) {
      do {
        if (!takeArgument(arguments)) return {};
      } while (take(','));
    } else {
      const std::string_view before = text_;
      skipBlanks();
      if (!take('(')) {
        text_ = before;
      } else if (!takeBracketed(arguments)) {
        return {};
      }
    }
    return detail::bindPredicate(name, arguments);
  }

  bool takeBracketed(std::vector<PredicateArgument>& arguments) {
    skipBlanks();
    if (take(')')) return true;
    do {
      skipBlanks();
      std::string name;
      const std::size_t size = identifierSize(text_);
      const std::string_view before = text_;
      if (size > 0) {
        text_.remove_prefix(size);
        skipBlanks();
        if (take('=')) {
          name = before.substr(0, size);
          skipBlanks();
        } else {
          text_ = before;
        }
      }
      if (!takeArgument(arguments)) return false;
      arguments.back().name = std::move(name);
      skipBlanks();
    } while (take(','));
    return take(')');
  }

  bool takeArgument(std::vector<PredicateArgument>& arguments) {
    if (text_.starts_with('"') || text_.starts_with('\'')) return takeQuoted(arguments);
    constexpr std::string_view kOthers = "~!@#$%^&*-+=|\\.?/_";
    std::size_t size = 0;
    while (size < text_.size()) {
      const char c = text_[size];
      const bool isLetter = (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') ||
                            static_cast<unsigned char>(c) >= 0x80;
      if (!isLetter && kOthers.find(c) == std::string_view::npos) break;
      ++size;
    }
    const std::string_view word = text_.substr(0, size);
    text_.remove_prefix(size);
    double number = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + size, number);
    if (word == "true" || word == "false") {
      arguments.push_back({{}, word == "true"});
    } else if (size > 0 && error == std::errc() && end == word.data() + size) {
      arguments.push_back({{}, number});
    } else {
      arguments.push_back({{}, std::string(word)});
    }
    return true;
  }

  bool takeQuoted(std::vector<PredicateArgument>& arguments) {
    const char quote = text_[0];
    std::string text;
    for (std::size_t i = 1; i < text_.size(); ++i) {
      char c = text_[i];
      if (c == quote) {
        text_.remove_prefix(i + 1);
        arguments.push_back({{}, std::move(text)});
        return true;
      }
      if (c == '\\' && ++i < text_.size()) {
        c = text_[i] == 'n' ? '\n' : text_[i] == 't' ? '\t' : text_[i];
      }
      text.push_back(c);
    }
    return false;
  }

  std::string_view text_;
};

std::optional<PathPredicate> PathPredicate::parse(std::string_view text) {
  Test test = Parser(text).parse();
  if (!test) return std::nullopt;
  return PathPredicate(std::move(test));
}

}  // namespace usdscope
