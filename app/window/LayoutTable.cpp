// SPDX-License-Identifier: Apache-2.0
#include "app/window/LayoutTable.h"

namespace usdscope {
namespace {

using enum DockPlace;

// Tables with sentences need width, so they are below the picture. Lists of short names are at the
// sides.
constexpr PanePlace kInspect[] = {
    {"primTree", Left},     {"layers", LeftLower},   {"properties", Right},
    {"skel", Right},        {"value", RightLower},   {"metadata", RightLower},
    {"layerStack", Bottom}, {"composition", Bottom}, {"why", Bottom},
    {"clips", Bottom},      {"edits", Bottom},       {"problems", Bottom},
};
constexpr PanePlace kAnimate[] = {
    {"primTree", Left}, {"properties", Right},  {"value", Bottom},
    {"clips", Bottom},  {"layerStack", Bottom}, {"why", Bottom},
};
constexpr PanePlace kClips[] = {
    {"primTree", Left},     {"layers", LeftLower}, {"properties", Right},
    {"why", RightLower},    {"clips", Bottom},     {"changes", Bottom},
    {"layerStack", Bottom}, {"metadata", Bottom},  {"problems", Bottom},
};
constexpr PanePlace kSkel[] = {
    {"primTree", Left}, {"skel", Right},     {"properties", Right},
    {"value", Right},   {"problems", Right},
};

constexpr LayoutRow kRows[] = {
    {.id = "inspect",
     .title = "Inspect",
     .panes = kInspect,
     .left = {0.25, 340},
     .right = {0.3, 420},
     .bottom = {0.3, 300}},
    {.id = "animate",
     .title = "Animate",
     .panes = kAnimate,
     .left = {0.24, 280},
     .right = {0.26, 360},
     .bottom = {0.33, 380}},
    {.id = "clips",
     .title = "Clips",
     .panes = kClips,
     .left = {0.24, 280},
     .right = {0.28, 420},
     .bottom = {0.34, 420}},
    {.id = "skel", .title = "Skel", .panes = kSkel, .left = {0.24, 300}, .right = {0.36, 600}},
    {.id = "present", .title = "Present", .panes = {}, .isPictureOnly = true},
};

}  // namespace

std::span<const LayoutRow> layoutRows() { return kRows; }

const LayoutRow* findLayout(std::string_view id) {
  for (const LayoutRow& row : kRows) {
    if (row.id == id) return &row;
  }
  return nullptr;
}

}  // namespace usdscope
