// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <vector>

namespace usdscope::theme {

/// The colours of a theme by role. The picture is the brightest thing on the screen of the dark
/// one; panels are quiet.
struct Colors {
  QColor window;  ///< Behind menus and tabs.
  QColor pane;    ///< Behind the rows of panes.
  QColor raised;  ///< Headers and fields.
  QColor line;
  QColor hover;        ///< A row under the pointer.
  QColor raisedHover;  ///< A button or a handle under the pointer.
  QColor text;
  QColor dim;
  QColor faint;
  QColor selection;
  QColor onSelection;  ///< Text on `selection` and on other bright marks.
  QColor selectedRow;  ///< A selected row whose texts keep their colours.
  QColor playhead;
  QColor focus;
  QColor mark;  ///< Behind rows that something else refers to.
  QColor error;
  QColor warning;
  QColor note;
  // The prim tree has usdview's colours, darker in the light theme.
  QColor hasArcs;
  QColor instance;
  QColor prototype;
  QColor selectionHover;
  QColor ancestorOfSelection;
  QColor atRest;  ///< Joints at rest.
};

/// The colours of value sources, and of relationships and computed rows.
struct SourceColors {
  QColor fallback;
  QColor byDefault;
  QColor samples;
  QColor spline;
  QColor clips;
  QColor none;
  QColor relationship;
};

enum class Ground { Dark, Light };

const Colors& colorsOn(Ground ground);
/// Returns usdview's colours, or those that people with colour blindness can distinguish (after the
/// palette of Okabe and Ito); darker for the light theme.
const SourceColors& sourceColorsOn(Ground ground, bool areSafe);

/// Returns all colours of a theme. Colours with the same index have the same role.
std::vector<QColor> allColorsOn(Ground ground);

/// Returns the contrast of two opaque colours as WCAG 2 defines it, from 1 to 21.
double contrast(const QColor& a, const QColor& b);

}  // namespace usdscope::theme
