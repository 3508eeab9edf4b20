// SPDX-License-Identifier: Apache-2.0
#pragma once

// OpenGL 4.5 core. The functions are looked up at run time, so the context may come from GLX, EGL
// or any other platform.
#include <epoxy/gl.h>
