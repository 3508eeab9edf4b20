// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "app/session/tasks/LatestTask.h"
#include "app/session/view/RigFocus.h"

namespace usdscope {

class Session;

/// Sets the session's chosen joint and blend shape, and drops them when they do not belong to the
/// rig of the leading prim any more. Reads rigs in the background.
class RigChoice : public QObject {
  Q_OBJECT
 public:
  explicit RigChoice(Session& session);

  void chooseJoint(const ChosenJoint& joint);
  void chooseShape(const ChosenShape& shape);
  void clear();
  /// Drops the choices that the rig of the leading prim does not have.
  void check();

 private:
  void choose(const ChosenJoint& joint, const ChosenShape& shape);

  Session& session_;
  LatestTask choosing_;
  LatestTask checking_;
};

}  // namespace usdscope
