// SPDX-License-Identifier: Apache-2.0
#pragma once

class QMenu;

namespace usdscope {

class Session;

/// Adds the menus Kind and Draw Mode, which set a word on all selected prims.
void addEditMenus(Session& session, QMenu& menu);

}  // namespace usdscope
