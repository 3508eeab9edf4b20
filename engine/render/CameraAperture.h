// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/render/Renderer.h"

namespace usdscope {

/// Returns the width of a camera's aperture divided by its height.
double apertureAspect(const SceneCamera& camera);

/// Like viewOf(), but shows the whole aperture in a picture of this aspect ratio: in a picture that
/// is narrower than the aperture, the view is wider than viewOf(). (CameraUtilFit.)
ViewCamera viewOfAperture(const SceneCamera& camera, double pictureAspect);

/// Returns half the size of the aperture in a picture of viewOfAperture(), as parts of the
/// picture's half size: (1, 1) for a picture of the same aspect ratio. The aperture lies in the
/// middle of the picture.
glm::dvec2 apertureInPicture(const SceneCamera& camera, double pictureAspect);

}  // namespace usdscope
