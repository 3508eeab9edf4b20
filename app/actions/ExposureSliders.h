// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace usdscope {

class Session;

/// Shows a window with sliders for the exposure and the gamma of the picture, or brings it to the
/// front. The picture follows the sliders, and they follow the session.
void showExposureSliders(Session& session, QWidget* parent);

}  // namespace usdscope
