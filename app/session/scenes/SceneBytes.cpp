// SPDX-License-Identifier: Apache-2.0
#include "app/session/scenes/SceneBytes.h"

#include "engine/scene/Stencils.h"
#include "engine/scene/VolumeFields.h"

namespace usdscope {
namespace {

template <typename T>
std::size_t bytesOf(const std::vector<T>& elements) {
  return elements.capacity() * sizeof(T);
}

template <typename Visit, typename... T>
void visitArrays(Visit& visit, const Array<T>&... arrays) {
  const auto visitOne = [&](const auto& array) {
    if (!array.empty()) visit(array.data(), array.size() * sizeof(array[0]));
  };
  (visitOne(arrays), ...);
}

// Calls `visit` with each array of the item that `first`, the same item of the first scene, does
// not have.
template <typename Visit>
void visitItem(const Item& item, const Item* first, Visit& visit) {
  const auto& geometry = item.geometry;
  if (geometry && !(first && first->geometry == geometry)) {
    visit(geometry.get(), sizeof(Geometry));
    visitArrays(visit, geometry->positions, geometry->normals, geometry->texCoords,
                geometry->colors, geometry->widths, geometry->indices, geometry->vertexPoints,
                geometry->primitiveFaces);
  }
  const auto& skin = item.skin;
  if (skin && !(first && first->skin == skin)) {
    visit(skin.get(), sizeof(Skin));
    visitArrays(visit, skin->joints, skin->weights, skin->blendOffsets, skin->blendShapes,
                skin->unfitShapes);
    if (const auto& refined = skin->refined) {
      visit(refined.get(), sizeof(RefinedCage));
      visitArrays(visit, refined->cage->positions, refined->cage->normals,
                  refined->cage->vertexPoints, refined->stencils.firsts, refined->stencils.sources,
                  refined->stencils.weights, refined->vertexRows);
    }
  }
  const auto& volume = item.volume;
  if (volume && !(first && first->volume == volume)) {
    visit(volume.get(), sizeof(VolumeFields));
    for (const auto* grid : {volume->density.get(), volume->emission.get()}) {
      if (grid) visit(grid, sizeof(DenseGrid) + bytesOf(grid->values));
    }
  }
  if (!(first && first->instances.sharesStorageWith(item.instances))) {
    visitArrays(visit, item.instances);
  }
  if (!(first && first->instanceColors.sharesStorageWith(item.instanceColors))) {
    visitArrays(visit, item.instanceColors);
  }
}

}  // namespace

template <typename Visit>
void SceneBytes::visitShared(const Scene& scene, Visit visit) const {
  const auto visitItems = [&](const std::vector<Item>& items, const std::vector<Item>& first) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      visitItem(items[i], i < first.size() ? &first[i] : nullptr, visit);
    }
  };
  visitItems(scene.items, first_->items);
  visitItems(scene.bones, first_->bones);
  if (!first_->materials.sharesStorageWith(scene.materials)) visitArrays(visit, scene.materials);
}

std::size_t SceneBytes::ownBytes(const Scene& scene) const {
  std::size_t bytes = sizeof(Scene) + bytesOf(scene.items.vector()) + bytesOf(scene.bones) +
                      bytesOf(scene.skeletons) + bytesOf(scene.cameras) + bytesOf(scene.palette) +
                      bytesOf(scene.blendWeights);
  for (const Item& item : scene.items) bytes += bytesOf(item.parts);
  for (const Item& item : scene.bones) bytes += bytesOf(item.parts);
  for (const PosedSkeleton& each : scene.skeletons) bytes += bytesOf(each.worldFromJoint);
  return bytes;
}

void SceneBytes::add(const std::shared_ptr<const Scene>& scene) {
  if (!first_) first_ = scene;
  total_ += ownBytes(*scene);
  visitShared(*scene, [this](const void* object, std::size_t bytes) {
    Use& use = uses_[object];
    if (use.count++ > 0) return;
    use.bytes = bytes;
    total_ += bytes;
  });
}

void SceneBytes::remove(const Scene& scene) {
  total_ -= ownBytes(scene);
  visitShared(scene, [this](const void* object, std::size_t) {
    const auto found = uses_.find(object);
    if (found == uses_.end() || --found->second.count > 0) return;
    total_ -= found->second.bytes;
    uses_.erase(found);
  });
}

void SceneBytes::clear() {
  first_.reset();
  uses_.clear();
  total_ = 0;
}

}  // namespace usdscope
