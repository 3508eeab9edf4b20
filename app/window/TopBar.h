// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/session/Session.h"

class QToolButton;

namespace usdscope {

class ChangedFilesBadge;
class Menus;

/// The bar above the picture: selected path, its variants, edit target, camera, shading mode, and
/// the purposes that are shown.
class TopBar : public QWidget {
  Q_OBJECT
 public:
  TopBar(Session& session, Menus& menus, QWidget* parent = nullptr);

  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QToolButton* addButton(const QString& tip);
  void showView(const ViewSettings& view);
  void showTarget(const EditTargetState& target);
  void showVariants();
  /// Shows short texts if the bar has no room for the full ones and some of the path, and hides
  /// buttons if even the short texts leave no room for the path.
  void fit();
  /// The width, in pixels, by which the full texts are longer than the short ones.
  int saved() const;
  /// The width that a name may have. Names get more of it in a wide window.
  int nameRoom() const;

  Session& session_;
  Menus& menus_;
  ChangedFilesBadge* badge_;
  QToolButton* variants_;
  QToolButton* target_;
  QToolButton* camera_;
  QToolButton* shading_;
  QToolButton* purposes_;
  // Texts without arrows.
  QString fullVariants_, briefVariants_;  // Empty if the prim has no variant sets.
  QString fullTarget_, briefTarget_, fullCamera_, briefCamera_, fullShading_, briefShading_;
  bool isBrief_ = false;
  int shownRoom_ = 0;  // The width for which the texts were cut.
};

}  // namespace usdscope
