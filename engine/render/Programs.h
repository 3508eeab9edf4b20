// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "engine/gl/ShaderLibrary.h"

namespace usdscope {

/// The variant of the surface program.
struct SurfaceVariant {
  bool isTextured = false;
  bool isCutout = false;  ///< Implies textures.
  bool isWireframe = false;
  bool isPreview = false;       ///< Shades a UsdPreviewSurface.
  bool hasSceneLights = false;  ///< There are other lights than that of the camera.
  bool hasLightMaps = false;    ///< There are lights with shadows; implies scene lights.
  bool isLayered = false;       ///< Writes into the lists of translucent fragments.
  bool isInspected = false;     ///< Shows an InspectionView; has neither lights nor layers.
  bool isDisplaced = false;     ///< Moves the surface along its normals.
  bool operator==(const SurfaceVariant&) const = default;
};

ProgramSource surfaceProgram(SurfaceVariant variant);
/// Returns the program that writes object ids instead of colours.
ProgramSource surfacePickProgram(bool isCutout, bool isDisplaced = false);
/// Returns the program that writes depths alone.
ProgramSource shadowProgram(bool isCutout, bool isDisplaced = false);
/// Returns the programs of lines and dots, which may be those of a UsdPreviewSurface and have
/// lights.
ProgramSource linesProgram(SurfaceVariant variant);
ProgramSource dotsProgram(SurfaceVariant variant);
/// Return the programs that write object ids instead of colours.
ProgramSource linesPickProgram();
ProgramSource dotsPickProgram();
ProgramSource skinningProgram();
ProgramSource refiningProgram();
ProgramSource gridProgram();
ProgramSource guidesProgram();
ProgramSource domeProgram();
ProgramSource outlineProgram();
/// Returns the program that blends the lists of translucent fragments.
ProgramSource layersProgram();
/// Returns the program that turns linear colours into display values.
ProgramSource displayProgram(bool isMultisampled, bool hasTable = false);

/// Returns the program that marches through a volume, with the depths of what lies behind.
ProgramSource volumeProgram(bool isMultisampled, bool hasSceneLights);

/// Returns a program of surfaces, lines or dots that cuts at the clipping planes of the camera, if
/// there are any.
ProgramSource clipped(ProgramSource source, std::size_t planeCount);

/// Returns the program that finds how much of their surroundings surfaces see, from depths.
ProgramSource occlusionProgram(bool isMultisampled);
/// Returns the program that darkens a picture by that.
ProgramSource darkenProgram(bool isMultisampled);

/// Every program that the renderer may use.
std::vector<ProgramSource> allPrograms();

}  // namespace usdscope
