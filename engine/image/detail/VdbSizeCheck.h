// SPDX-License-Identifier: Apache-2.0
#pragma once

// Only for builds with OpenVDB.
#include <openvdb/io/Archive.h>
#include <openvdb/openvdb.h>

#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace usdscope {

/// Follows the sizes in an OpenVDB file without reading what has that size. OpenVDB allocates
/// memory for any size, and copies chunks of any size to places of a fixed size.
///
/// Each function reads from the place of the stream and leaves it behind what it has checked. The
/// functions throw if a size is not possible, and the stream must throw at its end. One thread.
class VdbSizeCheck {
 public:
  explicit VdbSizeCheck(std::istream& stream) : stream_(stream) {}

  /// Checks the metadata of the file or of a field.
  void metadata() {
    for (auto count = take<std::uint32_t>(); count > 0; --count) {
      text();
      const std::string type = takeText();
      const auto size = take<std::uint32_t>();
      // OpenVDB ignores the size of values with a fixed size.
      if (type != "string" && openvdb::Metadata::isRegisteredType(type) &&
          openvdb::Metadata::createMetadata(type)->size() != size) {
        throw std::runtime_error("its metadata have a wrong size");
      }
      skip(size);
    }
  }

  /// Checks the names at the start of a field's descriptor.
  void descriptorNames() {
    for (int i = 0; i < 3; ++i) text();
  }

  /// Checks the transform of a field. Returns whether it is supported.
  bool transform() {
    const auto start = stream_.tellg();
    if (takeText() == "NonlinearFrustumMap") return false;
    stream_.seekg(start);
    openvdb::math::Transform().read(stream_);
    return true;
  }

  /// Checks the tree of a field. Requires: its metadata and transform were checked before it.
  template <typename GridType>
  void tree(bool isHalf) {
    using Value = typename GridType::ValueType;
    using Stored = openvdb::io::RealToHalf<Value>;
    using Child = typename GridType::TreeType::RootNodeType::ChildNodeType;
    valueSize_ = sizeof(Value);
    isHalf_ = isHalf && Stored::isReal;
    storedSize_ = isHalf_ ? sizeof(typename Stored::HalfT) : sizeof(Value);
    skip(sizeof(std::int32_t) + sizeof(Value));  // A count that is not used, and the background.
    const auto tileCount = take<std::uint32_t>();
    const auto childCount = take<std::uint32_t>();
    std::optional<openvdb::Coord> last;
    for (std::uint32_t i = 0; i < tileCount; ++i) {
      origin(last);
      skip(sizeof(Value));
      if (take<std::uint8_t>() > 1) throw std::runtime_error("a tile is neither active nor not");
    }
    // The values of the leaves follow in the order of their origins.
    last.reset();
    for (std::uint32_t i = 0; i < childCount; ++i) {
      origin(last);
      node<Child>();
    }
    using LeafMask = typename GridType::TreeType::LeafNodeType::NodeMaskType;
    for (const std::uint16_t activeCount : leaves_) {
      skip(LeafMask::memUsage());
      values<LeafMask>(activeCount);
    }
  }

 private:
  template <typename T>
  T take() {
    T value{};
    stream_.read(reinterpret_cast<char*>(&value), sizeof(T));
    return value;
  }
  // The stream throws at places beyond its end.
  void skip(std::uint64_t byteSize) { stream_.seekg(std::streamoff(byteSize), std::ios_base::cur); }
  void text() { skip(take<std::uint32_t>()); }
  std::string takeText() {
    const auto start = stream_.tellg();
    text();
    stream_.seekg(start);
    return openvdb::readString(stream_);
  }

  // Sums of coordinates must fit into 32 bits.
  void origin(std::optional<openvdb::Coord>& last) {
    constexpr int kMost = 1 << 30;
    openvdb::Coord origin;
    for (int axis = 0; axis < 3; ++axis) {
      origin[axis] = take<std::int32_t>();
      if (origin[axis] < -kMost || origin[axis] > kMost) {
        throw std::runtime_error("a tile lies too far away");
      }
    }
    if (last && !(*last < origin)) throw std::runtime_error("its tiles are not in order");
    last = origin;
  }

  template <typename Mask>
  std::unique_ptr<Mask> mask() {
    auto mask = std::make_unique<Mask>();
    mask->load(stream_);
    return mask;
  }

  template <typename Node>
  void node() {
    using Mask = typename Node::NodeMaskType;
    if constexpr (Node::LEVEL == 0) {
      leaves_.push_back(std::uint16_t(mask<Mask>()->countOn()));
    } else {
      const auto children = mask<Mask>();
      const auto active = mask<Mask>();
      if (!(*children & *active).isOff()) throw std::runtime_error("its tiles overlap");
      values<Mask>(active->countOn());
      for (auto count = children->countOn(); count > 0; --count) {
        node<typename Node::ChildNodeType>();
      }
    }
  }

  // The values of a node, of which so many are active.
  template <typename Mask>
  void values(std::size_t activeCount) {
    using namespace openvdb::io;
    const auto kind = take<std::int8_t>();
    if (kind < NO_MASK_OR_INACTIVE_VALS || kind > NO_MASK_AND_ALL_VALS) {
      throw std::runtime_error("the values of a node are of an unknown kind");
    }
    const bool hasTwo = kind == MASK_AND_TWO_INACTIVE_VALS;
    const bool hasOne = kind == NO_MASK_AND_ONE_INACTIVE_VAL || kind == MASK_AND_ONE_INACTIVE_VAL;
    skip(hasTwo ? 2 * valueSize_ : hasOne ? valueSize_ : 0);
    if (hasTwo || kind == MASK_AND_NO_INACTIVE_VALS || kind == MASK_AND_ONE_INACTIVE_VAL) {
      skip(Mask::memUsage());
    }
    const std::uint32_t compression = getDataCompression(stream_);
    const bool isWhole = !(compression & COMPRESS_ACTIVE_MASK) || kind == NO_MASK_AND_ALL_VALS;
    const std::size_t count = isWhole ? std::size_t(Mask::SIZE) : activeCount;
    if (isHalf_ && count == 0) return;
    chunk(count * storedSize_, compression);
  }

  // Compressed bytes, or as many as there are values.
  void chunk(std::size_t byteSize, std::uint32_t compression) {
    using namespace openvdb::io;
    if (!(compression & (COMPRESS_BLOSC | COMPRESS_ZIP))) return skip(byteSize);
    const auto packed = take<std::int64_t>();
    if (packed <= 0) {
      if (packed != -std::int64_t(byteSize)) throw std::runtime_error("a chunk has a wrong size");
      return skip(byteSize);
    }
    const auto start = stream_.tellg();
    skip(std::uint64_t(packed));
    if (!(compression & COMPRESS_BLOSC)) return;
    // Blosc believes the sizes in its header.
    const auto end = stream_.tellg();
    stream_.seekg(start + std::streamoff(4));
    const auto unpackedSize = take<std::uint32_t>();
    skip(4);
    const auto packedSize = take<std::uint32_t>();
    if (packed < 16 || packedSize != std::uint64_t(packed) || unpackedSize != byteSize) {
      throw std::runtime_error("a chunk has a wrong size");
    }
    stream_.seekg(end);
  }

  std::istream& stream_;
  std::size_t valueSize_ = 0;
  std::size_t storedSize_ = 0;  // A value in a chunk.
  bool isHalf_ = false;
  std::vector<std::uint16_t> leaves_;  // The numbers of their active values.
};

}  // namespace usdscope
