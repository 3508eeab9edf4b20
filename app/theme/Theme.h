// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QFont>

#include "app/theme/Colors.h"
#include "engine/stage/resolve/ResolveInfo.h"

class QApplication;
class QTableView;
class QWidget;

namespace usdscope::theme {

/// How the window looks, as the user prefers it.
struct Look {
  Ground ground = Ground::Dark;
  bool hasSafeColors = false;  ///< See sourceColorsOn().
  int fontSize = 13;           ///< The height of texts in pixels, before scaling.
  double scale = 1.0;          ///< Scales texts, rows and buttons.
  bool operator==(const Look&) const = default;
};

namespace detail {
/// The colours of the present theme. Only use() changes them.
extern Colors present;
}  // namespace detail

// The colours of the present theme. They change when the user chooses another theme, so code reads
// them whenever it paints; shown() updates a colour that was kept.
inline const QColor& kWindow = detail::present.window;
inline const QColor& kPane = detail::present.pane;
inline const QColor& kRaised = detail::present.raised;
inline const QColor& kLine = detail::present.line;
inline const QColor& kText = detail::present.text;
inline const QColor& kDim = detail::present.dim;
inline const QColor& kFaint = detail::present.faint;
inline const QColor& kSelection = detail::present.selection;
/// Text on kSelection and on other bright marks.
inline const QColor& kOnSelection = detail::present.onSelection;
/// A selected row whose texts keep their colours.
inline const QColor& kSelectedRow = detail::present.selectedRow;
inline const QColor& kPlayhead = detail::present.playhead;
inline const QColor& kFocus = detail::present.focus;
inline const QColor& kMark = detail::present.mark;  ///< Behind rows that something else refers to.
inline const QColor& kError = detail::present.error;
inline const QColor& kWarning = detail::present.warning;
inline const QColor& kNote = detail::present.note;
inline const QColor& kHasArcs = detail::present.hasArcs;
inline const QColor& kInstance = detail::present.instance;
inline const QColor& kPrototype = detail::present.prototype;
inline const QColor& kSelectionHover = detail::present.selectionHover;
inline const QColor& kAncestorOfSelection = detail::present.ancestorOfSelection;
inline const QColor& kAtRest = detail::present.atRest;  ///< Joints at rest.

/// The colour of a value source, as in usdview unless the look has safe colours.
QColor ofSource(ValueSource source);
/// The colour of relationships and computed rows.
QColor ofRelationship();

/// Returns the counterpart of a colour in the present theme, if it belongs to another theme; else
/// the colour itself.
QColor shown(const QColor& color);

/// Returns the shade of a colour for things that are not active: nearer to the ground.
QColor inactive(const QColor& color);

/// Applies the theme to the application: fonts, colours, style sheet. Call this once.
void apply(QApplication& application);
/// Changes the look of all widgets. Does nothing if it is the present one. GUI thread only.
void use(const Look& look);
const Look& look();

/// Returns a length in pixels for the present look. Requires: `length` is made for a font of the
/// usual size, without scaling. Larger fonts make rows higher; smaller ones do not make them lower.
int px(double length);
/// Returns the height of a font in pixels for the present look. Requires: `height` fits to texts of
/// 13 pixels.
int fontPx(double height);

/// Gives a widget the colour of less important text.
void makeDim(QWidget& widget);
/// Gives a widget a size of px(), and another one when the look changes. 0 leaves a side as it is.
void setFixedSize(QWidget& widget, int width, int height);
/// Gives the rows of a table a height of px(), and another one when the look changes.
void setRowHeight(QTableView& table, int height);

/// The font of paths and values. Its digits have equal widths.
const QFont& codeFont();
/// Gives a widget the font of paths and values, whatever the look is.
void useCodeFont(QWidget& widget);

}  // namespace usdscope::theme
