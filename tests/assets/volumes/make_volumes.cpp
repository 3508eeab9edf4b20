// SPDX-License-Identifier: Apache-2.0
// Writes the OpenVDB files of this folder into the current folder:
//
//   g++ -std=c++17 make_volumes.cpp -o /tmp/make_volumes -lopenvdb -ltbb -lImath
//   /tmp/make_volumes
//
// Needs the packages libopenvdb-dev, libboost-dev and libimath-dev.
#include <openvdb/openvdb.h>
#include <openvdb/tools/LevelSetSphere.h>

namespace {

using openvdb::Coord;
using openvdb::CoordBBox;

void write(const char* file, const openvdb::GridCPtrVec& grids) {
  openvdb::io::File out(file);
  out.setCompression(openvdb::io::COMPRESS_ACTIVE_MASK | openvdb::io::COMPRESS_ZIP);
  out.write(grids);
  out.close();
}

openvdb::math::Transform::Ptr scaled(double voxelSize, const openvdb::Vec3d& corner) {
  auto transform = openvdb::math::Transform::createLinearTransform(voxelSize);
  transform->postTranslate(corner);
  return transform;
}

template <typename Grid>
typename Grid::Ptr make(const char* name, double voxelSize, const openvdb::Vec3d& corner) {
  auto grid = Grid::create();
  grid->setName(name);
  grid->setTransform(scaled(voxelSize, corner));
  return grid;
}

}  // namespace

int main() {
  openvdb::initialize();
  // Voxels of 0.25 that fill [-1, 1]³: the middle of the first one is at -0.875.
  const openvdb::Vec3d middle(-0.875);
  const CoordBBox block(Coord(0), Coord(7));

  auto density = make<openvdb::FloatGrid>("density", 0.25, middle);
  density->fill(block, 1.5f);
  density->setGridClass(openvdb::GRID_FOG_VOLUME);
  auto second = make<openvdb::FloatGrid>("density", 0.25, middle);
  second->fill(block, 3.0f);
  auto emission = make<openvdb::Vec3SGrid>("emission", 0.25, middle);
  emission->fill(block, openvdb::Vec3s(0.5f, 0.25f, 0.125f));
  auto mask = make<openvdb::BoolGrid>("mask", 0.25, middle);
  mask->fill(block, true);
  write("fog.vdb", {density, second, emission, mask});

  // Values that tell the axes apart: x + 10 y + 100 z, from (2, -1, 5) on.
  auto steps = make<openvdb::DoubleGrid>("steps", 0.5, openvdb::Vec3d(1.0, 0.0, 0.0));
  auto accessor = steps->getAccessor();
  for (int z = 0; z < 2; ++z) {
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < 4; ++x) {
        accessor.setValue(Coord(2 + x, -1 + y, 5 + z), 1.0 + x + 10.0 * y + 100.0 * z);
      }
    }
  }
  auto nothing = make<openvdb::FloatGrid>("nothing", 1.0, openvdb::Vec3d(0.0));
  auto ball =
      openvdb::tools::createLevelSetSphere<openvdb::FloatGrid>(1.0f, openvdb::Vec3f(0.0f), 0.25f);
  ball->setName("ball");
  ball->setGridClass(openvdb::GRID_LEVEL_SET);
  // A tile of 4096³ voxels and one voxel beside it.
  auto vast = make<openvdb::FloatGrid>("vast", 1.0, openvdb::Vec3d(0.0));
  vast->fill(CoordBBox(Coord(0), Coord(4095)), 0.5f);
  vast->tree().setValue(Coord(-4096, 0, 0), 8.0f);
  auto frustum = openvdb::FloatGrid::create();
  frustum->setName("frustum");
  frustum->setTransform(openvdb::math::Transform::createFrustumTransform(
      openvdb::BBoxd(openvdb::Vec3d(0.0), openvdb::Vec3d(8.0)), 0.5, 2.0));
  frustum->fill(block, 1.0f);
  write("shapes.vdb", {steps, nothing, ball, vast, frustum});

  for (int i = 1; i <= 2; ++i) {
    auto frame = make<openvdb::FloatGrid>("density", 0.25, middle);
    frame->fill(CoordBBox(Coord(0), Coord(7, 7, i == 1 ? 3 : 7)), float(i));
    write(i == 1 ? "puff.1.vdb" : "puff.2.vdb", {frame});
  }
}
