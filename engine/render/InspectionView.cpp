// SPDX-License-Identifier: Apache-2.0
#include "engine/render/InspectionView.h"

#include <algorithm>
#include <iterator>

namespace usdscope {
namespace {

constexpr InspectionViewName kViews[] = {
    {InspectionView::Albedo, "albedo", "Albedo"},
    {InspectionView::Normals, "normals", "Normals"},
    {InspectionView::Tangents, "tangents", "Tangents"},
    {InspectionView::UvChecker, "uvChecker", "UV Checker"},
    {InspectionView::Prims, "prims", "Prim IDs"},
    {InspectionView::Instances, "instances", "Instance IDs"},
    {InspectionView::Subsets, "subsets", "Subset IDs"},
    {InspectionView::Points, "points", "Point IDs"},
    {InspectionView::Joints, "joints", "Joint IDs"},
    {InspectionView::Depth, "depth", "Depth"},
    {InspectionView::Facing, "facing", "Facing"},
    {InspectionView::Overdraw, "overdraw", "Overdraw"},
    {InspectionView::Matcap, "matcap", "Matcap"},
};

}  // namespace

std::span<const InspectionViewName> inspectionViews() { return kViews; }

std::optional<InspectionView> inspectionViewNamed(std::string_view name) {
  if (name == "none") return InspectionView::None;
  const auto* const found = std::ranges::find(kViews, name, &InspectionViewName::name);
  if (found == std::end(kViews)) return std::nullopt;
  return found->view;
}

std::string_view nameOf(InspectionView view) {
  const auto* const found = std::ranges::find(kViews, view, &InspectionViewName::view);
  return found == std::end(kViews) ? "none" : found->name;
}

}  // namespace usdscope
