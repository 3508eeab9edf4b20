// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipKeys.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "engine/math/Types.h"

namespace usdscope {
namespace {

struct ClipKey {
  std::string_view name;
  std::string_view type;
  bool (*holdsType)(const Value& value);
};

template <typename T>
bool holdsType(const Value& value) {
  return value.holds<T>();
}

constexpr ClipKey kKeys[] = {
    {"active", "double2[]", holdsType<Array<glm::dvec2>>},
    {"assetPaths", "asset[]", holdsType<Array<AssetPath>>},
    {"interpolateMissingClipValues", "bool", holdsType<bool>},
    {"manifestAssetPath", "asset", holdsType<AssetPath>},
    {"primPath", "string", holdsType<std::string>},
    {"templateActiveOffset", "double", holdsType<double>},
    {"templateAssetPath", "string", holdsType<std::string>},
    {"templateEndTime", "double", holdsType<double>},
    {"templateStartTime", "double", holdsType<double>},
    {"templateStride", "double", holdsType<double>},
    {"times", "double2[]", holdsType<Array<glm::dvec2>>},
};

const ClipKey* findKey(std::string_view name) {
  const auto* found = std::ranges::find(kKeys, name, &ClipKey::name);
  return found == std::end(kKeys) ? nullptr : found;
}

}  // namespace

std::string_view typeOfClipKey(std::string_view key) {
  const ClipKey* found = findKey(key);
  return found ? found->type : std::string_view();
}

bool hasTypeOfClipKey(std::string_view key, const Value& value) {
  const ClipKey* found = findKey(key);
  return !found || found->holdsType(value);
}

}  // namespace usdscope
