// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/Hud.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/viewport/HudCorners.h"
#include "app/viewport/HudLegend.h"
#include "engine/base/FileBytes.h"

namespace usdscope {
namespace {

constexpr float kMargin = kHudMargin;
constexpr float kFontSize = 13.0f;
constexpr ImU32 kText = IM_COL32(226, 205, 156, 255);
constexpr ImU32 kGround = IM_COL32(24, 25, 28, 205);  // Keeps text readable over bright scenes.
constexpr ImU32 kSolidGround = IM_COL32(30, 31, 34, 235);
constexpr ImU32 kBorder = IM_COL32(78, 80, 86, 255);
constexpr ImU32 kDim = IM_COL32(162, 165, 171, 255);
constexpr float kBoxPadding = kHudPadding;
constexpr float kDotRadius = 2.5f;
constexpr int kDotSides = 8;

void drawCorner(const std::string& text, const std::optional<glm::vec2>& place, bool isRight,
                ImU32 color = kText) {
  if (!place) return;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec2 at(place->x, place->y);
  list->AddRectFilled(ImVec2(at.x - kHudPadding, at.y - kHudPadding),
                      ImVec2(at.x + size.x + kHudPadding, at.y + size.y + kHudPadding), kGround,
                      3.0f);
  // Lines of the corners at the right end there.
  float top = at.y;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const char* const first = text.c_str() + begin;
    const char* const last = text.c_str() + end;
    const float left = isRight ? at.x + size.x - ImGui::CalcTextSize(first, last).x : at.x;
    list->AddText(ImVec2(left, top), color, first, last);
    top += ImGui::GetTextLineHeight();
    begin = end + 1;
  }
}

void drawCorners(const HudState& state) {
  const auto sizeOf = [](const std::string& text) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    return text.empty() ? glm::vec2(0.0f) : glm::vec2(size.x, size.y);
  };
  const HudCornerPlaces places = placeCorners({sizeOf(state.topLeft), sizeOf(state.topRight),
                                               sizeOf(state.bottomLeft), sizeOf(state.bottomRight)},
                                              {state.width, state.height - state.strip.height()});
  drawCorner(state.topLeft, places.topLeft, false, state.isTopLeftDim ? kDim : kText);
  drawCorner(state.topRight, places.topRight, true);
  drawCorner(state.bottomLeft, places.bottomLeft, false);
  drawCorner(state.bottomRight, places.bottomRight, true);
}

void drawFills(const HudState& state) {
  ImDrawList* list = ImGui::GetForegroundDrawList();
  for (const HudFill& fill : state.fills) {
    list->AddRectFilled(ImVec2(fill.from.x, fill.from.y), ImVec2(fill.to.x, fill.to.y),
                        ImGui::ColorConvertFloat4ToU32(
                            ImVec4(fill.color.x, fill.color.y, fill.color.z, fill.color.w)));
  }
}

ImU32 colorOf(HudColor color) {
  switch (color) {
    case HudColor::Text:
      return IM_COL32(227, 227, 227, 255);
    case HudColor::Chosen:
      return IM_COL32(242, 208, 107, 255);
    case HudColor::AxisX:
      return IM_COL32(240, 90, 80, 255);
    case HudColor::AxisY:
      return IM_COL32(110, 200, 90, 255);
    case HudColor::AxisZ:
      return IM_COL32(90, 150, 255, 255);
  }
  return kText;
}

void drawAtJoints(const HudState& state) {
  ImDrawList* list = ImGui::GetForegroundDrawList();
  for (const HudLine& line : state.lines) {
    list->AddLine(ImVec2(line.from.x, line.from.y), ImVec2(line.to.x, line.to.y),
                  colorOf(line.color), 1.5f);
  }
  for (const HudDot& dot : state.dots) {
    const ImVec2 at(dot.at.x, dot.at.y);
    list->AddCircleFilled(at, kDotRadius + 1.0f, kSolidGround, kDotSides);
    list->AddCircleFilled(at, kDotRadius, colorOf(dot.color), kDotSides);
  }
  std::vector<ImVec4> taken;
  for (const HudLabel& label : state.labels) {
    const ImVec2 size = ImGui::CalcTextSize(label.text.c_str());
    const ImVec4 box(label.at.x - 2.0f, label.at.y - size.y - 2.0f, label.at.x + size.x + 2.0f,
                     label.at.y);
    const bool isOver = std::ranges::any_of(taken, [&](const ImVec4& other) {
      return box.x < other.z && other.x < box.z && box.y < other.w && other.y < box.w;
    });
    if (isOver) continue;
    taken.push_back(box);
    list->AddRectFilled(ImVec2(box.x, box.y), ImVec2(box.z, box.w), kGround, 2.0f);
    list->AddText(ImVec2(box.x + 2.0f, box.y + 1.0f), colorOf(label.color), label.text.c_str());
  }
}

// A legend covers at most this share of the picture's width, unless that is very small.
constexpr float kLegendShare = 0.34f;
constexpr float kLegendGap = 4.0f;  // Between lines.
constexpr float kSwatchGap = 6.0f;  // Between a colour and its text.

// The height of a legend with its ground.
float legendHeight(const HudLegend& legend) {
  const float row = ImGui::GetTextLineHeight() + kLegendGap;
  return row * float(legend.swatches.size() + 1) + 2.0f * kBoxPadding - kLegendGap;
}

void drawLegend(const HudLegend& legend, float top) {
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const float line = ImGui::GetTextLineHeight();
  float width = ImGui::CalcTextSize(legend.title.c_str()).x;
  for (const HudSwatch& swatch : legend.swatches) {
    width = std::max(width, ImGui::CalcTextSize(swatch.text.c_str()).x + line + kSwatchGap);
  }
  list->AddRectFilled(ImVec2(kMargin - kBoxPadding, top),
                      ImVec2(kMargin + width + kBoxPadding, top + legendHeight(legend)), kGround,
                      3.0f);
  ImVec2 at(kMargin, top + kBoxPadding);
  list->AddText(at, colorOf(HudColor::Text), legend.title.c_str());
  for (const HudSwatch& swatch : legend.swatches) {
    at.y += line + kLegendGap;
    list->AddRectFilled(at, ImVec2(at.x + line, at.y + line),
                        ImGui::ColorConvertFloat4ToU32(
                            ImVec4(swatch.color.x, swatch.color.y, swatch.color.z, 1.0f)));
    list->AddRect(at, ImVec2(at.x + line, at.y + line), kBorder);
    list->AddText(ImVec2(at.x + line + kSwatchGap, at.y), kText, swatch.text.c_str());
  }
}

// The height that the text of a corner takes, with the distance to the edge.
float cornerHeight(const std::string& text) {
  return text.empty() ? kMargin : ImGui::CalcTextSize(text.c_str()).y + 2.0f * kMargin;
}

void drawLegends(const HudState& state) {
  if (state.legends.empty()) return;
  const float line = ImGui::GetTextLineHeight();
  const float character = std::max(ImGui::CalcTextSize("0").x, 1.0f);  // All are as wide.
  const float first = cornerHeight(state.topLeft);
  const float last = state.height - state.strip.height() - cornerHeight(state.bottomLeft);
  const float gaps = 2.0f * kBoxPadding * float(state.legends.size());
  const float lines = std::max((last - first - gaps) / (line + kLegendGap), 0.0f);
  const float columns = (state.width * kLegendShare - line - kSwatchGap) / character;
  const std::vector<HudLegend> legends =
      legendsThatFit(state.legends, std::size_t(std::max(columns, 0.0f)), std::size_t(lines));
  // The middle of the picture belongs to the scene.
  float top = first;
  for (const HudLegend& legend : legends) {
    drawLegend(legend, top);
    top += legendHeight(legend) + kLegendGap;
  }
}

// Draws the text beside the pointer, and inside the picture.
void drawAtPointer(const HudState& state) {
  if (state.atPointer.text.empty()) return;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const ImVec2 size = ImGui::CalcTextSize(state.atPointer.text.c_str());
  const ImVec2 at(
      std::max(kMargin, std::min(state.atPointer.at.x + 18.0f, state.width - size.x - kMargin)),
      std::max(kMargin, std::min(state.atPointer.at.y + 14.0f, state.height - size.y - kMargin)));
  list->AddRectFilled(ImVec2(at.x - kBoxPadding, at.y - kBoxPadding),
                      ImVec2(at.x + size.x + kBoxPadding, at.y + size.y + kBoxPadding),
                      kSolidGround, 3.0f);
  list->AddText(at, colorOf(HudColor::Text), state.atPointer.text.c_str());
}

ImU32 colorOf(HudRow::Kind kind) {
  switch (kind) {
    case HudRow::Kind::Title:
      return colorOf(HudColor::Chosen);
    case HudRow::Kind::Fact:
      break;
    case HudRow::Kind::Text:
      break;
  }
  return colorOf(HudColor::Text);
}

void drawBox(const HudState& state) {
  if (state.box.rows.empty()) return;
  constexpr float kPadding = 8.0f;
  constexpr float kGroupGap = 5.0f;
  constexpr float kMostColumns = 76.0f;
  const float character = std::max(ImGui::CalcTextSize("0").x, 1.0f);  // All are as wide.
  const float line = ImGui::GetTextLineHeight() + 1.0f;
  const float around = 2.0f * (kMargin + kPadding);
  const float gaps =
      kGroupGap * float(std::ranges::count(state.box.rows, HudRow::Kind::Title, &HudRow::kind));
  const float columns = std::clamp((state.width - around) / character, 1.0f, kMostColumns);
  const float lines = std::max((state.height - around - gaps) / line, 1.0f);
  const std::vector<HudRow> rows =
      rowsThatFit(state.box.rows, std::size_t(columns), std::size_t(lines));
  const float named = float(nameColumns(rows)) * character;
  glm::vec2 size(0.0f);
  for (const HudRow& row : rows) {
    const bool isFact = row.kind == HudRow::Kind::Fact;
    const float width = ImGui::CalcTextSize(row.value.c_str()).x + (isFact ? named : 0.0f);
    size.x = std::max(size.x, width);
    size.y += line;
    if (row.kind == HudRow::Kind::Title && &row != &rows.front()) size.y += kGroupGap;
  }
  size += glm::vec2(2.0f * kPadding);
  const glm::vec2 corner = placeBeside(state.box.at, size, {state.width, state.height});
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const ImVec2 first(corner.x, corner.y);
  const ImVec2 last(corner.x + size.x, corner.y + size.y);
  list->AddRectFilled(first, last, kSolidGround, 4.0f);
  list->AddRect(first, last, kBorder, 4.0f);
  glm::vec2 at = corner + glm::vec2(kPadding);
  for (const HudRow& row : rows) {
    const bool isFact = row.kind == HudRow::Kind::Fact;
    if (row.kind == HudRow::Kind::Title && &row != &rows.front()) at.y += kGroupGap;
    if (isFact) list->AddText(ImVec2(at.x, at.y), kDim, row.name.c_str());
    list->AddText(ImVec2(at.x + (isFact ? named : 0.0f), at.y), colorOf(row.kind),
                  row.value.c_str());
    at.y += line;
  }
}

// Dear ImGui has one current context for all threads. The viewport and captures draw on different
// ones.
std::mutex& imguiMutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

std::string nameInPicture(const std::string& name) {
  constexpr std::size_t kMost = 44;
  constexpr std::size_t kStart = 24;
  if (name.size() <= kMost) return name;
  // Cuts between characters, not inside of one.
  const auto isInside = [&](std::size_t at) { return (name[at] & '\xC0') == '\x80'; };
  std::size_t first = kStart;
  while (first > 0 && isInside(first)) --first;
  std::size_t last = name.size() - (kMost - kStart - 3);
  while (last < name.size() && isInside(last)) ++last;
  return name.substr(0, first) + "..." + name.substr(last);
}

std::shared_ptr<const std::string> readHudFont() {
  static constexpr const char* kFiles[] = {
      "/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
      "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
  };
  for (const char* file : kFiles) {
    if (const FileBytesResult font = readFileBytes(file); font.bytes) {
      return std::make_shared<const std::string>(font.bytes->text());
    }
  }
  return nullptr;
}

struct Hud::Context {
  ImGuiContext* imgui = nullptr;
  std::shared_ptr<const std::string> font;  // Null: ImGui's own.
  float fontScale = 0.0f;                   // 0: the font has to be made.
};

Hud::Hud() : context_(std::make_unique<Context>()) {
  const std::lock_guard lock(imguiMutex());
  context_->imgui = ImGui::CreateContext();
  ImGui::SetCurrentContext(context_->imgui);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplOpenGL3_Init("#version 450");
}

Hud::~Hud() {
  const std::lock_guard lock(imguiMutex());
  ImGui::SetCurrentContext(context_->imgui);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(context_->imgui);
}

void Hud::setFont(std::shared_ptr<const std::string> font) {
  context_->font = std::move(font);
  context_->fontScale = 0.0f;
}

void Hud::draw(const HudState& state) {
  const std::lock_guard lock(imguiMutex());
  ImGui::SetCurrentContext(context_->imgui);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(state.width, state.height);
  io.DisplayFramebufferScale = ImVec2(state.pixelRatio, state.pixelRatio);
  if (context_->fontScale != state.pixelRatio) {
    // The font is made at pixel size and drawn at point size, so it is sharp on any screen.
    context_->fontScale = state.pixelRatio;
    io.Fonts->Clear();
    if (const std::string* font = context_->font.get()) {
      ImFontConfig config;
      config.FontDataOwnedByAtlas = false;
      // ImGui does not change the bytes.
      io.Fonts->AddFontFromMemoryTTF(const_cast<char*>(font->data()),
                                     static_cast<int>(font->size()), kFontSize * state.pixelRatio,
                                     &config);
    } else {
      io.Fonts->AddFontDefault();
    }
    io.FontGlobalScale = 1.0f / state.pixelRatio;
    // ImGui_ImplOpenGL3_NewFrame() makes them again, with the new font.
    ImGui_ImplOpenGL3_DestroyDeviceObjects();
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  drawFills(state);
  drawAtJoints(state);
  drawLegends(state);
  drawCorners(state);
  drawAtPointer(state);
  drawBox(state);
  drawStrip(state.strip, state.width, state.height);
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace usdscope
