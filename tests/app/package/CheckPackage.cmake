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
get_filename_component(folder ${SCENE} DIRECTORY)
get_filename_component(name ${SCENE} NAME)
foreach(scene ${SCENE} ${name} ./${name})
  run(${CMAKE_COMMAND} -E chdir ${folder} ${WORK}/build/who_supplies ${scene} /Crossing)
  if(NOT out MATCHES "crossing.usda")
    message(FATAL_ERROR "For ${scene} the example prints:\n${out}")
  endif()
endforeach()
execute_process(COMMAND ${WORK}/build/who_supplies gone.usda /Crossing RESULT_VARIABLE result ERROR_VARIABLE err)
if(NOT result EQUAL 3 OR NOT err MATCHES "gone.usda: ")
  message(FATAL_ERROR "For a missing file the example ends with ${result} and prints:\n${err}")
endif()
