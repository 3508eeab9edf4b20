# Fails when a file of app/ includes a folder of app/ that its own folder may not know, a module of
# the engine that loads or makes layers (outside of session/, files/ and cli/), or a header that is
# private to a module of the engine. Two headers of values may be read everywhere: Environment.h and
# PrimIndex.h.
#
# cmake -DROOT=<project> -P CheckAppIncludes.cmake
cmake_minimum_required(VERSION 3.25)

# The arrows between the folders. The files that lie directly in app/ may include all of them.
set(may_include_theme)
set(may_include_files)
set(may_include_widgets theme)
set(may_include_session files)
set(may_include_models theme session)
set(may_include_viewport theme widgets session)
set(may_include_panes theme widgets models session)
set(may_include_actions files session)
set(may_include_remote session actions)
set(may_include_capture session viewport)
set(may_include_window theme files widgets session models viewport capture panes actions)
set(may_include_cli files capture)
# A folder within a folder with fewer arrows.
set(may_include_window_palette theme widgets session actions)

function(refuse file line reason)
  message(SEND_ERROR "${file}\n  ${line}\n  ${reason}")
endfunction()

# Panes never know each other: only the table of panes names them all.
function(check_pane file line used_file)
  get_filename_component(folder ${file} DIRECTORY)
  get_filename_component(used_folder app/${used_file} DIRECTORY)
  string(REGEX REPLACE "\\.(h|cpp)$" ".h" own ${file})
  if(file STREQUAL "app/panes/Panes.cpp" OR own STREQUAL "app/${used_file}")
    return()
  endif()
  set(is_other_folder FALSE)
  if(NOT used_folder STREQUAL "app/panes" AND NOT used_folder STREQUAL folder)
    set(is_other_folder TRUE)
  endif()
  if(is_other_folder OR (used_folder STREQUAL "app/panes" AND used_file MATCHES "Pane\\.h$" AND
                         NOT used_file MATCHES "^panes/(Table|Tree)Pane.h$"))
    refuse(${file} "${line}" "A pane may not include another pane.")
  endif()
endfunction()

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/app/*.h ${ROOT}/app/*.cpp)
foreach(file IN LISTS files)
  set(folder)
  if(file MATCHES "^app/([a-z]+)/")
    set(folder ${CMAKE_MATCH_1})
    if(NOT DEFINED may_include_${folder} AND NOT folder MATCHES "^(theme|files)$")
      message(SEND_ERROR "${file}\n  app/${folder} has no arrows: name them in CheckAppIncludes.cmake.")
    endif()
  endif()
  file(STRINGS ${ROOT}/${file} includes REGEX "^ *# *include \"")
  foreach(line IN LISTS includes)
    if(line MATCHES "\"engine/.*/detail/")
      refuse(${file} "${line}" "This header is private to its module.")
    elseif(line MATCHES "\"engine/(format|compose|author)/" AND
           NOT line MATCHES "engine/(format/Environment|compose/PrimIndex)\\.h" AND
           NOT folder MATCHES "^(session|files|cli)$")
      refuse(${file} "${line}" "Only app/session, app/files and app/cli may include this.")
    elseif(folder AND line MATCHES "\"app/([a-z]+)/")
      set(used ${CMAKE_MATCH_1})
      if(NOT used STREQUAL folder AND NOT used IN_LIST may_include_${folder})
        refuse(${file} "${line}" "app/${folder} may not include this.")
      elseif(file MATCHES "^app/window/palette/" AND NOT used IN_LIST may_include_window_palette AND
             NOT line MATCHES "\"app/window/palette/")
        refuse(${file} "${line}" "app/window/palette may not include this.")
      elseif(folder STREQUAL "panes" AND used STREQUAL "panes" AND line MATCHES "\"app/(.*)\"")
        check_pane(${file} "${line}" ${CMAKE_MATCH_1})
      endif()
    elseif(folder AND line MATCHES "\"app/" AND NOT "${folder}:${line}" MATCHES "^cli:.*app/Viewer.h\"")
      refuse(${file} "${line}" "app/${folder} may not include this.")
    endif()
  endforeach()
endforeach()
