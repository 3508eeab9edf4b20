// SPDX-License-Identifier: Apache-2.0
#include "app/session/document/CompareTolerance.h"

#include <cmath>

#include "app/session/Session.h"
#include "app/session/document/ViewChoice.h"

namespace usdscope {

CompareTolerance& CompareTolerance::of(Session& session) {
  auto* const known = session.viewChoice().findChild<CompareTolerance*>();
  return known ? *known : *new CompareTolerance(session.viewChoice());
}

CompareTolerance::CompareTolerance(QObject& parent) : QObject(&parent) {}

std::string CompareTolerance::set(double wanted) {
  if (!std::isfinite(wanted) || wanted < 0.0) return "Expected a finite number of 0 or more.";
  if (wanted == value_) return {};
  value_ = wanted;
  Q_EMIT changed();
  return {};
}

}  // namespace usdscope
