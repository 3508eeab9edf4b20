// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat2x2.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "engine/math/Half.h"

// GLM has the vector, matrix and quaternion types of the engine; Half.h has those of USD's half.
//
// USD multiplies row vectors (v' = v M) and stores rows; GLM multiplies columns (v' = M v) and
// stores columns. So the sixteen numbers of a USD matrix, in file order, are those of the GLM
// matrix of the same map: m[i] is USD's row i and GLM's column i. The translation is m[3].
