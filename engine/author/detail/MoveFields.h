// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/asset/AssetResolver.h"
#include "engine/layer/Layer.h"
#include "engine/layer/LayerOffset.h"
#include "engine/layer/ListOp.h"
#include "engine/value/Dictionary.h"
#include "engine/value/Spline.h"

namespace usdscope {

/// Converts the value of a field for another layer: maps times, and rewrites asset paths so that
/// they resolve to the same files from that layer.
struct FieldMove {
  const Layer& source;
  LayerOffset offset;  ///< Maps the time of `source` to the time of the other layer.
  const AssetResolver& resolver;
  const Dictionary& variables;  ///< For expressions in asset paths.

  Value operator()(Token field, Value value) const;

 private:
  std::string assetPath(const std::string& authored) const;
  Value plain(Value value) const;
  Value samples(const TimeSamples& samples) const;
  Value clips(const Dictionary& clips) const;
  template <typename T>
  Value arcs(ListOp<T> op) const;
};

/// Returns the spline with its times mapped.
Spline moved(Spline spline, const LayerOffset& offset);

}  // namespace usdscope
