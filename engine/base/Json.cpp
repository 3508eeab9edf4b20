// SPDX-License-Identifier: Apache-2.0
#include "engine/base/Json.h"

template class nlohmann::basic_json<>;
