# Installs the program, its data, its entries on the desktop, man pages and completions; and, as the component `development`, which
# only `cmake --install build --component development` installs, the engine as a CMake package.
if(TARGET usdscope)
  install(TARGETS usdscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  set(data ${CMAKE_INSTALL_DATADIR}/usdscope)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/resources/ DESTINATION ${data}
          PATTERN cmake EXCLUDE PATTERN packages EXCLUDE PATTERN definitions EXCLUDE PATTERN desktop EXCLUDE
          PATTERN README.md EXCLUDE PATTERN make_pictures EXCLUDE PATTERN screenshots EXCLUDE PATTERN icons EXCLUDE PATTERN *.desktop EXCLUDE)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/resources/usdscope.desktop
          DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${PROJECT_SOURCE_DIR}/resources/icons/usdscope.svg
          DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
  install(FILES ${PROJECT_SOURCE_DIR}/resources/icons/model-vnd.usd.svg
          DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/mimetypes)
  set(desktop ${PROJECT_SOURCE_DIR}/resources/desktop)
  install(FILES ${desktop}/usdscope.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
  install(FILES ${desktop}/usdscope.thumbnailer DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers)
  set(USDSCOPE_SCREENSHOTS "" CACHE STRING "Web address of the folder in which resources/screenshots is published, for the AppStream metadata")
  include(Metainfo)
  set(metainfo org.usdscope.Usdscope.metainfo.xml)
  write_metainfo(${desktop}/${metainfo} ${PROJECT_BINARY_DIR}/package/${metainfo} "${USDSCOPE_SCREENSHOTS}")
  install(FILES ${PROJECT_BINARY_DIR}/package/${metainfo} DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  # The build has made them with the program.
  install(DIRECTORY ${PROJECT_BINARY_DIR}/help/ DESTINATION ${CMAKE_INSTALL_DATADIR} OPTIONAL)
endif()

# The engine. Targets are usdscope::engine_stage and so on; usdscope::engine has all modules that need no GPU.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/usdscope)
set(modules base math value asset image layer definitions format plugins compose stage schema skel scene author report search inspect check)
list(TRANSFORM modules PREPEND engine_ OUTPUT_VARIABLE module_targets)
install(TARGETS ${module_targets} EXPORT usdscopeTargets COMPONENT development EXCLUDE_FROM_ALL
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/usdscope)
install(EXPORT usdscopeTargets NAMESPACE usdscope:: DESTINATION ${package} COMPONENT development EXCLUDE_FROM_ALL)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/engine DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/usdscope COMPONENT development
        EXCLUDE_FROM_ALL FILES_MATCHING PATTERN *.h PATTERN *.inl PATTERN gl EXCLUDE PATTERN render EXCLUDE)
set(module_names ${modules})
configure_package_config_file(${PROJECT_SOURCE_DIR}/resources/cmake/usdscopeConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/package/usdscopeConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/usdscopeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/usdscopeConfig.cmake ${PROJECT_BINARY_DIR}/package/usdscopeConfigVersion.cmake
        DESTINATION ${package} COMPONENT development EXCLUDE_FROM_ALL)

if(TARGET usdscope)
  include(Packaging)
endif()
