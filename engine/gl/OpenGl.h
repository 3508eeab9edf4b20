// SPDX-License-Identifier: Apache-2.0
#pragma once

// OpenGL 4.5 core, with functions found at run time on whatever platform the context comes from.
#include <epoxy/gl.h>
