// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/UvTexture.h"

#include <cmath>
#include <numbers>
#include <string_view>

#include "engine/asset/AssetResolver.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

TextureWrap wrapOf(Token name) {
  if (name == "clamp") return TextureWrap::Clamp;
  if (name == "mirror") return TextureWrap::Mirror;
  if (name == "repeat") return TextureWrap::Repeat;
  return TextureWrap::Black;  // Also `useMetadata`, as images have no metadata about wrapping.
}

// Scale, then rotation in degrees, then translation.
glm::mat3 transform2d(const Prim& shader, TimeCode time) {
  const glm::vec2 scale = inputValue(shader, shade::kScale, glm::vec2(1.0f), time);
  const glm::vec2 translation = inputValue(shader, shade::kTranslation, glm::vec2(0.0f), time);
  const float angle =
      inputValue(shader, shade::kRotation, 0.0f, time) * std::numbers::pi_v<float> / 180.0f;
  const float c = std::cos(angle);
  const float s = std::sin(angle);
  return {glm::vec3(c * scale.x, s * scale.x, 0.0f), glm::vec3(-s * scale.y, c * scale.y, 0.0f),
          glm::vec3(translation, 1.0f)};
}

// Resolves a name with `<UDIM>`, which the stage cannot find because it names no file. Returns
// empty when no tile exists.
std::string findTiles(const Attribute& attribute, const AssetPath& path, TimeCode time) {
  constexpr std::string_view kMark = "<UDIM>";
  const std::size_t mark = path.path().find(kMark);
  const std::shared_ptr<const Layer> layer = attribute.resolveInfo(time).layer;
  if (mark == std::string::npos || !layer) return {};
  const AssetResolver& resolver = attribute.prim().stage().resolver();
  for (const std::string& candidate : resolver.candidates(path.path(), layer->identifier())) {
    const std::size_t at = candidate.find(kMark);
    for (int tile = 1001; at != std::string::npos && tile <= 1100; ++tile) {
      std::string name = candidate;
      name.replace(at, kMark.size(), std::to_string(tile));
      if (resolver.exists(name)) return candidate;
    }
  }
  return {};
}

}  // namespace

std::string textureFile(const ShadeSource& source, TimeCode time) {
  if (!source.attribute || source.shader) return {};
  const AssetPath path = source.attribute.value(time).valueOr(AssetPath());
  const std::string file =
      path.resolved.empty() ? findTiles(source.attribute, path, time) : path.resolved;
  return file.empty() ? path.path() : file;
}

TextureUse readUvTexture(const Prim& shader, Token output, TimeCode time) {
  TextureUse use;
  use.isUsed = true;
  use.file = textureFile(followInput(shader, shade::kFile), time);
  const Token space = tokenInput(shader, shade::kSourceColorSpace, time);
  if (space == shade::kSrgb) use.colorSpace = TextureColorSpace::Srgb;
  if (space == shade::kRaw) use.colorSpace = TextureColorSpace::Raw;
  use.wrapS = wrapOf(tokenInput(shader, shade::kWrapS, time));
  use.wrapT = wrapOf(tokenInput(shader, shade::kWrapT, time));
  use.scale = inputValue(shader, shade::kScale, glm::vec4(1.0f), time);
  use.bias = inputValue(shader, shade::kBias, glm::vec4(0.0f), time);
  // Some scenes author three components.
  const glm::vec3 opaque = inputValue(shader, shade::kFallback, glm::vec3(0.0f), time);
  use.fallback = inputValue(shader, shade::kFallback, glm::vec4(opaque, 1.0f), time);
  const std::string_view channel = output.text();
  use.channel = channel.ends_with(":r")   ? 0
                : channel.ends_with(":g") ? 1
                : channel.ends_with(":b") ? 2
                : channel.ends_with(":a") ? 3
                                          : -1;
  const ShadeSource st = followInput(shader, shade::kSt);
  if (st.shader && shaderId(st.shader) == shade::kUsdTransform2d) {
    use.texCoordFromSt = transform2d(st.shader, time);
  }
  return use;
}

}  // namespace usdscope
