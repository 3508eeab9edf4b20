// SPDX-License-Identifier: Apache-2.0
#include "app/actions/CaptureActions.h"

#include <cmath>
#include <string_view>

#include "app/actions/ActionParts.h"

namespace usdscope {
namespace {

using Kind = CaptureRequest::Kind;

constexpr int kMostPixels = 16384;
constexpr double kMostScale = 8.0;

bool readSide(const std::string& text, int& side) {
  const auto number = numberOf(text);
  if (!number || *number < 1.0 || *number > kMostPixels || std::floor(*number) != *number) {
    return false;
  }
  side = int(*number);
  return true;
}

// Reads `1280x720`, or a multiple of the size of the viewport: `2x`.
bool readSize(const std::string& word, CaptureRequest& request) {
  const std::size_t x = word.find('x');
  if (x == std::string::npos) return false;
  if (x + 1 < word.size()) {
    return readSide(word.substr(0, x), request.width) &&
           readSide(word.substr(x + 1), request.height);
  }
  const auto scale = numberOf(word.substr(0, x));
  if (!scale || !(*scale > 0.0) || *scale > kMostScale) return false;
  request.scale = *scale;
  return true;
}

// Reads words about the look of pictures. Returns a sentence about the first word that is wrong.
std::string readWords(const Arguments& arguments, std::size_t first, CaptureRequest& request) {
  constexpr std::string_view kBurnIn = "burnIn=";
  for (std::size_t i = first; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "transparent") {
      request.isTransparent = true;
    } else if (word == "hud") {
      request.hasHud = true;
    } else if (word == "window") {
      request.isWindow = true;
    } else if (word.starts_with(kBurnIn)) {
      request.burnIn = word.substr(kBurnIn.size());
    } else if (!readSize(word, request)) {
      return "\"" + word +
             "\": expected WIDTHxHEIGHT with each from 1 to 16384, a multiple such as 2x, "
             "transparent, hud, window, or burnIn=frame,camera.";
    }
  }
  return {};
}

ActionProblem captureWith(const ActionContext& c, CaptureRequest request,
                          const Arguments& arguments, std::size_t first) {
  const std::string problem = readWords(arguments, first, request);
  return problem.empty() ? c.window.capture(request) : problem;
}

ActionProblem copyImage(const ActionContext& c, const Arguments& arguments) {
  CaptureRequest request{.kind = Kind::CopyImage};
  // Without words, the picture is copied as it is seen.
  request.hasHud = arguments.empty() && c.session.view.value().showHud;
  return captureWith(c, request, arguments, 0);
}

ActionProblem saveImage(const ActionContext& c, const Arguments& arguments) {
  if (arguments.empty()) {
    c.window.askForCapture(Kind::SaveImage);
    return {};
  }
  return captureWith(c, {.kind = Kind::SaveImage, .file = arguments[0]}, arguments, 1);
}

ActionProblem playblast(const ActionContext& c, const Arguments& arguments) {
  if (arguments.empty()) {
    c.window.askForCapture(Kind::Playblast);
    return {};
  }
  CaptureRequest request{.kind = Kind::Playblast, .file = arguments[0]};
  std::size_t first = 1;
  const auto from = arguments.size() > 1 ? numberOf(arguments[1]) : std::nullopt;
  if (from) {
    const auto to = arguments.size() > 2 ? numberOf(arguments[2]) : std::nullopt;
    if (!to || !std::isfinite(*from) || !std::isfinite(*to) || *to < *from) {
      return "Expected the first and the last frame.";
    }
    request.range = {*from, *to};
    first = 3;
  }
  return captureWith(c, request, arguments, first);
}

ActionProblem turntable(const ActionContext& c, const Arguments& arguments) {
  if (arguments.empty()) {
    c.window.askForCapture(Kind::Turntable);
    return {};
  }
  constexpr double kMostTurns = 100'000.0;
  const auto count = arguments.size() > 1 ? numberOf(arguments[1]) : std::nullopt;
  if (!count || *count < 1.0 || *count > kMostTurns || std::floor(*count) != *count) {
    return "Expected the number of frames, from 1 to 100000.";
  }
  return captureWith(c, {.kind = Kind::Turntable, .file = arguments[0], .turnCount = int(*count)},
                     arguments, 2);
}

ActionProblem contactSheet(const ActionContext& c, const Arguments& arguments) {
  if (arguments.empty()) {
    c.window.askForCapture(Kind::ContactSheet);
    return {};
  }
  if (arguments.size() < 2) return "Expected COLUMNSxROWS.";
  return captureWith(c, {.kind = Kind::ContactSheet, .file = arguments[0], .grid = arguments[1]},
                     arguments, 2);
}

constexpr ActionRow kCaptureRows[] = {
    {"-", "Camera", "", "", "", always, nullptr, nullptr},
    {"copyImage", "Camera", "Copy Image", "Shift+F12", "[SIZE transparent hud window]", hasDocument,
     nullptr, copyImage},
    {"saveImage", "Camera", "Save Image…", "Ctrl+F12", "FILE.png [SIZE transparent hud window]",
     hasDocument, nullptr, saveImage},
    {"playblast", "Camera", "Playblast…", "Ctrl+Shift+F12",
     "FILE.png [FROM TO SIZE transparent hud burnIn=…]", hasDocument, nullptr, playblast},
    {"turntable", "Camera", "Turntable…", "", "FILE.png FRAMES [SIZE transparent hud burnIn=…]",
     hasDocument, nullptr, turntable},
    {"contactSheet", "Camera", "Contact Sheet…", "", "FILE.png COLUMNSxROWS [SIZE transparent]",
     hasDocument, nullptr, contactSheet},
};

}  // namespace

std::span<const ActionRow> captureActionRows() { return kCaptureRows; }

}  // namespace usdscope
