// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/CollectionExpression.h"

#include <fmt/format.h>

#include "engine/schema/AttributeValues.h"
#include "engine/schema/Collection.h"
#include "engine/schema/PathPattern.h"
#include "engine/stage/Stage.h"
#include "engine/value/Scalars.h"

namespace usdscope {
namespace {

// Nodes call each other, on a stack of limited size. A reference needs more of it than an operator.
constexpr std::size_t kMostPatterns = 2000;
constexpr std::size_t kDeepestNode = kMostPatterns;
constexpr std::size_t kMostNestedReferences = 500;

std::string expressionOf(const Prim& prim, Token name) {
  const auto value =
      readValue<PathExpression>(prim, collectionProperty(name, "membershipExpression"));
  return value ? value->text : std::string();
}

}  // namespace

struct CollectionExpression::Node {
  char op = 0;  ///< As PathExpressionTree::op().
  std::optional<PathPattern> pattern;
  PathExpressionTree tree;
  Path source;
  NodePointer left;
  NodePointer right;
};

CollectionExpression::CollectionExpression(const Prim& prim, Token name)
    : text_(expressionOf(prim, name)) {
  root_ = buildCollection(prim, name);
  if (!problem_.empty()) root_ = nullptr;
}

CollectionExpression::~CollectionExpression() = default;

CollectionExpression::NodePointer CollectionExpression::buildCollection(const Prim& prim,
                                                                        Token name) {
  const Path collection = collectionPath(prim.path(), name);
  // A cycle contributes nothing.
  if (!chain_.insert(collection.index()).second) return nullptr;
  const PathExpressionTree tree = PathExpressionTree::parse(expressionOf(prim, name));
  NodePointer node;
  if (tree.atomCount() > kMostPatterns) {
    problem_ = "It has too many patterns.";
  } else {
    node = build(tree, prim, collection);
  }
  chain_.erase(collection.index());
  return node;
}

CollectionExpression::NodePointer CollectionExpression::buildReference(
    const PathExpressionAtom& reference, const Prim& prim) {
  if (reference.isWeaker()) return nullptr;  // A composed expression is the strongest.
  const Token name(reference.collection);
  const Prim owner =
      reference.path.empty() ? prim : prim.stage().primAt(Path::fromText(reference.path));
  if (!owner || !owner.hasApi(collectionApi(name))) return nullptr;
  return buildCollection(owner, name);
}

CollectionExpression::NodePointer CollectionExpression::build(const PathExpressionTree& tree,
                                                              const Prim& prim, Path collection) {
  if (tree.isEmpty()) return nullptr;
  if (nodesLeft_ == 0) {
    problem_ = "Its references lead to too many patterns.";
    return nullptr;
  }
  if (depth_ == kDeepestNode || chain_.size() > kMostNestedReferences) {
    problem_ = "It is nested too deeply.";
    return nullptr;
  }
  --nodesLeft_;
  if (tree.op() == 0 && tree.atom().isReference()) return buildReference(tree.atom(), prim);
  Node node{.op = tree.op(), .pattern = {}, .tree = tree, .source = collection};
  if (node.op == 0) {
    node.pattern = PathPattern::build(tree.atom());
    if (!node.pattern) {
      problem_ = fmt::format("The pattern {} is invalid.", tree.atom().text());
    }
  } else {
    ++depth_;
    if (node.op != '~') node.left = build(tree.left(), prim, collection);
    node.right = build(tree.right(), prim, collection);
    --depth_;
  }
  return std::make_shared<const Node>(std::move(node));
}

CollectionExpression::Answer CollectionExpression::ask(const Node* node, const Prim& prim,
                                                       Token property) {
  if (!node) return {.match = {false, true}, .rule = {}, .source = {}};
  if (node->op == 0) return {node->pattern->match(prim, property), node->tree, node->source};
  if (node->op == '~') {
    const Answer inner = ask(node->right.get(), prim, property);
    return {!inner.match, node->tree, node->source};
  }
  const bool isEither = node->op == ' ' || node->op == '+';
  Answer left = ask(node->left.get(), prim, property);
  if (left.match.isMatch == isEither) return left;
  Answer right = ask(node->right.get(), prim, property);
  right.match.isConstant = right.match.isConstant && left.match.isConstant;
  if (isEither) return right;
  if (node->op == '-') {
    right.match = !right.match;
    right.rule = node->right ? node->right->tree : PathExpressionTree();
  }
  // Only the alternatives that match are reported.
  return {right.match, PathExpressionTree::joined(node->op, left.rule, right.rule), left.source};
}

CollectionExpression::Answer CollectionExpression::ask(const Prim& prim, Token property) const {
  return ask(root_.get(), prim, property);
}

PathMatch CollectionExpression::match(const Node* node, const Prim& prim) {
  if (!node) return {false, true};
  if (node->op == 0) return node->pattern->match(prim, {});
  if (node->op == '~') return !match(node->right.get(), prim);
  const bool isEither = node->op == ' ' || node->op == '+';
  const PathMatch left = match(node->left.get(), prim);
  if (left.isMatch == isEither) return left;
  PathMatch right = match(node->right.get(), prim);
  if (node->op == '-') right = !right;
  return {right.isMatch, right.isConstant && left.isConstant};
}

PathMatch CollectionExpression::match(const Prim& prim) const { return match(root_.get(), prim); }

bool isByExpression(const Prim& prim, Token name, const CollectionMembership& byRelationships) {
  const Token mode = readValue<Token>(prim, collectionProperty(name, "mode")).value_or(Token());
  if (mode == "expression") return true;
  if (mode == "relationship") return false;
  return byRelationships.rules().empty();
}

}  // namespace usdscope
