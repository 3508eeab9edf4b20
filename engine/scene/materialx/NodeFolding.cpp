// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/materialx/NodeFolding.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/scene/detail/UvTexture.h"
#include "engine/scene/materialx/TexCoords.h"
#include "engine/value/Value.h"

namespace usdscope {
namespace {

constexpr int kMostNodesDeep = 256;  // Nodes behind each other.

Token inputToken(std::string_view name) { return Token("inputs:" + std::string(name)); }

std::optional<ShadeValue> fromValue(const Value& value) {
  if (const auto* number = value.find<float>()) return ShadeValue::constant(*number);
  if (const auto* number = value.find<double>()) {
    return ShadeValue::constant(static_cast<float>(*number));
  }
  if (const auto* number = value.find<std::int32_t>()) {
    return ShadeValue::constant(static_cast<float>(*number));
  }
  if (const auto* isTrue = value.find<bool>()) return ShadeValue::constant(*isTrue ? 1.0f : 0.0f);
  if (const auto* two = value.find<glm::vec2>()) {
    return ShadeValue::constant(glm::vec4(*two, 0.0f, 0.0f), 2);
  }
  if (const auto* three = value.find<glm::vec3>()) return ShadeValue::constant(*three);
  if (const auto* four = value.find<glm::vec4>()) return ShadeValue::constant(*four, 4);
  return std::nullopt;
}

// The number of components of a type such as `color3` or `vector2FA`.
int sizeOf(std::string_view types) {
  for (const std::string_view name : {"color", "vector"}) {
    if (!types.starts_with(name) || types.size() <= name.size()) continue;
    return std::clamp(types[name.size()] - '0', 1, 4);
  }
  return 1;
}

TextureWrap addressModeOf(Token mode) {
  if (mode == "constant") return TextureWrap::Black;
  if (mode == "clamp") return TextureWrap::Clamp;
  return mode == "mirror" ? TextureWrap::Mirror : TextureWrap::Repeat;
}

// The index of the channel that an output such as `outr` or `outputs:a` names; -1 if none.
int channelOf(std::string_view output) {
  if (output.empty()) return -1;
  const std::size_t rgba = std::string_view("rgba").find(output.back());
  const std::size_t xyzw = std::string_view("xyzw").find(output.back());
  const std::size_t index = std::min(rgba, xyzw);
  return index == std::string_view::npos ? -1 : static_cast<int>(index);
}

}  // namespace

void NodeFolding::report(const Prim& node, std::string message) {
  diagnostics_.report(kMaterialXNearest, {.path = node.path().text()}, std::move(message));
}

Token NodeFolding::text(const Prim& shader, std::string_view name) const {
  return tokenInput(shader, inputToken(name), time_);
}

bool NodeFolding::has(const Prim& shader, std::string_view name) const {
  const ShadeSource source = followInput(shader, inputToken(name));
  return source.shader || (source.attribute && !source.attribute.value(time_).isEmpty());
}

ShadeValue NodeFolding::input(const Prim& shader, std::string_view name,
                              const ShadeValue& fallback) {
  const ShadeSource source = followInput(shader, inputToken(name));
  Folded value;
  if (source.isCyclic) {
    report(shader,
           "The connections of the input " + std::string(name) + " form a cycle or are too long.");
  } else if (source.shader) {
    value = output(source.shader, source.output);
  } else if (source.attribute) {
    value = fromValue(source.attribute.value(time_));
  }
  return value ? value->resized(fallback.size) : fallback;
}

NodeFolding::Folded NodeFolding::output(const Prim& shader, Token output) {
  const auto [place, isNew] = entries_[shader.path()].try_emplace(output);
  Entry& entry = place->second;  // Stays in place while others are added.
  if (isNew && depth_ >= kMostNodesDeep) {
    entry.isDone = true;
    report(shader, "The nodes are chained too deeply; the chain is cut here.");
  } else if (isNew) {
    ++depth_;
    entry.value = evaluate(shader, output);
    entry.isDone = true;
    --depth_;
  } else if (!entry.isDone) {
    report(shader, "The nodes form a cycle, which is drawn as if it were cut here.");
  }
  return entry.value;
}

NodeFolding::Folded NodeFolding::evaluate(const Prim& shader, Token output) {
  const Token id = shaderId(shader);
  if (id == shade::kUsdUvTexture) return uvTexture(shader, output);
  const NodeKind kind = nodeKind(id);
  if (kind.name.empty()) {
    for (const char* name : {"file", "filename", "texture"}) {
      const Folded image = file(shader, name);
      if (!image) continue;
      report(shader, "The node " + id.string() + " is drawn as its image.");
      return image;
    }
    report(shader, "The node " + (id.isEmpty() ? "without an identifier" : id.string()) +
                       " is unknown; the value that its input has without it is drawn.");
    return std::nullopt;
  }
  using Step = Folded (NodeFolding::*)(const Prim&, const NodeKind&);
  if (Folded value = evaluateSource(shader, kind, output)) return value;
  if (Folded value = evaluateChannels(shader, kind, output)) return value;
  for (const Step step :
       {&NodeFolding::evaluateMath, &NodeFolding::evaluateChoice, &NodeFolding::evaluateNearest}) {
    if (Folded value = (this->*step)(shader, kind)) return value;
  }
  return std::nullopt;
}

// Constants, textures and primvars.
NodeFolding::Folded NodeFolding::evaluateSource(const Prim& shader, const NodeKind& kind,
                                                Token output) {
  const ShadeValue zero = ShadeValue::constant(glm::vec4(0.0f), sizeOf(kind.types));
  if (kind.name == "constant") return input(shader, "value", zero);
  if (kind.name == "dot") return input(shader, "in", zero);
  if (kind.name == "image" || kind.name == "tiledimage" || kind.name.starts_with("gltf_image") ||
      kind.name == "gltf_normalmap") {
    return image(shader, kind);
  }
  if (kind.name == "gltf_colorimage") {
    const Folded color = image(shader, {kind.name, "color4"});
    if (color && output.text().ends_with("outa")) return color->picked(glm::ivec4(3), 1);
    return color ? Folded(color->resized(3)) : color;
  }
  if (kind.name.starts_with("UsdUVTexture")) return uvTexture(shader, output);
  if (kind.name == "geomcolor") return primvar(shader, Token("displayColor"), zero);
  if (kind.name == "geompropvalue" || kind.name == "geompropvalueuniform") {
    return primvar(shader, text(shader, "geomprop"), input(shader, "default", zero));
  }
  if (kind.name.starts_with("UsdPrimvarReader")) {
    return primvar(shader, text(shader, "varname"), input(shader, "fallback", zero));
  }
  return std::nullopt;
}

NodeFolding::Folded NodeFolding::image(const Prim& shader, const NodeKind& kind) {
  const int size = kind.name == "gltf_normalmap" ? 3 : sizeOf(kind.types);
  const ShadeValue fallback = input(shader, "default", ShadeValue::constant(glm::vec4(0.0f), size));
  const ShadeSource file = followInput(shader, inputToken("file"));
  TextureUse use;
  use.isUsed = true;
  use.file = textureFile(file, time_);
  if (use.file.empty()) {
    report(shader, "The image has no file; its default is drawn.");
    return fallback;
  }
  const Token space = file.attribute.metadata(Token("colorSpace")).valueOr(Token());
  const bool isColor = kind.types.starts_with("color");
  use.colorSpace = isColor && space.text().starts_with("srgb") ? TextureColorSpace::Srgb
                                                               : TextureColorSpace::Raw;
  use.fallback = fallback.bias;
  use.wrapS = addressModeOf(text(shader, "uaddressmode"));
  use.wrapT = addressModeOf(text(shader, "vaddressmode"));
  const TexCoords coords = texCoordsOf(shader, inputToken("texcoord"), time_);
  use.texCoordFromSt = coords.fromPrimvar;
  if (kind.name == "tiledimage") {
    const auto vector = [&](std::string_view name, float number) {
      return glm::vec2(input(shader, name, ShadeValue::constant(glm::vec4(number), 2)).bias);
    };
    const glm::vec2 factor = vector("realworldtilesize", 1.0f) /
                             glm::max(vector("realworldimagesize", 1.0f), glm::vec2(1e-6f));
    const glm::vec2 tiling = vector("uvtiling", 1.0f) * factor;
    const glm::vec2 offset = -vector("uvoffset", 0.0f) * factor;
    const glm::mat3 tile(glm::vec3(tiling.x, 0.0f, 0.0f), glm::vec3(0.0f, tiling.y, 0.0f),
                         glm::vec3(offset, 1.0f));
    use.texCoordFromSt = tile * use.texCoordFromSt;
  }
  if (!coords.isExact) report(shader, "The image is drawn without some nodes of its coordinates.");
  ShadeValue value{.size = size};
  value.texture = std::move(use);
  value.texCoords = coords.primvar;
  value.scale = glm::vec4(1.0f);
  if (size == 1) value.channel = glm::ivec4(0);
  return value;
}

std::optional<ShadeValue> NodeFolding::file(const Prim& shader, std::string_view name) const {
  TextureUse use;
  use.isUsed = true;
  use.file = textureFile(followInput(shader, inputToken(name)), time_);
  if (use.file.empty()) return std::nullopt;
  ShadeValue value;
  value.texture = std::move(use);
  value.scale = glm::vec4(1.0f);
  return value;
}

NodeFolding::Folded NodeFolding::uvTexture(const Prim& shader, Token output) {
  TextureUse use = readUvTexture(shader, output, time_);
  const TexCoords coords = texCoordsOf(shader, shade::kSt, time_);
  const int channel = use.channel;
  ShadeValue value{.size = channel >= 0 ? 1 : 3};
  value.scale = use.scale;
  value.bias = use.bias;
  value.texCoords = coords.primvar;
  use.texCoordFromSt = coords.fromPrimvar;
  use.scale = glm::vec4(1.0f);
  use.bias = glm::vec4(0.0f);
  use.channel = -1;
  if (use.file.empty()) return ShadeValue::constant(use.fallback, 4).resized(value.size);
  value.texture = std::move(use);
  return channel >= 0 ? value.picked(glm::ivec4(channel), 1) : value;
}

NodeFolding::Folded NodeFolding::primvar(const Prim& shader, Token name,
                                         const ShadeValue& fallback) {
  ShadeValue value = fallback;
  if (name == "displayColor" || name == "displayOpacity") {
    value.primvar = name;
    return value;
  }
  if (std::ranges::find(primvars_, name) == primvars_.end()) primvars_.push_back(name);
  const Value* found = values_.find(name);
  if (!found) return value;
  if (const auto constant = fromValue(*found)) return constant->resized(fallback.size);
  const auto* colors = found->find<Array<glm::vec3>>();
  const auto* numbers = found->find<Array<float>>();
  if (colors && !colors->empty()) return ShadeValue::constant((*colors)[0]).resized(fallback.size);
  if (numbers && !numbers->empty()) {
    return ShadeValue::constant((*numbers)[0]).resized(fallback.size);
  }
  report(shader, "The primvar " + name.string() + " is not drawn.");
  return value;
}

// Nodes that choose, join and convert components.
NodeFolding::Folded NodeFolding::evaluateChannels(const Prim& shader, const NodeKind& kind,
                                                  Token output) {
  const ShadeValue four = ShadeValue::constant(glm::vec4(0.0f), 4);
  if (kind.name == "convert" || kind.name == "adsk_converter") {
    const std::size_t last = kind.types.rfind('_');
    const std::string_view to =
        last == std::string_view::npos ? kind.types : kind.types.substr(last + 1);
    return input(shader, "in", ShadeValue::constant(glm::vec4(0.0f), sizeOf(kind.types)))
        .resized(sizeOf(to));
  }
  if (kind.name == "swizzle") {
    const std::string channels = text(shader, "channels").string();
    const std::size_t last = kind.types.rfind('_');
    const std::string_view to =
        last == std::string_view::npos ? kind.types : kind.types.substr(last + 1);
    const ShadeValue in =
        input(shader, "in", ShadeValue::constant(glm::vec4(0.0f), sizeOf(kind.types)));
    ShadeValue value = in;
    for (int i = 0; i < sizeOf(to); ++i) {
      const std::string_view letters(channels);
      const std::size_t at = std::min(static_cast<std::size_t>(i), letters.size());
      const std::string_view letter = letters.substr(at, 1);
      const int from = in.size == 1 ? 0 : std::max(channelOf(letter), 0);
      const bool isNumber = letter == "0" || letter == "1";
      value.bias[i] = isNumber ? (letter == "1" ? 1.0f : 0.0f) : in.bias[from];
      value.scale[i] = isNumber ? 0.0f : in.scale[from];
      value.channel[i] = in.channel[from];
    }
    value.size = sizeOf(to);
    return value;
  }
  if (kind.name == "extract") {
    const float index = input(shader, "index", ShadeValue::constant(0.0f)).number();
    const int at = index >= 0.0f && index < 4.0f ? static_cast<int>(index) : 0;  // NaN: 0.
    return input(shader, "in", four).picked(glm::ivec4(at), 1);
  }
  if (kind.name.starts_with("separate")) {
    return input(shader, "in", four).picked(glm::ivec4(std::max(channelOf(output.text()), 0)), 1);
  }
  if (kind.name.starts_with("combine")) {
    return combined(shader, std::clamp(kind.name.back() - '0', 1, 4));
  }
  return std::nullopt;
}

// Components that come from different textures cannot be joined: the first texture stays.
NodeFolding::Folded NodeFolding::combined(const Prim& shader, int count) {
  ShadeValue value{.size = count};
  static constexpr std::array<std::string_view, 4> kNames = {"in1", "in2", "in3", "in4"};
  for (int i = 0; i < count; ++i) {
    const ShadeValue part =
        input(shader, kNames[static_cast<std::size_t>(i)], ShadeValue::constant(0.0f));
    value.bias[i] = part.bias[0];
    if (part.texture && value.texture && *part.texture != *value.texture) {
      report(shader, "Components of different images are not joined; some are drawn as constants.");
      continue;
    }
    if (!part.texture) continue;
    value.texture = part.texture;
    value.texCoords = part.texCoords;
    value.scale[i] = part.scale[0];
    value.channel[i] = part.channel[0];
  }
  return value;
}

ShadeValue NodeFolding::nearest(const Prim& shader, const ShadeValue& a, const ShadeValue& b) {
  report(shader, "Only one of two images that the node combines is drawn.");
  const int size = std::max(a.size, b.size);
  // Colours say more than masks.
  return (b.size > a.size ? b : a).resized(size);
}

}  // namespace usdscope
