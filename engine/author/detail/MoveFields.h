// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/asset/AssetResolver.h"
#include "engine/layer/Layer.h"
#include "engine/layer/LayerOffset.h"
#include "engine/layer/ListOp.h"
#include "engine/value/Dictionary.h"
#include "engine/value/Spline.h"

namespace usdscope {

/// Takes what a layer says of a field into another layer: with the times of that one, and with
/// asset paths that lead to the same place from there.
struct FieldMove {
  const Layer& source;
  LayerOffset offset;  ///< Time there from the time of `source`.
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

/// The curve with its times mapped.
Spline moved(Spline spline, const LayerOffset& offset);

}  // namespace usdscope
