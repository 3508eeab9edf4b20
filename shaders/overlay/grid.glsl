// A square of the ground plane around a crossing of two coarse grid lines.
layout(location = 2) uniform vec4 u_grid;    // x: step in world units; y: half size in steps.
layout(location = 3) uniform vec4 u_center;  // Relative; w: unused.
layout(location = 4) uniform vec4 u_axisS;   // Relative; w: the s of the world's t axis, in steps.
layout(location = 5) uniform vec4 u_axisT;   // Relative; w: the t of the world's s axis, in steps.
layout(location = 6) uniform vec4 u_colorS;  // The world axis along s: linear colour, opacity.
layout(location = 7) uniform vec4 u_colorT;
layout(location = 8) uniform vec4 u_colorLines;  // All other lines: linear colour, opacity of coarse ones.
