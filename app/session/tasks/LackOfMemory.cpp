// SPDX-License-Identifier: Apache-2.0
#include "app/session/tasks/LackOfMemory.h"

#include <new>
#include <system_error>

namespace usdscope {

bool isLackOfMemory(const std::exception& problem) noexcept {
  if (dynamic_cast<const std::bad_alloc*>(&problem)) return true;
  const auto* const ofSystem = dynamic_cast<const std::system_error*>(&problem);
  return ofSystem && (ofSystem->code() == std::errc::resource_unavailable_try_again ||
                      ofSystem->code() == std::errc::not_enough_memory);
}

const char* reasonOfFailure(const std::exception& problem) noexcept {
  return isLackOfMemory(problem) ? "There is not enough memory." : problem.what();
}

}  // namespace usdscope
