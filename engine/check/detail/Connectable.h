// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/Property.h"

namespace usdscope::detail {

/// Returns whether shading connections may lead to and from the prim: shaders, node graphs, lights
/// and light filters. (UsdShadeConnectableAPI.)
bool isConnectable(const Prim& prim);

/// Returns whether other connectable prims may be children of a connectable prim.
bool isContainer(const Prim& prim);

/// Returns the nearest connectable proper ancestor; empty when there is none.
Prim findConnectableAncestor(const Prim& prim);

/// Follows the connections of an input or output through containers. Returns the outputs of shaders
/// and the attributes with authored values at their ends. Connections in a cycle are ignored.
/// (UsdShadeUtils::GetValueProducingAttributes.)
std::vector<Attribute> findValueSources(const Attribute& attribute);

/// Returns the identifier of a shader's node, `info:id`; empty if the shader has another kind of
/// implementation. (UsdShadeShader::GetShaderId.)
Token shaderId(const Prim& shader);

/// Returns what implements a shader: `id`, `sourceAsset` or `sourceCode`. Other values are taken
/// for `id`.
Token implementationSource(const Prim& shader);

}  // namespace usdscope::detail
