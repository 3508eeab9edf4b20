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
execute_process(COMMAND ${PREFIX}/bin/usdscope record ${PREFIX}/share/usdscope/samples/crossing.usda
                        --frames 1 --size 64x64 --out ${PREFIX}/picture.png
                RESULT_VARIABLE result)
if(NOT result EQUAL 0 OR NOT EXISTS ${PREFIX}/picture.png)
  message(FATAL_ERROR "The installed program ended with ${result}.")
endif()
