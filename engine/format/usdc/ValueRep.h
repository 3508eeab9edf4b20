// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace usdscope::usdc {

/// Types of values, as numbered in files. (AOUSD core specification 16.3.10.1.)
enum class CrateType : std::uint8_t {
  Bool = 1,
  UChar,
  Int,
  UInt,
  Int64,
  UInt64,
  Half,
  Float,
  Double,
  String,
  Token,
  Asset,
  Matrix2d,
  Matrix3d,
  Matrix4d,
  Quatd,
  Quatf,
  Quath,
  Double2,
  Float2,
  Half2,
  Int2,
  Double3,
  Float3,
  Half3,
  Int3,
  Double4,
  Float4,
  Half4,
  Int4,
  Dictionary,
  TokenListOp,
  StringListOp,
  PathListOp,
  ReferenceListOp,
  IntListOp,
  Int64ListOp,
  UIntListOp,
  UInt64ListOp,
  PathVector,
  TokenVector,
  Specifier,
  Permission,
  Variability,
  VariantSelectionMap,
  TimeSamples,
  Payload,
  DoubleVector,
  LayerOffsetVector,
  StringVector,
  ValueBlock,
  Value,
  UnregisteredValue,
  UnregisteredValueListOp,
  PayloadListOp,
  TimeCode,
  PathExpression,
  Relocates,
  Spline,
  AnimationBlock,
  Duration,
};

inline constexpr CrateType kLastCrateType = CrateType::Duration;

/// The 64-bit word that represents a value in the file: its type, and either the value itself or
/// its offset.
struct ValueRep {
  std::uint64_t bits = 0;

  bool isArray() const { return bits >> 63 & 1; }
  bool isInlined() const { return bits >> 62 & 1; }
  bool isCompressed() const { return bits >> 61 & 1; }
  /// Whether it is an edit of a weaker array instead of a value; since version 0.14.
  bool isArrayEdit() const { return bits >> 60 & 1; }
  CrateType type() const { return static_cast<CrateType>(bits >> 48 & 0xFF); }
  /// The offset of the value in the file.
  std::uint64_t payload() const { return bits & 0xFFFF'FFFF'FFFFull; }
  /// The bits of an inlined value.
  std::uint32_t inlined() const { return static_cast<std::uint32_t>(bits); }
};

}  // namespace usdscope::usdc
