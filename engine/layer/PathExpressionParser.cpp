// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/detail/PathExpressionParser.h"

#include "engine/layer/Identifiers.h"
#include "engine/layer/detail/ExpressionScanner.h"
#include "engine/layer/detail/PathExpressionBuilder.h"
#include "engine/layer/detail/PredicateParser.h"

namespace usdscope::detail {
namespace {

// Operators from the tightest to the loosest; a space is a union too.
constexpr std::string_view kOperators = "~ +&-";

bool bindsAtLeast(char op, char other) { return kOperators.find(op) <= kOperators.find(other); }

/// Operators wait on a stack until their right operand is complete; groups nest without recursion.
class PathExpressionParser {
 public:
  PathExpressionParser(std::string_view text, PathSyntax syntax) : in_(text, syntax) {}

  bool parse() {
    for (;;) {
      if (!readFactor()) return false;
      for (;;) {
        const bool hasBlanks = in_.skipBlanks();
        if (groups_ > 0 && in_.take(')')) {
          reduce('-');
          operators_.pop_back();
          --groups_;
          continue;
        }
        if (isAtLineEnd()) {
          if (groups_ > 0) return in_.fail("')'");
          reduce('-');
          return true;
        }
        const char c = in_.peek();
        if (c == '+' || c == '&' || c == '-') {
          push(c);
          in_.take(c);
        } else if (hasBlanks) {
          push(' ');
        } else {
          return in_.fail("an operator, or the end");
        }
        break;
      }
    }
  }

  std::vector<PathExpressionStep> finish() { return builder_.finish(); }
  const ExpressionProblem& problem() const { return in_.problem(); }

 private:
  static constexpr char kGroup = '(';

  bool isAtLineEnd() const { return in_.atEnd() || in_.peek() == '\n' || in_.startsWith("\r\n"); }

  void reduce(char op) {
    while (!operators_.empty() && operators_.back() != kGroup &&
           bindsAtLeast(operators_.back(), op)) {
      builder_.apply(operators_.back());
      operators_.pop_back();
    }
  }

  void push(char op) {
    reduce(op);
    operators_.push_back(op);
  }

  bool readFactor() {
    for (;;) {
      in_.skipBlanks();
      if (in_.take('~')) {
        operators_.push_back('~');
        in_.skipBlanks();
      }
      if (!in_.take('(')) return readAtom();
      operators_.push_back(kGroup);
      ++groups_;
    }
  }

  bool readAtom() {
    PathExpressionAtom atom;
    if (!(in_.take('%') ? readReference(atom) : readPattern(atom))) return false;
    builder_.push(std::move(atom));
    return true;
  }

  // `..`, `../..`.
  void takeSteps(std::string& path) {
    while (in_.startsWith(path.empty() ? ".." : "/..")) {
      path += path.empty() ? ".." : "/..";
      in_.rewind(in_.offset() + (path.size() == 2 ? 2 : 3));
    }
  }

  bool readReference(PathExpressionAtom& atom) {
    if (in_.startsWith("_")) {
      const std::size_t start = in_.offset();
      atom.collection = in_.takeName();
      if (atom.isWeaker() && in_.peek() != ':') return true;
      in_.rewind(start);
      return in_.fail("'%_', or a path and ':'");
    }
    takeSteps(atom.path);
    if (in_.isAnchored() && atom.path.empty() && in_.startsWith("/:")) {
      in_.take('/');
      atom.path = '/';
    }
    while (in_.take('/')) {
      const std::string_view name = in_.takeName();
      if (name.empty()) return in_.fail("a name");
      (atom.path += '/') += name;
      if (in_.isAnchored()) takeVariants(atom.path);
    }
    if (in_.isAnchored() && atom.path.ends_with('_') && in_.peek() != ':') {
      atom.path.pop_back();
      atom.collection = '_';
      return true;
    }
    if (!in_.take(':')) return in_.fail("':' and the name of a collection");
    atom.collection = in_.takeName();
    return !atom.collection.empty() || in_.fail("the name of a collection");
  }

  // Takes `{set=v}` and the name after it, if they come next.
  void takeVariants(std::string& path) {
    for (;;) {
      const std::string_view rest = in_.rest();
      const std::size_t close = rest.find('}');
      if (!rest.starts_with('{') || close == rest.npos) return;
      const std::string_view selection = rest.substr(1, close - 1);
      const std::size_t equals = selection.find('=');
      if (equals == selection.npos || !isValidVariantName(selection.substr(0, equals)) ||
          !(equals + 1 == selection.size() || isValidVariantName(selection.substr(equals + 1)))) {
        return;
      }
      const std::size_t name = identifierSize(rest.substr(close + 1));
      path += rest.substr(0, close + 1 + name);
      in_.rewind(in_.offset() + close + 1 + name);
    }
  }

  bool startsElement() const {
    const char c = in_.peek();
    return in_.isInName(c) || c == '?' || c == '*' || c == '[' || c == '{';
  }

  bool readPattern(PathExpressionAtom& atom) {
    if (in_.peek() == '/') {
      atom.path = '/';
      takeSeparator(atom);
      return !startsElement() || readElements(atom);
    }
    if (in_.startsWith("..")) {
      takeSteps(atom.path);
      if (in_.peek() != '/') return true;
      const bool isStretch = takeSeparator(atom);
      if (startsElement()) return readElements(atom);
      return isStretch || in_.fail("a name or a pattern");
    }
    if (startsElement()) {
      atom.path = '.';
      return readElements(atom);
    }
    if (!in_.take('.')) return in_.fail("a path, a pattern or a reference");
    atom.path = '.';
    if (!in_.startsWith("//")) return true;
    takeSeparator(atom);
    return !startsElement() || readElements(atom);
  }

  // `/` or `//`; true for the latter.
  bool takeSeparator(PathExpressionAtom& atom) {
    in_.take('/');
    if (!in_.take('/')) return false;
    atom.elements.emplace_back();
    return true;
  }

  bool readElements(PathExpressionAtom& atom) {
    for (;;) {
      if (!readElement(atom)) return false;
      if (in_.take('.')) {
        atom.isProperty = true;
        return readElement(atom);
      }
      if (in_.peek() != '/') return true;
      const bool isStretch = takeSeparator(atom);
      if (!startsElement()) return isStretch || in_.fail("a name or a pattern");
    }
  }

  bool readElement(PathExpressionAtom& atom) {
    PathPatternElement element;
    if (!readName(element.name, atom.isProperty)) return false;
    const bool isPlain =
        atom.elements.empty() && (atom.isProperty ? isValidNamespacedIdentifier(element.name)
                                                  : isValidIdentifier(element.name));
    if (isPlain && in_.isAnchored() && !atom.isProperty) takeVariants(element.name);
    if (in_.take('{')) {
      in_.skipBlanks();
      if (!readPredicate(in_, element.predicate.emplace())) return false;
      in_.skipBlanks();
      if (!in_.take('}')) return in_.fail("'}'");
    } else if (element.name.empty()) {
      return in_.fail("a name or a pattern");
    }
    if (!isPlain || element.predicate) {
      atom.elements.push_back(std::move(element));
      return true;
    }
    if (atom.path == ".") {
      atom.path.clear();
    } else if (atom.isProperty) {
      atom.path += '.';
    } else if (atom.path != "/") {
      atom.path += '/';
    }
    atom.path += element.name;
    return true;
  }

  bool readName(std::string& name, bool isProperty) {
    const std::size_t start = in_.offset();
    for (;;) {
      in_.takeWhile([&](char c) {
        return in_.isInName(c) || c == '?' || c == '*' || (isProperty && c == ':');
      });
      if (!in_.take('[')) break;
      const std::string_view set = in_.takeWhile([](char c) {
        return ExpressionScanner::isNameCharacter(c) || c == '!' || c == '-' || c == '?' ||
               c == '*';
      });
      if (set.empty()) return in_.fail("characters");
      if (!in_.take(']')) return in_.fail("']'");
    }
    name = in_.textFrom(start);
    return true;
  }

  ExpressionScanner in_;
  PathExpressionBuilder builder_;
  std::vector<char> operators_;
  std::size_t groups_ = 0;
};

}  // namespace

bool parsePathExpression(std::string_view text, PathSyntax syntax,
                         std::vector<PathExpressionStep>& steps, ExpressionProblem& problem) {
  if (text.empty()) return true;
  PathExpressionParser parser(text, syntax);
  if (!parser.parse()) {
    problem = parser.problem();
    return false;
  }
  steps = parser.finish();
  return true;
}

}  // namespace usdscope::detail
