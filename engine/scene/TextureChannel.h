// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace usdscope {

/// The first of the values of TextureUse::channel that make a colour from one channel: all
/// components are this channel, with scales and biases of their own. Shaders have the same number.
inline constexpr int kBroadcastChannel = 4;

}  // namespace usdscope
