// SPDX-License-Identifier: Apache-2.0
#include "engine/value/ValueType.h"

namespace usdscope {

bool isInterpolating(ValueKind kind) {
  switch (kind) {
    case ValueKind::Half:
    case ValueKind::Float:
    case ValueKind::Double:
    case ValueKind::TimeCode:
    case ValueKind::Duration:
    case ValueKind::Half2:
    case ValueKind::Half3:
    case ValueKind::Half4:
    case ValueKind::Float2:
    case ValueKind::Float3:
    case ValueKind::Float4:
    case ValueKind::Double2:
    case ValueKind::Double3:
    case ValueKind::Double4:
    case ValueKind::Matrix2d:
    case ValueKind::Matrix3d:
    case ValueKind::Matrix4d:
    case ValueKind::Quath:
    case ValueKind::Quatf:
    case ValueKind::Quatd:
      return true;
    default:
      return false;
  }
}

}  // namespace usdscope
