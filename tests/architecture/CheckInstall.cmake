# Installs the program into an empty folder: it is all there, and runs without the build's files.
#
# cmake -DBUILD=<build folder> -DPREFIX=<folder to install into> -P CheckInstall.cmake
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}
                RESULT_VARIABLE result OUTPUT_QUIET)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "cmake --install ended with ${result}.")
endif()
foreach(file bin/usdscope share/applications/usdscope.desktop
             share/icons/hicolor/scalable/apps/usdscope.svg
             share/usdscope/samples/crossing.usda share/usdscope/manual/index.md share/mime/packages/usdscope.xml
             share/thumbnailers/usdscope.thumbnailer share/metainfo/org.usdscope.Usdscope.metainfo.xml)
  if(NOT EXISTS ${PREFIX}/${file})
    message(SEND_ERROR "${file} is not installed.")
  endif()
endforeach()
# Sanitized builds have no man pages and completions.
if(EXISTS ${BUILD}/help)
  foreach(file man/man1/usdscope.1 man/man1/usdscope-record.1 bash-completion/completions/usdscope
               zsh/site-functions/_usdscope fish/vendor_completions.d/usdscope.fish usdscope/manual/options.md)
    if(NOT EXISTS ${PREFIX}/share/${file})
      message(SEND_ERROR "${file} is not installed.")
    endif()
  endforeach()
endif()
# The metadata of the desktop name each picture, if there is an address for them.
set(resources ${CMAKE_CURRENT_LIST_DIR}/../../resources)
include(${resources}/cmake/Metainfo.cmake)
set(metainfo org.usdscope.Usdscope.metainfo.xml)
file(READ ${resources}/desktop/${metainfo} plain)
file(READ ${PREFIX}/share/metainfo/${metainfo} installed)
if(NOT installed MATCHES "<screenshots>" AND NOT installed STREQUAL plain)
  message(SEND_ERROR "The installed ${metainfo} differs from the one in resources.")
endif()
write_metainfo(${resources}/desktop/${metainfo} ${PREFIX}/${metainfo} https://example.org/shots)
file(READ ${PREFIX}/${metainfo} text)
file(GLOB pictures RELATIVE ${resources}/screenshots ${resources}/screenshots/*.png)
foreach(picture ${pictures})
  if(NOT text MATCHES "<image>https://example.org/shots/${picture}</image>")
    message(SEND_ERROR "${picture} is not a screenshot in ${metainfo}.")
  endif()
endforeach()
find_program(APPSTREAMCLI appstreamcli)
if(APPSTREAMCLI)
  execute_process(COMMAND ${APPSTREAMCLI} validate --no-net ${PREFIX}/${metainfo} RESULT_VARIABLE result OUTPUT_VARIABLE said)
  if(NOT result EQUAL 0)
    message(SEND_ERROR "appstreamcli refuses ${metainfo}: ${said}")
  endif()
endif()
execute_process(COMMAND ${PREFIX}/bin/usdscope record ${PREFIX}/share/usdscope/samples/crossing.usda
                        --frames 1 --size 64x64 --out ${PREFIX}/picture.png
                RESULT_VARIABLE result)
if(NOT result EQUAL 0 OR NOT EXISTS ${PREFIX}/picture.png)
  message(FATAL_ERROR "The installed program ended with ${result}.")
endif()
