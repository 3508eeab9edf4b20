// SPDX-License-Identifier: Apache-2.0
#include "engine/format/mtlx/MtlxReader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "engine/asset/AssetResolver.h"
#include "engine/format/mtlx/MtlxValues.h"
#include "engine/format/mtlx/NodeNames.h"
#include "engine/format/mtlx/Xml.h"
#include "engine/format/mtlx/detail/InheritedAttributes.h"
#include "engine/format/mtlx/detail/MtlxIncludes.h"
#include "engine/format/mtlx/detail/NamedElements.h"
#include "engine/layer/Arcs.h"
#include "engine/layer/Fields.h"
#include "engine/layer/Identifiers.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

// Shaders that several materials use multiply their inputs. This many copies are allowed, and some
// more for each material.
constexpr std::size_t kMostRepeatedInputs = 50'000;
constexpr std::size_t kRepeatedInputsOfMaterial = 16;

bool isName(std::string_view text) { return !text.empty() && identifierSize(text) == text.size(); }

// A type of shaders begins with the name of their output: `surfaceshader`.
bool isShaderType(std::string_view type) {
  constexpr std::string_view kEnd = "shader";
  return type.ends_with(kEnd) && isName(type.substr(0, type.size() - kEnd.size()));
}

// The name of an output of a node if the file does not give it.
std::string_view outputOf(const XmlElement& input) {
  const std::string_view output = input.attribute("output");
  return output.empty() ? "out" : output;
}

std::size_t countElements(const XmlElement& element) {
  std::size_t count = 1;
  for (const XmlElement& child : element.children) count += countElements(child);
  return count;
}

// The attributes that elements inherit from those around them.
struct Inherited {
  std::string colorSpace;
  std::string filePrefix;
};

std::size_t mostCopiedInputs(const XmlElement& document) {
  const auto materials = std::ranges::count_if(document.children, [](const XmlElement& child) {
    return child.attribute("type") == "material";
  });
  return kMostRepeatedInputs + countElements(document) +
         kRepeatedInputsOfMaterial * static_cast<std::size_t>(materials);
}

// Builds the specs of the layer, as usdMtlx does: shaders and node graphs stand once, and the
// materials reference them.
class MtlxLayer {
 public:
  MtlxLayer(const XmlElement& document, std::string identifier, InheritedAttributes& attributes,
            Diagnostics& diagnostics)
      : document_(document),
        identifier_(std::move(identifier)),
        attributes_(attributes),
        diagnostics_(diagnostics),
        inputsLeft_(mostCopiedInputs(document)) {}

  LayerBuilder build() {
    const Inherited inherited = inside({}, document_);
    colorSpace_ = inherited.colorSpace;
    if (!colorSpace_.empty()) {
      Dictionary data;
      data.set("colorSpace", Value(colorSpace_));
      builder_.setPrimField(LayerBuilder::kRoot, fields::kCustomLayerData, Value(std::move(data)));
    }
    for (const XmlElement& child : document_.children) {
      if (child.attribute("type") == "material") addMaterial(child, inside(inherited, child));
      if (isUnread(child.name) && reported_.insert(child.name).second) {
        report(child, fmt::format("Elements '{}' are not read.", child.name));
      }
    }
    return std::move(builder_);
  }

 private:
  using PrimId = LayerBuilder::PrimId;
  using PropertyId = LayerBuilder::PropertyId;

  // The attributes that the elements inside of `element` inherit.
  Inherited inside(const Inherited& outer, const XmlElement& element) {
    Inherited result = outer;
    if (element.hasAttribute("colorspace")) {
      result.colorSpace = attributes_.find(element, "colorspace", identifier_);
    }
    result.filePrefix += attributes_.find(element, "fileprefix", identifier_);
    return result;
  }

  static bool isUnread(std::string_view name) {
    static constexpr std::array<std::string_view, 7> kNames = {
        "look", "lookgroup", "collection", "variantset", "material", "nodedef", "implementation"};
    return std::ranges::find(kNames, name) != kNames.end();
  }
  void report(const XmlElement& element, std::string message) {
    diagnostics_.report(kMtlxPart, {.layer = identifier_, .line = element.line},
                        std::move(message));
  }

  void noteTooManyInputs(const XmlElement& shader) {
    if (std::exchange(hasTooManyInputs_, true)) return;
    diagnostics_.report(
        kMtlxLimit, {.layer = identifier_, .line = shader.line},
        fmt::format("Materials repeat the inputs of shaders more than {} times; shaders such as "
                    "'{}' are ignored in further materials.",
                    mostCopiedInputs(document_), shader.attribute("name")));
  }

  // A namespace is separated by a colon, which names of prims cannot have.
  Token nameOf(const XmlElement& element) {
    std::string name;
    for (const char c : element.attribute("name")) {
      if (c == ':') {
        name += "__";
      } else {
        name += c;
      }
    }
    if (!name.empty() && identifierSize(name) == name.size()) return Token(name);
    report(element, fmt::format("The name '{}' is not an identifier; the element is ignored.",
                                element.attribute("name")));
    return {};
  }

  PrimId define(PrimId parent, Token name, std::string_view type) {
    const PrimId prim = builder_.addPrim(parent, name);
    builder_.setPrimField(prim, fields::kSpecifier, Value(Specifier::Def));
    if (!type.empty()) builder_.setPrimField(prim, fields::kTypeName, Value(Token(type)));
    return prim;
  }
  // The prim that holds all materials, all shaders or all node graphs.
  PrimId folder(std::string_view name) {
    return define(define(LayerBuilder::kRoot, Token("MaterialX"), ""), Token(name), "");
  }
  void reference(PrimId prim, PrimId target) {
    ListOp<Reference> references;
    references.prependedItems.push_back({{}, builder_.path(target), {}, {}});
    builder_.setPrimField(prim, fields::kReferences, Value(std::move(references)));
  }
  void document(PrimId prim, const XmlElement& element) {
    const std::string text(element.attribute("doc"));
    if (!text.empty()) builder_.setPrimField(prim, fields::kDocumentation, Value(text));
  }

  // Adds `inputs:NAME` or `outputs:NAME`.
  PropertyId addPort(PrimId prim, std::string_view space, std::string_view name,
                     std::string_view type) {
    const PropertyId port = builder_.addProperty(prim, Token(fmt::format("{}:{}", space, name)),
                                                 PropertyKind::Attribute);
    const std::string_view usd = usdTypeOf(type);
    builder_.setPropertyField(port, fields::kCustom, Value(false));
    builder_.setPropertyField(port, fields::kVariability, Value(Variability::Varying));
    builder_.setPropertyField(port, fields::kTypeName, Value(Token(usd.empty() ? "token" : usd)));
    if (usd.empty() && !isShaderType(type)) {
      builder_.setPropertyField(port, Token("renderType"), Value(Token(type)));
    }
    return port;
  }
  void connect(PropertyId port, Path prim, std::string_view property) {
    const Path target = prim.property(Token(property));
    builder_.setPropertyField(port, fields::kConnectionPaths,
                              Value(ListOp<Path>::makeExplicit({target})));
  }

  void setValue(PropertyId port, const XmlElement& input, const Inherited& inherited,
                std::string_view nodeType) {
    const std::string_view type = input.attribute("type");
    const bool isFile = type == "filename";
    if (input.hasAttribute("value")) {
      std::string text(input.attribute("value"));
      if (isFile) text = inherited.filePrefix + text;
      Value value = valueFromMtlx(text, type);
      if (value.isEmpty()) {
        report(input, fmt::format("'{}' is not read as a {}.", text, type));
      } else {
        builder_.setPropertyField(port, fields::kDefault, std::move(value));
      }
    }
    const bool isColor = type == "color3" || type == "color4" ||
                         (isFile && (nodeType == "color3" || nodeType == "color4"));
    if (isColor && !inherited.colorSpace.empty() && inherited.colorSpace != colorSpace_) {
      builder_.setPropertyField(port, fields::kColorSpace, Value(Token(inherited.colorSpace)));
    }
  }

  template <typename Visit>
  static void visitInputs(const XmlElement& node, const Visit& visit) {
    for (const XmlElement& child : node.children) {
      // `parameter` is the older name of inputs that are not connected.
      const std::string_view name = child.attribute("name");
      const bool isInput = child.name == "input" || child.name == "parameter";
      if (isInput && !name.empty() && identifierSize(name) == name.size()) visit(child);
    }
  }

  void addMaterial(const XmlElement& element, const Inherited& inherited) {
    const Token name = nameOf(element);
    if (!name) return;
    const PrimId material = define(folder("Materials"), name, "Material");
    document(material, element);
    visitInputs(element, [&](const XmlElement& input) {
      if (!isShaderType(input.attribute("type"))) return;
      const XmlElement* node = named_.find(document_, input.attribute("nodename"));
      if (node) {
        addShader(material, *node, inside(inherited, *node));
      } else {
        report(input,
               fmt::format("The shader '{}' is not in the file.", input.attribute("nodename")));
      }
    });
  }

  void addShader(PrimId material, const XmlElement& node, const Inherited& inherited) {
    const std::string id = nodeDefinitionOf(node);
    const std::string_view type = node.attribute("type");
    if (!isShaderType(type) || identifierSize(id) != id.size()) {
      return report(node, fmt::format("'{}' is not a shader.", node.attribute("name")));
    }
    if (node.children.size() > inputsLeft_) return noteTooManyInputs(node);
    inputsLeft_ -= node.children.size();
    const std::string terminal(type.substr(0, type.size() - std::string_view("shader").size()));
    const PrimId shared = define(folder("Shaders"), Token(id), "Shader");
    addId(shared, id);
    addPort(shared, "outputs", terminal, type);
    const PrimId shader = define(material, Token(id), "Shader");
    reference(shader, shared);
    visitInputs(node, [&](const XmlElement& input) {
      const std::string_view inputType = input.attribute("type");
      const std::string_view name = input.attribute("name");
      const PropertyId own = addPort(material, "inputs", name, inputType);
      setValue(own, input, inside(inherited, input), type);
      connectShader(material, addPort(shader, "inputs", name, inputType), input, inherited);
    });
    const PropertyId output = addPort(material, "outputs", "mtlx:" + terminal, type);
    connect(output, builder_.path(shader), "outputs:" + terminal);
  }

  // Connects an input of a shader to an output of a node graph, to a node, or to the input of the
  // material that has its value.
  void connectShader(PrimId material, PropertyId port, const XmlElement& input,
                     const Inherited& inherited) {
    std::string_view nodeName = input.attribute("nodename");
    const std::string_view graphName = input.attribute("nodegraph");
    if (!graphName.empty()) {
      const XmlElement* graph = named_.find(document_, graphName, "nodegraph");
      const Token name = graph ? nameOf(*graph) : Token();
      if (!name) return report(input, fmt::format("The node graph '{}' is missing.", graphName));
      const PrimId shared = addGraph(*graph, name, inherited);
      const PrimId own = define(material, name, "");
      reference(own, shared);
      std::string output(input.attribute("output"));
      if (output.empty()) output = named_.firstOutput(*graph);
      if (!isName(output)) return report(input, fmt::format("The output '{}' is missing.", output));
      return connect(port, builder_.path(own), "outputs:" + output);
    }
    std::string output(outputOf(input));
    if (nodeName.empty() && input.hasAttribute("output")) {
      // An output of the file names the node.
      const XmlElement* named = named_.find(document_, output, "output");
      if (!named) return report(input, fmt::format("The output '{}' is missing.", output));
      nodeName = named->attribute("nodename");
      output = outputOf(*named);
    }
    if (nodeName.empty()) {
      return connect(port, builder_.path(material),
                     fmt::format("inputs:{}", input.attribute("name")));
    }
    const XmlElement* node = named_.find(document_, nodeName);
    const Token name = node ? nameOf(*node) : Token();
    if (!name) return report(input, fmt::format("The node '{}' is missing.", nodeName));
    if (!isName(output)) return report(input, fmt::format("The output '{}' is missing.", output));
    const PrimId shared = addLooseNodes(inherited);
    const PrimId own = define(material, Token("NodeGraphs"), "");
    reference(own, shared);
    connect(port, builder_.path(own).child(name), "outputs:" + output);
  }

  // The nodes of the file that stand in no node graph.
  PrimId addLooseNodes(const Inherited& inherited) {
    const PrimId graph = folder("NodeGraphs");
    if (!hasLooseNodes_) {
      hasLooseNodes_ = true;
      for (const XmlElement& node : document_.children) {
        const std::string_view type = node.attribute("type");
        if (type.empty() || type == "material" || isShaderType(type) || node.name == "output") {
          continue;
        }
        addNode(graph, document_, node, inside(inherited, node));
      }
    }
    return graph;
  }

  PrimId addGraph(const XmlElement& element, Token name, const Inherited& outer) {
    const PrimId graph = define(folder("NodeGraphs"), name, "NodeGraph");
    if (!graphs_.insert(&element).second) return graph;
    document(graph, element);
    const Inherited inherited = inside(outer, element);
    visitInputs(element, [&](const XmlElement& input) {
      const PropertyId port =
          addPort(graph, "inputs", input.attribute("name"), input.attribute("type"));
      setValue(port, input, inside(inherited, input), {});
    });
    for (const XmlElement& node : element.children) {
      if (node.name == "input" || node.name == "parameter") continue;
      if (node.name == "output") {
        const std::string_view output = node.attribute("name");
        if (output.empty() || identifierSize(output) != output.size()) continue;
        const PropertyId port = addPort(graph, "outputs", output, node.attribute("type"));
        connectInGraph(graph, element, port, node);
      } else if (node.hasAttribute("type")) {
        addNode(graph, element, node, inside(inherited, node));
      }
    }
    return graph;
  }

  void addId(PrimId shader, const std::string& id) {
    const PropertyId property =
        builder_.addProperty(shader, Token("info:id"), PropertyKind::Attribute);
    builder_.setPropertyField(property, fields::kCustom, Value(false));
    builder_.setPropertyField(property, fields::kTypeName, Value(Token("token")));
    builder_.setPropertyField(property, fields::kVariability, Value(Variability::Uniform));
    builder_.setPropertyField(property, fields::kDefault, Value(Token(id)));
  }

  void addNode(PrimId graph, const XmlElement& container, const XmlElement& node,
               const Inherited& inherited) {
    const Token name = nameOf(node);
    if (!name) return;
    const PrimId shader = define(graph, name, "Shader");
    document(shader, node);
    addId(shader, nodeDefinitionOf(node));
    const std::string_view type = node.attribute("type");
    visitInputs(node, [&](const XmlElement& input) {
      const PropertyId port =
          addPort(shader, "inputs", input.attribute("name"), input.attribute("type"));
      setValue(port, input, inside(inherited, input), type);
      connectInGraph(graph, container, port, input);
    });
    // Definitions with several outputs are not read; their outputs are those that are connected.
    if (type != "multioutput") addPort(shader, "outputs", "out", type);
  }

  void connectInGraph(PrimId graph, const XmlElement& container, PropertyId port,
                      const XmlElement& input) {
    const std::string_view interface = input.attribute("interfacename");
    if (!interface.empty() && identifierSize(interface) == interface.size()) {
      return connect(port, builder_.path(graph), fmt::format("inputs:{}", interface));
    }
    const std::string_view nodeName = input.attribute("nodename");
    if (nodeName.empty()) return;
    const XmlElement* node = named_.find(container, nodeName);
    const Token name = node ? nameOf(*node) : Token();
    if (!name) return report(input, fmt::format("The node '{}' is missing.", nodeName));
    const PrimId shader = define(graph, name, "Shader");
    const std::string_view output = outputOf(input);
    if (identifierSize(output) != output.size()) return;
    if (node->attribute("type") == "multioutput") {
      addPort(shader, "outputs", output, input.attribute("type"));
    }
    connect(port, builder_.path(shader), fmt::format("outputs:{}", output));
  }

  const XmlElement& document_;
  NamedElements named_;
  const std::string identifier_;
  InheritedAttributes& attributes_;
  Diagnostics& diagnostics_;
  LayerBuilder builder_;
  std::string colorSpace_;  // The colour space of the file.
  std::set<std::string> reported_;
  std::set<const XmlElement*> graphs_;
  bool hasLooseNodes_ = false;
  std::size_t inputsLeft_;  // Inputs of shaders that may still be copied to materials.
  bool hasTooManyInputs_ = false;
};

}  // namespace

bool looksLikeMtlx(std::string_view bytes) {
  constexpr std::size_t kMostComments = 1 << 16;
  bytes = bytes.substr(0, kMostComments);
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  while (true) {
    const std::size_t start = bytes.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || bytes[start] != '<') return false;
    bytes.remove_prefix(start);
    if (bytes.starts_with("<materialx")) return true;
    const std::string_view end = bytes.starts_with("<!--") ? "-->" : ">";
    if (!bytes.starts_with("<!") && !bytes.starts_with("<?")) return false;
    const std::size_t stop = bytes.find(end);
    if (stop == std::string_view::npos) return false;
    bytes.remove_prefix(stop + end.size());
  }
}

std::shared_ptr<const Layer> readMtlx(const FileBytes& bytes, LayerIdentity identity,
                                      Diagnostics& diagnostics, const Environment& environment) {
  XmlResult xml = readXml(bytes.text());
  if (!xml.root || xml.root->name != "materialx") {
    diagnostics.report(kMtlxSyntax, {.layer = identity.identifier, .line = xml.line},
                       xml.root ? "The outermost element is not 'materialx'." : xml.problem);
    return nullptr;
  }
  InheritedAttributes attributes(diagnostics);
  MtlxIncludes(environment, attributes, diagnostics).expand(*xml.root, identity.identifier);
  return MtlxLayer(*xml.root, identity.identifier, attributes, diagnostics)
      .build()
      .build(std::move(identity));
}

std::vector<MtlxInclude> includesOfMtlx(const std::string& identifier,
                                        const Environment& environment) {
  const FileBytesResult bytes = environment.resolver().open(identifier);
  if (!bytes.bytes || !looksLikeMtlx(bytes.bytes->text())) return {};
  XmlResult xml = readXml(bytes.bytes->text());
  if (!xml.root) return {};
  Diagnostics known;  // Reading the layer reports them.
  InheritedAttributes attributes(known);
  MtlxIncludes includes(environment, attributes, known);
  includes.expand(*xml.root, identifier);
  return includes.files();
}

}  // namespace usdscope
