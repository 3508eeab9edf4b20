// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/Hud.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <filesystem>
#include <string_view>

namespace usdscope {
namespace {

constexpr float kMargin = 10.0f;
constexpr float kFontSize = 13.0f;
constexpr ImU32 kText = IM_COL32(226, 205, 156, 255);
constexpr ImU32 kGround = IM_COL32(24, 25, 28, 190);  // So that it reads over anything bright.
constexpr float kPadding = 4.0f;

// Tabular figures, so that numbers do not jump while playing.
const char* findFont() {
  static constexpr const char* kFiles[] = {
      "/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
      "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
  };
  for (const char* file : kFiles) {
    std::error_code error;
    if (std::filesystem::exists(file, error)) return file;
  }
  return nullptr;
}

void drawCorner(const HudState& state, const std::string& text, bool isRight, bool isBottom) {
  if (text.empty()) return;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec2 at(isRight ? state.width - size.x - kMargin : kMargin,
                  isBottom ? state.height - size.y - kMargin : kMargin);
  list->AddRectFilled(ImVec2(at.x - kPadding, at.y - kPadding),
                      ImVec2(at.x + size.x + kPadding, at.y + size.y + kPadding), kGround, 3.0f);
  list->AddText(at, kText, text.c_str());
}

}  // namespace

struct Hud::Context {
  ImGuiContext* imgui = nullptr;
  float fontScale = 0.0f;
};

Hud::Hud() : context_(std::make_unique<Context>()) {
  context_->imgui = ImGui::CreateContext();
  ImGui::SetCurrentContext(context_->imgui);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplOpenGL3_Init("#version 450");
}

Hud::~Hud() {
  ImGui::SetCurrentContext(context_->imgui);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext(context_->imgui);
}

void Hud::draw(const HudState& state) {
  ImGui::SetCurrentContext(context_->imgui);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(state.width, state.height);
  io.DisplayFramebufferScale = ImVec2(state.pixelRatio, state.pixelRatio);
  if (context_->fontScale != state.pixelRatio) {
    // Made at the size of the pixels, shown at that of points: sharp on any screen.
    context_->fontScale = state.pixelRatio;
    io.Fonts->Clear();
    if (const char* file = findFont()) {
      io.Fonts->AddFontFromFileTTF(file, kFontSize * state.pixelRatio);
    } else {
      io.Fonts->AddFontDefault();
    }
    io.FontGlobalScale = 1.0f / state.pixelRatio;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  drawCorner(state, state.topLeft, false, false);
  drawCorner(state, state.topRight, true, false);
  drawCorner(state, state.bottomLeft, false, true);
  drawCorner(state, state.bottomRight, true, true);
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace usdscope
