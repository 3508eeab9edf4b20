// SPDX-License-Identifier: Apache-2.0
#include "engine/image/ReadVdb.h"

#ifdef USDSCOPE_OPENVDB
#include <fmt/format.h>
#include <openvdb/io/Archive.h>
#include <openvdb/io/DelayedLoadMetadata.h>
#include <openvdb/io/GridDescriptor.h>
#include <openvdb/openvdb.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <exception>
#include <istream>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <streambuf>
#include <type_traits>
#include <vector>

#include "engine/image/detail/VdbSizeCheck.h"
#endif

namespace usdscope {

#ifndef USDSCOPE_OPENVDB

bool canReadVdb() { return false; }

std::string vdbVersion() { return {}; }

DenseGridResult readVdbField(const AssetResolver&, const std::string&, const VdbFieldName&,
                             std::size_t) {
  return {std::nullopt, "This program was built without OpenVDB, which reads volumes."};
}

#else

namespace {

/// Bytes in memory as a stream that can seek.
class ByteBuffer : public std::streambuf {
 public:
  explicit ByteBuffer(std::span<const std::byte> bytes) {
    // The stream only reads.
    char* first = reinterpret_cast<char*>(const_cast<std::byte*>(bytes.data()));
    setg(first, first, first + bytes.size());
  }

 protected:
  pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode) override {
    const off_type size = egptr() - eback();
    if (offset < -size || offset > size) return pos_type(off_type(-1));
    off_type to = offset;
    if (from == std::ios_base::cur) to += gptr() - eback();
    if (from == std::ios_base::end) to += size;
    if (to < 0 || to > size) return pos_type(off_type(-1));
    setg(eback(), eback() + to, egptr());
    return pos_type(to);
  }
  pos_type seekpos(pos_type position, std::ios_base::openmode mode) override {
    return seekoff(off_type(position), std::ios_base::beg, mode);
  }
};

/// Adds up the values of a grid in the cells of a dense grid.
template <typename GridType>
class Densifier {
 public:
  using Value = typename GridType::ValueType;
  static constexpr bool kIsVector = openvdb::VecTraits<Value>::IsVec;
  static constexpr int kChannels = kIsVector ? 3 : 1;

  Densifier(const GridType& grid, const openvdb::CoordBBox& box, const GridResolution& resolution)
      : grid_(grid), box_(box), perCell_(resolution.voxelsPerCell) {
    result_.size = resolution.size;
    result_.channelCount = kChannels;
    result_.voxelsPerCell = perCell_;
    result_.values.resize(result_.voxelCount() * std::size_t(kChannels));
    if constexpr (!kIsVector) {
      result_.wasLevelSet = grid.getGridClass() == openvdb::GRID_LEVEL_SET;
      if (result_.wasLevelSet) band_ = std::abs(double(grid.background()));
    }
  }

  DenseGrid run() {
    if (result_.wasLevelSet) {
      // The inside of a level set is not active.
      for (auto value = grid_.cbeginValueAll(); value; ++value) add(value);
    } else {
      for (auto value = grid_.cbeginValueOn(); value; ++value) add(value);
    }
    for (float& value : result_.values) {
      value = std::clamp(value, -kMostGridValue, kMostGridValue);
      result_.largest = std::max(result_.largest, value);
    }
    place();
    return std::move(result_);
  }

 private:
  // Adds a voxel, or a tile of equal voxels, to the cells that it overlaps.
  template <typename Iterator>
  void add(const Iterator& value) {
    openvdb::CoordBBox voxels;
    value.getBoundingBox(voxels);
    voxels.intersect(box_);
    if (voxels.empty()) return;
    std::array<int, 3> first{};
    std::array<int, 3> last{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      first[axis] = cellOf(voxels.min()[int(axis)], int(axis));
      last[axis] = cellOf(voxels.max()[int(axis)], int(axis));
    }
    const std::array<double, 3> channels = channelsOf(*value);
    if (channels == std::array<double, 3>{}) return;
    countVisits(first, last);
    for (int z = first[2]; z <= last[2]; ++z) {
      for (int y = first[1]; y <= last[1]; ++y) {
        const double face = shareOf(voxels, z, 2) * shareOf(voxels, y, 1);
        for (int x = first[0]; x <= last[0]; ++x) {
          const double share = face * shareOf(voxels, x, 0);
          const std::size_t cell =
              (std::size_t(z) * std::size_t(result_.size[1]) + std::size_t(y)) *
                  std::size_t(result_.size[0]) +
              std::size_t(x);
          for (std::size_t c = 0; c < std::size_t(kChannels); ++c) {
            result_.values[cell * std::size_t(kChannels) + c] += float(channels[c] * share);
          }
        }
      }
    }
  }

  // Boxes that do not overlap visit few cells more than once. The time for others has no bound.
  void countVisits(const std::array<int, 3>& first, const std::array<int, 3>& last) {
    std::size_t cells = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      cells *= std::size_t(last[axis]) - std::size_t(first[axis]) + 1;
    }
    visitCount_ += cells;
    boxCount_ += 1;
    if (visitCount_ > 27 * result_.voxelCount() + 8 * boxCount_) {
      throw std::runtime_error("its tiles overlap");
    }
  }

  int cellOf(int voxel, int axis) const {
    return int(((long long)voxel - box_.min()[axis]) / perCell_);
  }

  // The part of a cell's length that the voxels cover along an axis.
  double shareOf(const openvdb::CoordBBox& voxels, int cell, int axis) const {
    const long long start = box_.min()[axis] + (long long)cell * perCell_;
    const long long first = std::max<long long>(voxels.min()[axis], start);
    const long long last = std::min<long long>(voxels.max()[axis], start + perCell_ - 1);
    return double(last - first + 1) / double(perCell_);
  }

  std::array<double, 3> channelsOf(const Value& value) const {
    if constexpr (kIsVector) {
      return {usable(value[0]), usable(value[1]), usable(value[2])};
    } else {
      const auto number = double(value);
      if (!result_.wasLevelSet) return {usable(number), 0.0, 0.0};
      if (!(band_ > 0.0)) return {number < 0.0 ? 1.0 : 0.0};
      return {usable(std::clamp(-number / band_, 0.0, 1.0))};
    }
  }

  static double usable(double value) {
    constexpr double kMost = kMostGridValue;
    return std::isfinite(value) ? std::clamp(value, -kMost, kMost) : 0.0;
  }

  // Voxel i of the file reaches from i - 0.5 to i + 0.5 in its index space.
  void place() {
    const auto affine = grid_.transform().baseMap()->getAffineMap();
    const openvdb::math::Mat4d& local = affine->getConstMat4();
    for (int column = 0; column < 4; ++column) {
      double corner = local(3, column);
      for (int row = 0; row < 3; ++row) {
        result_.localFromGrid[std::size_t(row * 4 + column)] = local(row, column) * perCell_;
        corner += (double(box_.min()[row]) - 0.5) * local(row, column);
      }
      result_.localFromGrid[std::size_t(12 + column)] = corner;
    }
  }

  const GridType& grid_;
  const openvdb::CoordBBox box_;
  const int perCell_;
  double band_ = 0.0;
  std::size_t visitCount_ = 0;  // Cells that voxels and tiles overlap.
  std::size_t boxCount_ = 0;    // Voxels and tiles.
  DenseGrid result_;
};

bool isFiniteMap(const openvdb::GridBase& grid) {
  const openvdb::math::Mat4d matrix = grid.transform().baseMap()->getAffineMap()->getMat4();
  return std::all_of(matrix.asPointer(), matrix.asPointer() + 16,
                     [](double value) { return std::isfinite(value); }) &&
         matrix.det() != 0.0;
}

/// Calls `visit` with the grid as its own type. Returns false if the type is not supported.
template <typename Visit>
bool visitGrid(const openvdb::GridBase& grid, const Visit& visit) {
  const auto visitAs = [&]<typename GridType>(std::type_identity<GridType>) {
    const auto* typed = dynamic_cast<const GridType*>(&grid);
    if (typed) visit(*typed);
    return typed != nullptr;
  };
  return visitAs(std::type_identity<openvdb::FloatGrid>()) ||
         visitAs(std::type_identity<openvdb::DoubleGrid>()) ||
         visitAs(std::type_identity<openvdb::Int32Grid>()) ||
         visitAs(std::type_identity<openvdb::Int64Grid>()) ||
         visitAs(std::type_identity<openvdb::Vec3SGrid>()) ||
         visitAs(std::type_identity<openvdb::Vec3DGrid>());
}

template <typename GridType>
DenseGridResult densify(const GridType& grid, std::size_t mostValues) {
  const openvdb::CoordBBox box = grid.evalActiveVoxelBoundingBox();
  if (box.empty()) return {};
  std::array<long long, 3> voxels{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    voxels[axis] = (long long)box.max()[int(axis)] - box.min()[int(axis)] + 1;
  }
  const auto resolution = gridResolution(voxels, Densifier<GridType>::kChannels, mostValues);
  if (!resolution) return {std::nullopt, "The field reaches too far."};
  return {Densifier<GridType>(grid, box, *resolution).run(), {}};
}

DenseGridResult densified(const openvdb::GridBase& grid, std::size_t mostValues) {
  if (!grid.transform().isLinear() || !grid.transform().baseMap()->getAffineMap()) {
    return {std::nullopt, "The field lies in the frustum of a camera, which is not supported."};
  }
  if (!isFiniteMap(grid)) {
    return {std::nullopt, "The transform of the field is not finite or flat."};
  }
  DenseGridResult result;
  visitGrid(grid, [&](const auto& typed) { result = densify(typed, mostValues); });
  return result;
}

/// Lists the fields of a file for messages: "density, heat".
class FieldNames {
 public:
  void add(const std::string& name) {
    if (++count_ > kMost) return;
    if (count_ > 1) text_ += ", ";
    text_ += name;
  }
  std::string whyMissing(const VdbFieldName& field) const {
    const std::string rest = count_ > kMost ? ", …" : "";
    if (count_ == 0) return "The file has no fields.";
    return field.index > 0 ? fmt::format("The file has no field {} of the name {}; it has {}{}.",
                                         field.index, field.name, text_, rest)
                           : fmt::format("The file has no field with the name \"{}\"; it has {}{}.",
                                         field.name, text_, rest);
  }

 private:
  static constexpr std::size_t kMost = 8;
  std::size_t count_ = 0;
  std::string text_;
};

/// Reads one field of a stream and skips all others. OpenVDB itself does not notice the end of a
/// file, so the stream throws there.
class FieldReader : public openvdb::io::Archive {
 public:
  DenseGridResult read(std::istream& stream, const VdbFieldName& field, std::size_t mostValues) {
    readHeader(stream);
    if (!inputHasGridOffsets()) return {std::nullopt, "The file has no table of its fields."};
    // The stream refers to it, and does not own it.
    auto metadata = std::make_shared<openvdb::io::StreamMetadata>();
    metadata->setSeekable(true);
    openvdb::io::setStreamMetadataPtr(stream, metadata, false);
    setFormatVersion(stream);
    setLibraryVersion(stream);
    setDataCompression(stream);
    // The layout of nodes has been the same since then (2013).
    if (openvdb::io::getFormatVersion(stream) <
        openvdb::OPENVDB_FILE_VERSION_NODE_MASK_COMPRESSION) {
      return {std::nullopt, "The format of the file is too old."};
    }
    VdbSizeCheck(stream).metadata();  // They are not needed.
    FieldNames names;
    int left = field.index;
    for (std::int32_t count = readGridCount(stream); count > 0; --count) {
      const auto start = stream.tellg();
      VdbSizeCheck(stream).descriptorNames();
      stream.seekg(start);
      openvdb::io::GridDescriptor descriptor;
      const openvdb::GridBase::Ptr grid = descriptor.read(stream);
      names.add(descriptor.gridName());
      if (descriptor.gridName() == field.name && left-- == 0) {
        if (descriptor.isInstance()) {
          return {std::nullopt,
                  "The field shares the values of another one, which is not supported."};
        }
        return read(stream, descriptor, grid, mostValues);
      }
      if (descriptor.getEndPos() < stream.tellg()) {
        throw std::runtime_error("a field ends before it begins");
      }
      descriptor.seekToEnd(stream);
    }
    return {std::nullopt, names.whyMissing(field)};
  }

 private:
  static DenseGridResult read(std::istream& stream, const openvdb::io::GridDescriptor& descriptor,
                              const openvdb::GridBase::Ptr& grid, std::size_t mostValues) {
    if (!visitGrid(*grid, [](const auto&) {})) {
      return {std::nullopt, fmt::format("Fields of type {} are not supported.", grid->valueType())};
    }
    descriptor.seekToGrid(stream);
    readGridCompression(stream);
    VdbSizeCheck sizes(stream);
    sizes.metadata();
    if (!sizes.transform()) {
      return {std::nullopt, "The field lies in the frustum of a camera, which is not supported."};
    }
    visitGrid(*grid, [&]<typename GridType>(const GridType&) {
      sizes.tree<GridType>(descriptor.saveFloatAsHalf());
    });
    descriptor.seekToGrid(stream);
    readGrid(grid, descriptor, stream);
    return densified(*grid, mostValues);
  }
};

DenseGridResult readFromBytes(std::span<const std::byte> bytes, const VdbFieldName& field,
                              std::size_t mostValues) {
  ByteBuffer buffer(bytes);
  std::istream stream(&buffer);
  stream.exceptions(std::ios::failbit | std::ios::badbit);
  return FieldReader().read(stream, field, mostValues);
}

// A file begins with a number of 8 bytes.
bool isVdb(std::span<const std::byte> bytes) {
  constexpr unsigned char kMagic[] = {0x20, 0x42, 0x44, 0x56};
  return bytes.size() > 8 &&
         std::equal(std::begin(kMagic), std::end(kMagic), bytes.begin(),
                    [](unsigned char a, std::byte b) { return a == std::to_integer<int>(b); });
}

}  // namespace

bool canReadVdb() { return true; }

std::string vdbVersion() { return openvdb::getLibraryVersionString(); }

DenseGridResult readVdbField(const AssetResolver& resolver, const std::string& identifier,
                             const VdbFieldName& field, std::size_t mostValues) {
  static std::once_flag isInitialized;
  const FileBytesResult file = resolver.open(identifier);
  if (!file.bytes) return {std::nullopt, file.problem};
  if (!isVdb(file.bytes->span())) return {std::nullopt, "The file is not an OpenVDB file."};
  try {
    std::call_once(isInitialized, [] {
      openvdb::initialize();
      // Their reader believes the counts in them. Unknown metadata are skipped.
      openvdb::io::DelayedLoadMetadata::unregisterType();
    });
    return readFromBytes(file.bytes->span(), field, mostValues);
  } catch (const std::exception& problem) {
    return {std::nullopt, fmt::format("OpenVDB cannot read the file: {}.", problem.what())};
  }
}

#endif

}  // namespace usdscope
