// SPDX-License-Identifier: Apache-2.0
#include "app/actions/DisplayActions.h"

#include <QColorDialog>
#include <algorithm>
#include <cmath>

#include "app/actions/ActionParts.h"
#include "app/actions/ExposureSliders.h"
#include "app/session/view/DisplayColors.h"

namespace usdscope {
namespace {

template <ShadingMode Mode>
ActionProblem shade(const ActionContext& c, const Arguments&) {
  c.session.changeView([](ViewSettings& view) { view.shading = Mode; });
  return {};
}
template <ShadingMode Mode>
bool isShaded(const ActionContext& c) {
  return c.session.view.value().shading == Mode;
}

const DisplaySettings& displayOf(const ActionContext& c) { return c.session.view.value().display; }

template <bool DisplaySettings::* Member>
ActionProblem flip(const ActionContext& c, const Arguments&) {
  c.session.changeView([](ViewSettings& view) { view.display.*Member = !(view.display.*Member); });
  return {};
}
template <bool DisplaySettings::* Member>
bool has(const ActionContext& c) {
  return displayOf(c).*Member;
}

constexpr auto kDisplay = &ViewSettings::display;
constexpr auto kComplexity = &DisplaySettings::complexity;
constexpr auto kInspection = &DisplaySettings::inspection;
constexpr auto kMask = &DisplaySettings::mask;
constexpr auto kBackground = &DisplaySettings::background;
constexpr auto kShadowEdges = &DisplaySettings::shadowEdges;
constexpr auto kColors = &DisplaySettings::colors;

bool canRefine(const ActionContext& c) { return displayOf(c).complexity != Complexity::VeryHigh; }
bool canCoarsen(const ActionContext& c) { return displayOf(c).complexity != Complexity::Low; }

template <int By>
ActionProblem stepComplexity(const ActionContext& c, const Arguments&) {
  if (!(By > 0 ? canRefine(c) : canCoarsen(c))) {
    return By > 0 ? "The complexity is very high already." : "The complexity is low already.";
  }
  c.session.changeView([](ViewSettings& view) {
    view.display.complexity = static_cast<Complexity>(int(view.display.complexity) + By);
  });
  return {};
}

template <glm::vec3 DisplaySettings::* Member>
ActionProblem chooseColor(const ActionContext& c, const Arguments& arguments) {
  QColor color;
  if (arguments.empty()) {
    const glm::vec3 now = displayOf(c).*Member;
    color = QColorDialog::getColor(QColor::fromRgbF(now.x, now.y, now.z), c.window.widget());
    if (!color.isValid()) return {};
  } else {
    color = QColor::fromString(QString::fromStdString(arguments[0]));
    if (!color.isValid()) return "Expected a colour, such as #303030.";
  }
  const glm::vec3 chosen(float(color.redF()), float(color.greenF()), float(color.blueF()));
  c.session.changeView([&](ViewSettings& view) { view.display.*Member = chosen; });
  return {};
}

// Sets the exposure or the gamma to the argument. Without one, shows the sliders of both.
template <float DisplaySettings::* Member>
ActionProblem adjust(const ActionContext& c, const Arguments& arguments) {
  constexpr bool kIsExposure = Member == &DisplaySettings::exposure;
  constexpr float kLeast = kIsExposure ? -kMostExposure : kLeastGamma;
  constexpr float kMost = kIsExposure ? kMostExposure : kMostGamma;
  if (arguments.empty()) {
    showExposureSliders(c.session, c.window.widget());
    return {};
  }
  const std::optional<double> number = numberOf(arguments[0]);
  const float value = float(number.value_or(NAN));  // As the limits: 0.1f is more than 0.1.
  if (!(value >= kLeast && value <= kMost)) {
    return kIsExposure ? "Expected stops from -10 to 10." : "Expected a gamma from 0.1 to 5.";
  }
  c.session.changeView([&](ViewSettings& view) { view.display.*Member = value; });
  return {};
}

template <int HalfStops>
ActionProblem stepExposure(const ActionContext& c, const Arguments&) {
  c.session.changeView([](ViewSettings& view) {
    view.display.exposure =
        std::clamp(view.display.exposure + 0.5f * float(HalfStops), -kMostExposure, kMostExposure);
  });
  return {};
}

bool isAdjusted(const ActionContext& c) {
  return displayOf(c).exposure != 0.0f || displayOf(c).gamma != 1.0f;
}
ActionProblem resetExposure(const ActionContext& c, const Arguments&) {
  c.session.changeView([](ViewSettings& view) {
    view.display.exposure = 0.0f;
    view.display.gamma = 1.0f;
  });
  return {};
}

bool hasOpenColorIo(const ActionContext&) { return whyNoOpenColorIo().empty(); }

// A display has views of its own, so its usual view replaces the chosen one.
ActionProblem chooseOcioDisplay(const ActionContext& c, const Arguments& arguments) {
  if (arguments.empty() || arguments.size() > 2) return "Expected a display, and a view of it.";
  c.session.changeView([&](ViewSettings& view) {
    view.display.colors = ColorManagement::OpenColorIo;
    view.display.ocioDisplay = arguments[0];
    view.display.ocioView = arguments.size() > 1 ? arguments[1] : std::string();
  });
  return {};
}

template <std::string DisplaySettings::* Member>
ActionProblem chooseOcio(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 1) return "Expected a name of the OpenColorIO configuration.";
  c.session.changeView([&](ViewSettings& view) {
    view.display.colors = ColorManagement::OpenColorIo;
    view.display.*Member = arguments[0];
  });
  return {};
}

// Without an argument the looks are those of the view.
ActionProblem chooseOcioLooks(const ActionContext& c, const Arguments& arguments) {
  return chooseOcio<&DisplaySettings::ocioLooks>(c, arguments.empty() ? Arguments{""} : arguments);
}

constexpr ActionRow kDisplayRows[] = {
    {"wireframe", "Shading Mode", "Wireframe", "Ctrl+0", "", always,
     isShaded<ShadingMode::Wireframe>, shade<ShadingMode::Wireframe>},
    {"wireframeOnSurface", "Shading Mode", "Wireframe On Surface", "Ctrl+1", "", always,
     isShaded<ShadingMode::WireframeOnSurface>, shade<ShadingMode::WireframeOnSurface>},
    {"smooth", "Shading Mode", "Smooth Shaded", "Ctrl+2", "", always,
     isShaded<ShadingMode::SmoothShaded>, shade<ShadingMode::SmoothShaded>},
    {"flat", "Shading Mode", "Flat Shaded", "Ctrl+3", "", always, isShaded<ShadingMode::FlatShaded>,
     shade<ShadingMode::FlatShaded>},
    {"points", "Shading Mode", "Points", "Ctrl+4", "", always, isShaded<ShadingMode::Points>,
     shade<ShadingMode::Points>},
    {"geomOnly", "Shading Mode", "Geom Only", "Ctrl+6", "", always, isShaded<ShadingMode::GeomOnly>,
     shade<ShadingMode::GeomOnly>},
    {"geomSmooth", "Shading Mode", "Geom Smooth", "Ctrl+7", "", always,
     isShaded<ShadingMode::GeomSmooth>, shade<ShadingMode::GeomSmooth>},
    {"geomFlat", "Shading Mode", "Geom Flat", "Ctrl+8", "", always, isShaded<ShadingMode::GeomFlat>,
     shade<ShadingMode::GeomFlat>},
    {"hiddenSurfaceWireframe", "Shading Mode", "Hidden Surface Wireframe", "Ctrl+9", "", always,
     isShaded<ShadingMode::HiddenSurfaceWireframe>, shade<ShadingMode::HiddenSurfaceWireframe>},

    {"inspectNone", "Inspection View", "Shaded", "", "", always,
     isChosen<kDisplay, kInspection, InspectionView::None>,
     choose<kDisplay, kInspection, InspectionView::None>},
    {"-", "Inspection View", "", "", "", always, nullptr, nullptr},
    {"inspectAlbedo", "Inspection View", "Albedo", "", "", always,
     isChosen<kDisplay, kInspection, InspectionView::Albedo>,
     choose<kDisplay, kInspection, InspectionView::Albedo>},
    {"inspectNormals", "Inspection View", "Normals", "", "", always,
     isChosen<kDisplay, kInspection, InspectionView::Normals>,
     choose<kDisplay, kInspection, InspectionView::Normals>},
    {"inspectTangents", "Inspection View", "Tangents", "", "", always,
     isChosen<kDisplay, kInspection, InspectionView::Tangents>,
     choose<kDisplay, kInspection, InspectionView::Tangents>},
    {"inspectUvChecker", "Inspection View", "UV Checker", "", "", always,
     isChosen<kDisplay, kInspection, InspectionView::UvChecker>,
     choose<kDisplay, kInspection, InspectionView::UvChecker>},
    {"inspectPrims", "Inspection View", "Prim IDs", "", "", always,
     isChosen<kDisplay, kInspection, InspectionView::Prims>,
     choose<kDisplay, kInspection, InspectionView::Prims>},
    {"inspectInstances", "Inspection View", "Instance IDs", "", "", always,
     isChosen<kDisplay, kInspection, InspectionView::Instances>,
     choose<kDisplay, kInspection, InspectionView::Instances>},
    {"inspectSubsets", "Inspection View", "Subset IDs", "", "", always,
     isChosen<kDisplay, kInspection, InspectionView::Subsets>,
     choose<kDisplay, kInspection, InspectionView::Subsets>},
    {"inspectPoints", "Inspection View", "Point IDs", "", "", always,
     isChosen<kDisplay, kInspection, InspectionView::Points>,
     choose<kDisplay, kInspection, InspectionView::Points>},
    {"inspectJoints", "Inspection View", "Joint IDs", "", "", always,
     isChosen<kDisplay, kInspection, InspectionView::Joints>,
     choose<kDisplay, kInspection, InspectionView::Joints>},
    {"inspectDepth", "Inspection View", "Depth", "", "", always,
     isChosen<kDisplay, kInspection, InspectionView::Depth>,
     choose<kDisplay, kInspection, InspectionView::Depth>},
    {"inspectFacing", "Inspection View", "Facing", "", "", always,
     isChosen<kDisplay, kInspection, InspectionView::Facing>,
     choose<kDisplay, kInspection, InspectionView::Facing>},
    {"inspectOverdraw", "Inspection View", "Overdraw", "", "", always,
     isChosen<kDisplay, kInspection, InspectionView::Overdraw>,
     choose<kDisplay, kInspection, InspectionView::Overdraw>},
    {"inspectMatcap", "Inspection View", "Matcap", "", "", always,
     isChosen<kDisplay, kInspection, InspectionView::Matcap>,
     choose<kDisplay, kInspection, InspectionView::Matcap>},

    {"-", "Inspection View", "", "", "", always, nullptr, nullptr},
    {"cageWires", "Inspection View", "Wires of the Cage", "", "", always,
     has<&DisplaySettings::cageWires>, flip<&DisplaySettings::cageWires>},

    {"exposure", "Exposure", "Exposure…", "", "STOPS", always, nullptr,
     adjust<&DisplaySettings::exposure>},
    {"gamma", "Exposure", "Gamma…", "", "GAMMA", always, nullptr, adjust<&DisplaySettings::gamma>},
    {"-", "Exposure", "", "", "", always, nullptr, nullptr},
    {"exposureUp", "Exposure", "Increase Exposure by Half a Stop", "", "", always, nullptr,
     stepExposure<1>},
    {"exposureDown", "Exposure", "Decrease Exposure by Half a Stop", "", "", always, nullptr,
     stepExposure<-1>},
    {"resetExposure", "Exposure", "Reset Exposure and Gamma", "", "", isAdjusted, nullptr,
     resetExposure},

    {"complexityLow", "Complexity", "Low Complexity", "", "", always,
     isChosen<kDisplay, kComplexity, Complexity::Low>,
     choose<kDisplay, kComplexity, Complexity::Low>},
    {"complexityMedium", "Complexity", "Medium Complexity", "", "", always,
     isChosen<kDisplay, kComplexity, Complexity::Medium>,
     choose<kDisplay, kComplexity, Complexity::Medium>},
    {"complexityHigh", "Complexity", "High Complexity", "", "", always,
     isChosen<kDisplay, kComplexity, Complexity::High>,
     choose<kDisplay, kComplexity, Complexity::High>},
    {"complexityVeryHigh", "Complexity", "Very High Complexity", "", "", always,
     isChosen<kDisplay, kComplexity, Complexity::VeryHigh>,
     choose<kDisplay, kComplexity, Complexity::VeryHigh>},
    {"-", "Complexity", "", "", "", always, nullptr, nullptr},
    {"complexityDown", "Complexity", "Decrease Complexity", "Ctrl+-", "", canCoarsen, nullptr,
     stepComplexity<-1>},
    {"complexityUp", "Complexity", "Increase Complexity", "Ctrl+=; Ctrl++", "", canRefine, nullptr,
     stepComplexity<1>},

    {"boxes", "Bounding Boxes", "Bounding Boxes of the Selection", "Ctrl+B", "", always,
     has<&DisplaySettings::boxes>, flip<&DisplaySettings::boxes>},
    {"-", "Bounding Boxes", "", "", "", always, nullptr, nullptr},
    {"boxAligned", "Bounding Boxes", "Axis-Aligned Box", "", "", always,
     has<&DisplaySettings::alignedBox>, flip<&DisplaySettings::alignedBox>},
    {"boxOriented", "Bounding Boxes", "Oriented Box", "", "", always,
     has<&DisplaySettings::orientedBox>, flip<&DisplaySettings::orientedBox>},
    {"boxesInPlayback", "Bounding Boxes", "Boxes During Playback", "", "", always,
     has<&DisplaySettings::boxesInPlayback>, flip<&DisplaySettings::boxesInPlayback>},
    {"-", "Bounding Boxes", "", "", "", always, nullptr, nullptr},
    {"compareExtents", "Bounding Boxes", "Authored Against Computed Extents", "", "", always,
     has<&DisplaySettings::comparesExtents>, flip<&DisplaySettings::comparesExtents>},

    {"purposeGuide", "Purposes", "Purpose: Guide", "", "", always, isOn<&ViewSettings::showGuides>,
     toggle<&ViewSettings::showGuides>},
    {"purposeProxy", "Purposes", "Purpose: Proxy", "", "", always, isOn<&ViewSettings::showProxy>,
     toggle<&ViewSettings::showProxy>},
    {"purposeRender", "Purposes", "Purpose: Render", "", "", always,
     isOn<&ViewSettings::showRender>, toggle<&ViewSettings::showRender>},

    {"hud", "HUD", "Heads-Up Display", "Ctrl+D", "", always, isOn<&ViewSettings::showHud>,
     toggle<&ViewSettings::showHud>},
    {"-", "HUD", "", "", "", always, nullptr, nullptr},
    {"hudSubtree", "HUD", "Subtree Info", "", "", always, has<&DisplaySettings::hudSubtree>,
     flip<&DisplaySettings::hudSubtree>},
    {"hudCamera", "HUD", "Camera/Complexity", "", "", always, has<&DisplaySettings::hudCamera>,
     flip<&DisplaySettings::hudCamera>},
    {"hudPerformance", "HUD", "Performance", "", "", always, has<&DisplaySettings::hudPerformance>,
     flip<&DisplaySettings::hudPerformance>},
    {"hudDevice", "HUD", "GPU", "", "", always, has<&DisplaySettings::hudDevice>,
     flip<&DisplaySettings::hudDevice>},

    {"sceneLights", "Lights", "Scene Lights", "", "", always, has<&DisplaySettings::sceneLights>,
     flip<&DisplaySettings::sceneLights>},
    {"cameraLight", "Lights", "Camera Light", "", "", always, has<&DisplaySettings::cameraLight>,
     flip<&DisplaySettings::cameraLight>},
    {"domeLight", "Lights", "Default Dome Light", "", "", always, has<&DisplaySettings::domeLight>,
     flip<&DisplaySettings::domeLight>},
    {"domeBackground", "Lights", "Dome Light Camera Visibility", "", "", always,
     has<&DisplaySettings::domeBackground>, flip<&DisplaySettings::domeBackground>},
    {"shadows", "Lights", "Shadows", "", "", always, has<&DisplaySettings::shadows>,
     flip<&DisplaySettings::shadows>},
    {"-", "Lights", "Edges of Shadows", "", "", always, nullptr, nullptr},
    {"hardShadows", "Lights", "Hard Shadow Edges", "", "", always,
     isChosen<kDisplay, kShadowEdges, ShadowEdges::Hard>,
     choose<kDisplay, kShadowEdges, ShadowEdges::Hard>},
    {"softShadows", "Lights", "Soft Shadow Edges", "", "", always,
     isChosen<kDisplay, kShadowEdges, ShadowEdges::Soft>,
     choose<kDisplay, kShadowEdges, ShadowEdges::Soft>},
    {"fineShadows", "Lights", "Fine Shadow Edges", "", "", always,
     isChosen<kDisplay, kShadowEdges, ShadowEdges::Fine>,
     choose<kDisplay, kShadowEdges, ShadowEdges::Fine>},
    {"-", "Lights", "", "", "", always, nullptr, nullptr},
    {"ambientOcclusion", "Lights", "Ambient Occlusion", "", "", always,
     has<&DisplaySettings::ambientOcclusion>, flip<&DisplaySettings::ambientOcclusion>},

    {"sRgb", "Color Management", "sRGB", "", "", always,
     isChosen<kDisplay, kColors, ColorManagement::Srgb>,
     choose<kDisplay, kColors, ColorManagement::Srgb>},
    {"openColorIo", "Color Management", "OpenColorIO", "", "", hasOpenColorIo,
     isChosen<kDisplay, kColors, ColorManagement::OpenColorIo>,
     choose<kDisplay, kColors, ColorManagement::OpenColorIo>},
    {"noColorManagement", "Color Management", "Disabled", "", "", always,
     isChosen<kDisplay, kColors, ColorManagement::Disabled>,
     choose<kDisplay, kColors, ColorManagement::Disabled>},
    {"ocioDisplay", "", "OpenColorIO Display", "", "DISPLAY [VIEW]", hasOpenColorIo, nullptr,
     chooseOcioDisplay},
    {"ocioView", "", "OpenColorIO View", "", "VIEW", hasOpenColorIo, nullptr,
     chooseOcio<&DisplaySettings::ocioView>},
    {"ocioColorSpace", "", "OpenColorIO Color Space", "", "SPACE", hasOpenColorIo, nullptr,
     chooseOcio<&DisplaySettings::ocioColorSpace>},
    {"ocioLooks", "", "OpenColorIO Looks", "", "[LOOKS]", hasOpenColorIo, nullptr, chooseOcioLooks},

    {"backgroundStandard", "Background", "Standard", "", "", always,
     isChosen<kDisplay, kBackground, BackgroundColor::Standard>,
     choose<kDisplay, kBackground, BackgroundColor::Standard>},
    {"backgroundBlack", "Background", "Black", "", "", always,
     isChosen<kDisplay, kBackground, BackgroundColor::Black>,
     choose<kDisplay, kBackground, BackgroundColor::Black>},
    {"backgroundDarkGrey", "Background", "Grey (Dark)", "", "", always,
     isChosen<kDisplay, kBackground, BackgroundColor::DarkGrey>,
     choose<kDisplay, kBackground, BackgroundColor::DarkGrey>},
    {"backgroundLightGrey", "Background", "Grey (Light)", "", "", always,
     isChosen<kDisplay, kBackground, BackgroundColor::LightGrey>,
     choose<kDisplay, kBackground, BackgroundColor::LightGrey>},
    {"backgroundWhite", "Background", "White", "", "", always,
     isChosen<kDisplay, kBackground, BackgroundColor::White>,
     choose<kDisplay, kBackground, BackgroundColor::White>},

    {"-", "View", "", "", "", always, nullptr, nullptr},
    {"sceneMaterials", "View", "Scene Materials", "", "", always,
     has<&DisplaySettings::sceneMaterials>, flip<&DisplaySettings::sceneMaterials>},
    {"cullBackfaces", "View", "Cull Backfaces", "", "", always,
     has<&DisplaySettings::cullBackfaces>, flip<&DisplaySettings::cullBackfaces>},
    {"grid", "View", "Grid", "", "", always, isOn<&ViewSettings::showGrid>,
     toggle<&ViewSettings::showGrid>},
    {"-", "View", "", "", "", always, nullptr, nullptr},

    {"maskNone", "Camera Mask", "No Mask", "", "", always,
     isChosen<kDisplay, kMask, CameraMask::None>, choose<kDisplay, kMask, CameraMask::None>},
    {"maskPartial", "Camera Mask", "Partial Mask", "", "", always,
     isChosen<kDisplay, kMask, CameraMask::Partial>, choose<kDisplay, kMask, CameraMask::Partial>},
    {"maskFull", "Camera Mask", "Full Mask", "", "", always,
     isChosen<kDisplay, kMask, CameraMask::Full>, choose<kDisplay, kMask, CameraMask::Full>},
    {"-", "Camera Mask", "", "", "", always, nullptr, nullptr},
    {"maskOutline", "Camera Mask", "Mask Outline", "", "", always,
     has<&DisplaySettings::maskOutline>, flip<&DisplaySettings::maskOutline>},
    {"maskColor", "Camera Mask", "Mask Color…", "", "COLOR", always, nullptr,
     chooseColor<&DisplaySettings::maskColor>},
    {"reticlesInside", "Camera Reticles", "Reticles Inside", "", "", always,
     has<&DisplaySettings::reticlesInside>, flip<&DisplaySettings::reticlesInside>},
    {"reticlesOutside", "Camera Reticles", "Reticles Outside", "", "", always,
     has<&DisplaySettings::reticlesOutside>, flip<&DisplaySettings::reticlesOutside>},
    {"-", "Camera Reticles", "", "", "", always, nullptr, nullptr},
    {"reticleColor", "Camera Reticles", "Reticle Color…", "", "COLOR", always, nullptr,
     chooseColor<&DisplaySettings::reticleColor>},
    {"cameraOracles", "Camera", "Camera Oracles", "", "", always,
     has<&DisplaySettings::cameraOracles>, flip<&DisplaySettings::cameraOracles>},
};

}  // namespace

std::span<const ActionRow> displayActionRows() { return kDisplayRows; }

}  // namespace usdscope
