// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/PathExpressionTree.h"

#include <algorithm>

namespace usdscope {
namespace {

constexpr int kMaxDepth = 200;
// Bounds the depth of chains too, and keeps references that multiply from layer to layer in bounds.
constexpr std::size_t kMaxAtoms = 2000;

// Operators from the tightest to the loosest; a space is a union too.
constexpr std::string_view kOperators = "~ +&-";
constexpr std::string_view kEverything = "//";

std::size_t looseness(char op) { return kOperators.find(op); }

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Where the path of a pattern ends: before the first element that has more than a name.
std::size_t prefixSize(std::string_view pattern) {
  std::size_t end = std::min(pattern.find_first_of("*?[{"), pattern.size());
  end = std::min(end, pattern.find("//"));
  if (end == pattern.size()) return end;
  if (pattern.substr(end).starts_with("//")) return end;
  // The element with the wildcard or the predicate does not belong to it.
  const std::size_t start = pattern.substr(0, end).find_last_of("/.");
  return start == std::string_view::npos ? 0 : start;
}

}  // namespace

struct PathExpressionTree::Node {
  char op = 0;       ///< 0: an atom.
  std::string atom;  ///< `%/A:name`, `%:name`, `%_` or a pattern.
  NodePointer left;
  NodePointer right;  ///< Of a complement alone.
  std::size_t atomCount = 1;
};

class PathExpressionTree::Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  NodePointer parse() {
    NodePointer result = operation(kOperators.size() - 1, 0);
    skipSpace();
    return hasFailed_ || !text_.empty() ? nullptr : result;
  }

 private:
  void skipSpace() {
    while (!text_.empty() && isSpace(text_[0])) text_.remove_prefix(1);
  }
  bool take(char c) {
    if (text_.empty() || text_[0] != c) return false;
    text_.remove_prefix(1);
    return true;
  }

  NodePointer operation(std::size_t level, int depth) {
    if (level == 0) return operand(depth);
    NodePointer left = operation(level - 1, depth);
    const char op = kOperators[level];
    while (!hasFailed_) {
      skipSpace();
      const bool follows = op == ' ' ? startsOperand() : take(op);
      if (!follows) break;
      NodePointer right = operation(level - 1, depth);
      left = combined(op, std::move(left), std::move(right));
      hasFailed_ = hasFailed_ || (left && left->atomCount > kMaxAtoms);
    }
    return left;
  }

  bool startsOperand() const {
    return !text_.empty() && text_[0] != ')' && text_[0] != '+' && text_[0] != '&' &&
           text_[0] != '-';
  }

  NodePointer operand(int depth) {
    skipSpace();
    if (depth > kMaxDepth || !startsOperand()) {
      hasFailed_ = true;
      return nullptr;
    }
    if (take('~')) return complement(operand(depth + 1));
    if (take('(')) {
      NodePointer inner = operation(kOperators.size() - 1, depth + 1);
      skipSpace();
      hasFailed_ = hasFailed_ || !take(')');
      return inner;
    }
    auto node = std::make_shared<Node>();
    node->atom = takeAtom();
    return node;
  }

  std::string takeAtom() {
    std::size_t size = 0;
    int depth = 0;
    char quote = '\0';
    for (; size < text_.size(); ++size) {
      const char c = text_[size];
      if (quote != '\0') {
        if (c == quote) quote = '\0';
      } else if (depth > 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if (c == '}' || c == ']') {
        --depth;
      } else if (depth <= 0 && (isSpace(c) || std::string_view("+&-()~").find(c) != kNone ||
                                (c == '%' && size > 0))) {
        break;
      }
    }
    std::string atom(text_.substr(0, size));
    text_.remove_prefix(size);
    return atom;
  }

  static constexpr std::size_t kNone = std::string_view::npos;

  std::string_view text_;
  bool hasFailed_ = false;
};

PathExpressionTree PathExpressionTree::parse(std::string_view text) {
  return PathExpressionTree(Parser(text).parse());
}

PathExpressionTree::NodePointer PathExpressionTree::complement(NodePointer of) {
  auto node = std::make_shared<Node>();
  if (!of) {
    node->atom = kEverything;
    return node;
  }
  if (of->atom == kEverything) return nullptr;
  if (of->op == '~') return of->right;
  node->op = '~';
  node->atomCount = of->atomCount;
  node->right = std::move(of);
  return node;
}

PathExpressionTree::NodePointer PathExpressionTree::combined(char op, NodePointer left,
                                                             NodePointer right) {
  const auto isSpecial = [](const NodePointer& node) { return !node || node->atom == kEverything; };
  if (isSpecial(left) || isSpecial(right)) {
    if (op == '-') {
      op = '&';
      right = complement(std::move(right));
    }
    const bool intersects = op == '&';
    if (!left) return intersects ? nullptr : right;
    if (!right) return intersects ? nullptr : left;
    if (left->atom == kEverything) return intersects ? right : left;
    if (right->atom == kEverything) return intersects ? left : right;
  }
  auto node = std::make_shared<Node>();
  node->op = op;
  node->atomCount = std::min(left->atomCount + right->atomCount, kMaxAtoms + 1);
  node->left = std::move(left);
  node->right = std::move(right);
  return node;
}

// Depth is bounded by that of parsed text, and of what is put in for its atoms.
PathExpressionTree::NodePointer PathExpressionTree::transformed(
    const NodePointer& node, const std::function<NodePointer(const NodePointer&)>& atom) {
  if (!node) return nullptr;
  if (node->op == 0) return atom(node);
  if (node->op == '~') return complement(transformed(node->right, atom));
  return combined(node->op, transformed(node->left, atom), transformed(node->right, atom));
}

void PathExpressionTree::appendText(const Node& node, std::string& out) {
  if (node.op == 0) {
    out += node.atom;
    return;
  }
  const auto appendOperand = [&](const Node& operand, bool isRight) {
    const bool isBracketed =
        operand.op != 0 && (looseness(node.op) < looseness(operand.op) ||
                            (node.op == operand.op && isRight && node.op != '~'));
    if (isBracketed) out += '(';
    appendText(operand, out);
    if (isBracketed) out += ')';
  };
  if (node.op == '~') {
    out += '~';
  } else {
    appendOperand(*node.left, false);
    out += ' ';
    if (node.op != ' ') (out += node.op) += ' ';
  }
  appendOperand(*node.right, true);
}

char PathExpressionTree::op() const { return root_->op; }
const std::string& PathExpressionTree::atom() const { return root_->atom; }
PathExpressionTree PathExpressionTree::left() const { return PathExpressionTree(root_->left); }
PathExpressionTree PathExpressionTree::right() const { return PathExpressionTree(root_->right); }

PathExpressionTree PathExpressionTree::joined(char op, const PathExpressionTree& left,
                                              const PathExpressionTree& right) {
  if (left.root_ && right.root_ && left.root_->atomCount + right.root_->atomCount > kMaxAtoms) {
    return left;
  }
  return PathExpressionTree(combined(op, left.root_, right.root_));
}

std::string PathExpressionTree::text() const {
  std::string out;
  if (root_) appendText(*root_, out);
  return out;
}

bool PathExpressionTree::hasWeakerReference() const {
  bool hasAny = false;
  transformed(root_, [&](const NodePointer& node) {
    hasAny = hasAny || node->atom == "%_";
    return node;
  });
  return hasAny;
}

PathExpressionTree PathExpressionTree::over(const PathExpressionTree& weaker) const {
  if (!root_) return weaker;
  PathExpressionTree result(transformed(
      root_, [&](const NodePointer& node) { return node->atom == "%_" ? weaker.root_ : node; }));
  return result.root_ && result.root_->atomCount > kMaxAtoms ? *this : result;
}

PathExpressionTree PathExpressionTree::mapped(const std::function<Path(Path)>& map) const {
  return PathExpressionTree(transformed(root_, [&](const NodePointer& node) -> NodePointer {
    const std::string_view atom = node->atom;
    const bool isReference = atom.starts_with('%');
    const std::size_t begin = isReference ? 1 : 0;
    const std::size_t end = isReference ? std::min(atom.find(':'), atom.size()) : prefixSize(atom);
    if (atom == "%_" || atom.starts_with("//") || (isReference && end <= begin)) return node;
    std::string_view prefix = atom.substr(begin, end - begin);
    if (prefix.empty()) prefix = "/";
    const Path target = map(Path::fromText(prefix));
    if (target.isEmpty()) return nullptr;
    auto result = std::make_shared<Node>();
    if (isReference) result->atom = '%';
    // The root is a slash, with which what follows starts as well.
    if (!target.isRoot() || end == atom.size() || isReference) result->atom += target.text();
    result->atom += atom.substr(end);
    return result;
  }));
}

}  // namespace usdscope
