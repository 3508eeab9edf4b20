// SPDX-License-Identifier: Apache-2.0
#include "tests/support/scene/StageText.h"

#include <algorithm>
#include <sstream>

#include "engine/compose/CompositionError.h"
#include "engine/compose/LayerStack.h"
#include "engine/compose/PrimIndex.h"
#include "engine/stage/Property.h"
#include "engine/value/TypeName.h"

namespace usdscope {
namespace {

class StageWriter {
 public:
  explicit StageWriter(const Stage& stage) : stage_(stage) {}

  std::string write() {
    for (const auto& layer : stage_.usedLayers()) out_ << "used " << layer->identifier() << "\n";
    for (const LayerStackEntry& entry : stage_.rootLayerStack()->entries()) {
      out_ << "sublayer " << entry.layer->identifier() << offset(entry.offset) << "\n";
    }
    std::vector<std::string> errors;
    for (const CompositionError& error : stage_.compositionErrors()) {
      errors.push_back("error " + std::string(nameOf(error.kind)) + " " + error.site.layer + " " +
                       error.site.path + " " + error.rootPath.text() + " " + error.message);
    }
    std::ranges::sort(errors);
    for (const std::string& error : errors) out_ << error << "\n";
    writeTree(stage_.pseudoRoot());
    for (const Prim& prototype : stage_.prototypes()) writeTree(prototype);
    return out_.str();
  }

 private:
  static std::string offset(const LayerOffset& offset) {
    std::ostringstream out;
    out << " " << offset.offset << "+" << offset.scale << "*t";
    return out.str();
  }

  // The type of a value, and the value itself for the types that tests edit.
  static std::string text(const Value& value) {
    if (value.kind() == ValueKind::Other) return "other";
    std::string out = typeNameOf(value.kind(), value.isArray()).name.string();
    if (const int* number = value.find<int>()) out += " " + std::to_string(*number);
    if (const double* number = value.find<double>()) out += " " + std::to_string(*number);
    if (const bool* truth = value.find<bool>()) out += *truth ? " true" : " false";
    if (const Token* token = value.find<Token>()) out += " " + token->string();
    if (const std::string* string = value.find<std::string>()) out += " " + *string;
    return out;
  }

  void writeTree(const Prim& top) {
    writePrim(top);
    if (top.isInstance()) return;
    for (const Prim& child : top.children()) writeTree(child);
  }

  void writePrim(const Prim& prim) {
    out_ << "prim " << prim.path().text() << " " << prim.typeName().text() << " "
         << prim.schemaTypeName().text() << " " << prim.kind().text() << " "
         << static_cast<int>(prim.specifier());
    for (const bool flag :
         {prim.isActive(), prim.isLoaded(), prim.isDefined(), prim.isAbstract(), prim.isModel(),
          prim.isGroup(), prim.isComponent(), prim.isInstance(), prim.mayHaveClips()}) {
      out_ << (flag ? " 1" : " 0");
    }
    if (prim.prototype()) out_ << " " << prim.prototype().path().text();
    for (const Token schema : prim.appliedSchemas()) out_ << " " << schema.text();
    out_ << "\n";
    writeSites(prim.index());
    writeStack(prim.primStack());
    for (const auto& [field, value] : prim.authoredMetadata()) {
      out_ << "  metadata " << field.text() << " " << text(value) << "\n";
    }
    for (const VariantSet& set : prim.variantSets()) {
      out_ << "  set " << set.name << " = " << set.selection;
      for (const std::string& variant : set.variants) out_ << " " << variant;
      out_ << "\n";
    }
    for (const Token name : prim.propertyNames()) writeProperty(prim, name);
  }

  void writeSites(const PrimIndex& index) {
    for (const PrimIndexNode& node : index.nodes()) {
      out_ << "  node " << static_cast<int>(node.arc) << " " << node.path.text() << " "
           << node.parent << " " << node.origin << (node.hasSpecs ? " specs" : "")
           << (node.isInert ? " inert" : "") << (node.isCulled ? " culled" : "")
           << (node.isDueToAncestor ? " ancestral" : "") << offset(node.rootFromNode.timeOffset());
      for (const LayerStackEntry& entry : node.layerStack->entries()) {
        out_ << " " << entry.layer->identifier();
      }
      out_ << "\n";
    }
  }

  void writeStack(const std::vector<StackEntry>& stack) {
    for (const StackEntry& entry : stack) {
      out_ << "    " << entry.layer->identifier() << " " << entry.path.text()
           << offset(entry.offset) << "\n";
    }
  }

  void writeProperty(const Prim& prim, Token name) {
    if (const Attribute attribute = prim.attribute(name)) {
      out_ << "  attribute " << name.text() << " " << attribute.typeName().text() << " "
           << text(attribute.value()) << (attribute.isCustom() ? " custom" : "") << "\n";
      writeStack(attribute.propertyStack());
      for (const Path path : attribute.connections()) out_ << "    -> " << path.text() << "\n";
    } else if (const Relationship relationship = prim.relationship(name)) {
      out_ << "  relationship " << name.text() << "\n";
      writeStack(relationship.propertyStack());
      for (const Path path : relationship.targets()) out_ << "    -> " << path.text() << "\n";
    }
  }

  const Stage& stage_;
  std::ostringstream out_;
};

}  // namespace

std::string stageText(const Stage& stage) { return StageWriter(stage).write(); }

std::string firstDifference(const std::string& a, const std::string& b) {
  if (a == b) return {};
  std::istringstream left(a);
  std::istringstream right(b);
  std::string leftLine;
  std::string rightLine;
  std::string prim;
  for (;;) {
    const bool hasLeft = static_cast<bool>(std::getline(left, leftLine));
    const bool hasRight = static_cast<bool>(std::getline(right, rightLine));
    if (!hasLeft) leftLine = "(end)";
    if (!hasRight) rightLine = "(end)";
    if (leftLine != rightLine) break;
    if (leftLine.starts_with("prim ")) prim = leftLine;
  }
  return prim + "\n  - " + leftLine + "\n  + " + rightLine;
}

}  // namespace usdscope
