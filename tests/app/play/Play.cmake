# Plays frames of a scene with the program itself, as a user would: every frame asked for is drawn,
# and the program ends well. Under sanitizers it does so only without findings and without leaks.
#
# cmake -DPROGRAM=<usdscope> -DROOT=<project> -DSCENE=<file below the corpora, or of the project>
#       -DFRAMES=<count> -DLAST=<last frame of the scene> -DSKINNING=cpu|gpu -DWINDOW=ON|OFF
#       -P Play.cmake
cmake_minimum_required(VERSION 3.25)
set(corpora "$ENV{USDSCOPE_CORPORA}")
if(corpora STREQUAL "")
  set(corpora ${ROOT}/../shared)
endif()
find_file(scene ${SCENE} PATHS ${ROOT} ${corpora} NO_DEFAULT_PATH)
if(NOT scene)
  message("skipped: ${SCENE} is not in ${corpora}")
  return()
endif()

if(WINDOW)
  # The clock plays for a while. Then each frame waits until the one before it is drawn.
  set(actions "everyFrame; play; wait 2000; play")
  foreach(i RANGE 1 ${FRAMES})
    math(EXPR frame "(${i} - 1) % ${LAST} + 1")
    string(APPEND actions "; frame ${frame}")
  endforeach()
  execute_process(COMMAND ${PROGRAM} view ${scene} --skinning ${SKINNING} --run "${actions}; quit"
                  RESULT_VARIABLE result ERROR_VARIABLE errors)
else()
  set(ranges)
  set(left ${FRAMES})
  while(left GREATER LAST)
    list(APPEND ranges 1:${LAST})
    math(EXPR left "${left} - ${LAST}")
  endwhile()
  list(APPEND ranges 1:${left})
  list(JOIN ranges "," ranges)
  execute_process(COMMAND ${PROGRAM} record ${scene} --skinning ${SKINNING} --frames ${ranges}
                          --size 320x180 --times
                  RESULT_VARIABLE result ERROR_VARIABLE errors OUTPUT_VARIABLE output)
endif()
message("${errors}")
if(NOT result EQUAL 0)
  message(FATAL_ERROR "The program ended with ${result}.")
endif()
if(NOT WINDOW)
  string(REGEX MATCHALL "\"frame\":[^\n]*\"triangles\":[1-9]" drawn "${output}")
  list(LENGTH drawn count)
  if(NOT count EQUAL FRAMES)
    message(FATAL_ERROR "${count} frames were drawn, not ${FRAMES}:\n${output}")
  endif()
endif()
