# Installs the engine as a CMake package, builds the example with it, and runs it.
#
# cmake -DBUILD=<build folder> -DEXAMPLE=<folder> -DSCENE=<file> -DWORK=<folder> -DCOMPILER=<c++> -P CheckPackage.cmake
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK})
include(${CMAKE_CURRENT_LIST_DIR}/Run.cmake)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component development)
# It may not refer to this build.
file(RENAME ${WORK}/prefix ${WORK}/moved)
run(${CMAKE_COMMAND} -S ${EXAMPLE} -B ${WORK}/build -G Ninja -DCMAKE_PREFIX_PATH=${WORK}/moved -DCMAKE_CXX_COMPILER=${COMPILER})
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/who_supplies ${SCENE} /Crossing)
if(NOT out MATCHES "crossing.usda")
  message(FATAL_ERROR "The example prints:\n${out}")
endif()
