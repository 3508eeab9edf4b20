// SPDX-License-Identifier: Apache-2.0
#include "app/theme/Colors.h"

#include <algorithm>
#include <cmath>

namespace usdscope::theme {
namespace {

constexpr Colors kDark = {
    .window = {0x1e, 0x1f, 0x22},
    .pane = {0x26, 0x28, 0x2c},
    .raised = {0x2f, 0x32, 0x38},
    .line = {0x3a, 0x3d, 0x44},
    .hover = {0x33, 0x36, 0x3c},
    .raisedHover = {0x4a, 0x4e, 0x56},
    .text = {0xe3, 0xe3, 0xe3},
    .dim = {0xa2, 0xa5, 0xab},
    .faint = {0x7f, 0x83, 0x8b},
    .selection = {189, 155, 84},
    .onSelection = {0x1c, 0x1d, 0x20},
    .selectedRow = {0x44, 0x3f, 0x34},
    .playhead = {0xf2, 0xd0, 0x6b},
    .focus = {0x6a, 0xa9, 0xff},
    .mark = {0x2f, 0x46, 0x62},
    .error = {0xe8, 0x6e, 0x66},
    .warning = {0xe6, 0xd3, 0x6a},
    .note = {0x8f, 0xa3, 0xb8},
    .hasArcs = {222, 158, 46},
    .instance = {135, 206, 250},
    .prototype = {124, 141, 220},
    .selectionHover = {227, 186, 101},
    .ancestorOfSelection = {189, 155, 84, 50},
    .atRest = {0x86, 0xb6, 0xe6},
};

constexpr Colors kLight = {
    .window = {0xe9, 0xea, 0xec},
    .pane = {0xf8, 0xf8, 0xf9},
    .raised = {0xe0, 0xe2, 0xe6},
    .line = {0xc5, 0xc8, 0xce},
    .hover = {0xec, 0xed, 0xf0},
    .raisedHover = {0xb7, 0xbb, 0xc3},
    .text = {0x20, 0x22, 0x26},
    .dim = {0x53, 0x57, 0x5e},
    .faint = {0x74, 0x78, 0x80},
    .selection = {198, 163, 90},
    .onSelection = {0x1d, 0x1e, 0x21},
    .selectedRow = {0xf1, 0xe6, 0xcd},
    .playhead = {0x7d, 0x5c, 0x00},
    .focus = {0x1c, 0x62, 0xc2},
    .mark = {0xcf, 0xe0, 0xf5},
    .error = {0xb3, 0x26, 0x1e},
    .warning = {0x75, 0x5a, 0x00},
    .note = {0x47, 0x5e, 0x76},
    .hasArcs = {0x8a, 0x5c, 0x02},
    .instance = {0x0b, 0x63, 0xa3},
    .prototype = {0x4a, 0x56, 0xb8},
    .selectionHover = {227, 187, 101},
    .ancestorOfSelection = {189, 155, 84, 92},
    .atRest = {0x29, 0x64, 0xa1},
};

constexpr SourceColors kDarkSources = {.fallback = {222, 158, 46},
                                       .byDefault = {135, 206, 250},
                                       .samples = {177, 207, 153},
                                       .spline = {80, 200, 180},
                                       .clips = {230, 150, 230},
                                       .none = {144, 144, 144},
                                       .relationship = {230, 132, 131}};
constexpr SourceColors kDarkSafe = {.fallback = {230, 159, 0},
                                    .byDefault = {110, 190, 240},
                                    .samples = {240, 228, 66},
                                    .spline = {0, 190, 140},
                                    .clips = {225, 150, 195},
                                    .none = {144, 144, 144},
                                    .relationship = {235, 115, 40}};
constexpr SourceColors kLightSources = {.fallback = {0x8a, 0x5c, 0x02},
                                        .byDefault = {0x0b, 0x63, 0xa3},
                                        .samples = {63, 107, 34},
                                        .spline = {0, 110, 94},
                                        .clips = {147, 48, 154},
                                        .none = {104, 104, 104},
                                        .relationship = {173, 59, 58}};
constexpr SourceColors kLightSafe = {.fallback = {140, 88, 0},
                                     .byDefault = {0, 98, 158},
                                     .samples = {98, 90, 0},
                                     .spline = {0, 112, 84},
                                     .clips = {152, 54, 112},
                                     .none = {104, 104, 104},
                                     .relationship = {176, 68, 4}};

constexpr QColor Colors::* kRoles[] = {
    &Colors::window,         &Colors::pane,        &Colors::raised,
    &Colors::line,           &Colors::hover,       &Colors::raisedHover,
    &Colors::text,           &Colors::dim,         &Colors::faint,
    &Colors::selection,      &Colors::onSelection, &Colors::selectedRow,
    &Colors::playhead,       &Colors::focus,       &Colors::mark,
    &Colors::error,          &Colors::warning,     &Colors::note,
    &Colors::hasArcs,        &Colors::instance,    &Colors::prototype,
    &Colors::selectionHover, &Colors::atRest,      &Colors::ancestorOfSelection};
constexpr QColor SourceColors::* kSources[] = {&SourceColors::fallback,    &SourceColors::byDefault,
                                               &SourceColors::samples,     &SourceColors::spline,
                                               &SourceColors::clips,       &SourceColors::none,
                                               &SourceColors::relationship};

// The luminance of a colour relative to white.
double luminanceOf(const QColor& color) {
  const auto linear = [](double part) {
    return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
         0.0722 * linear(color.blueF());
}

}  // namespace

const Colors& colorsOn(Ground ground) { return ground == Ground::Light ? kLight : kDark; }

const SourceColors& sourceColorsOn(Ground ground, bool areSafe) {
  if (ground == Ground::Light) return areSafe ? kLightSafe : kLightSources;
  return areSafe ? kDarkSafe : kDarkSources;
}

std::vector<QColor> allColorsOn(Ground ground) {
  std::vector<QColor> all;
  for (const auto role : kRoles) all.push_back(colorsOn(ground).*role);
  for (const bool areSafe : {false, true}) {
    for (const auto source : kSources) all.push_back(sourceColorsOn(ground, areSafe).*source);
  }
  return all;
}

double contrast(const QColor& a, const QColor& b) {
  const auto [less, more] = std::minmax({luminanceOf(a), luminanceOf(b)});
  return (more + 0.05) / (less + 0.05);
}

}  // namespace usdscope::theme
