// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QFont>

#include "engine/stage/resolve/ResolveInfo.h"

class QApplication;
class QWidget;

namespace usdscope::theme {

// The picture is the brightest thing on the screen; panels are quiet.
inline const QColor kWindow(0x1e, 0x1f, 0x22);
inline const QColor kPane(0x26, 0x28, 0x2c);
inline const QColor kRaised(0x2f, 0x32, 0x38);
inline const QColor kLine(0x3a, 0x3d, 0x44);
inline const QColor kText(0xe3, 0xe3, 0xe3);
inline const QColor kDim(0xa2, 0xa5, 0xab);
inline const QColor kFaint(0x7f, 0x83, 0x8b);
inline const QColor kSelection(189, 155, 84);
/// A selected row whose texts keep their colours.
inline const QColor kSelectedRow(0x44, 0x3f, 0x34);
inline const QColor kPlayhead(0xf2, 0xd0, 0x6b);
inline const QColor kFocus(0x6a, 0xa9, 0xff);
inline const QColor kMark(0x2f, 0x46, 0x62);  ///< Behind rows that something else refers to.
inline const QColor kError(0xe5, 0x64, 0x5c);
inline const QColor kWarning(0xe6, 0xd3, 0x6a);
inline const QColor kNote(0x8f, 0xa3, 0xb8);

// The prim tree has usdview's colours.
inline const QColor kHasArcs(222, 158, 46);
inline const QColor kInstance(135, 206, 250);
inline const QColor kPrototype(118, 136, 217);
inline const QColor kSelectionHover(227, 186, 101);
inline const QColor kAncestorOfSelection(189, 155, 84, 50);

// Joints at rest.
inline const QColor kAtRest(0x86, 0xb6, 0xe6);

/// The colour of a value source, as in usdview unless useSafeColors() says otherwise.
QColor ofSource(ValueSource source);
/// The colour of relationships and computed rows.
QColor ofRelationship();
/// Chooses colours for value sources that people with colour blindness can distinguish (after the
/// palette of Okabe and Ito, lighter for dark panes), or those of usdview. GUI thread only.
void useSafeColors(bool isSafe);

/// Gives a widget the colour of less important text.
void makeDim(QWidget& widget);

/// The font of paths and values. Its digits have equal widths.
QFont codeFont();

/// Applies the theme to the application: fonts, colours, style sheet.
void apply(QApplication& application);

}  // namespace usdscope::theme
