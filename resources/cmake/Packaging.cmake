# Packages, after the program is built: `cpack -G DEB` in the build folder makes a package for the Debian that it runs on, `cpack -G TGZ` an archive that may be
# unpacked anywhere on that system.
set(USDSCOPE_CONTACT "usdscope developers <developers@usdscope.org>" CACHE STRING "The maintainer whom packages name.")
set(CPACK_PACKAGE_NAME usdscope)
set(CPACK_PACKAGE_VENDOR usdscope)
set(CPACK_PACKAGE_CONTACT "${USDSCOPE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "viewer for scenes made of USD layers")
set(CPACK_PACKAGE_DESCRIPTION "Opens usd, usda, usdc and usdz files, plays them, and shows where every
value comes from. Verbs for the command line record pictures, check,
compare, flatten and pack scenes. The engine does not need OpenUSD.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL Unspecified debian)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)

set(release 1)
if(EXISTS /etc/os-release)
  file(STRINGS /etc/os-release os REGEX "^VERSION_ID=")
  if(os MATCHES "([0-9]+)")
    set(release "1~deb${CMAKE_MATCH_1}")
  endif()
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${release})
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded while it runs: drivers and fonts.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, libgl1-mesa-dri, fonts-inter, fonts-jetbrains-mono")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ffmpeg")

# Files that Debian wants in each package, as the component `debian`: copyright and changelog.
find_program(GZIP gzip)
if(GZIP)
  set(debian ${PROJECT_BINARY_DIR}/debian)
  set(debian_version ${PROJECT_VERSION}-${release})
  configure_file(${PROJECT_SOURCE_DIR}/resources/packages/debian-copyright ${debian}/copyright COPYONLY)
  configure_file(${PROJECT_SOURCE_DIR}/resources/packages/debian-changelog.in ${debian}/changelog.Debian @ONLY)
  configure_file(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${debian}/changelog COPYONLY)
  execute_process(COMMAND ${GZIP} -9nf changelog.Debian changelog WORKING_DIRECTORY ${debian})
  install(FILES ${debian}/copyright ${debian}/changelog.Debian.gz ${debian}/changelog.gz
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/usdscope COMPONENT debian EXCLUDE_FROM_ALL)
  # Man pages are compressed there, and zsh finds its completions in vendor-completions.
  install(CODE "
    set(share \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}\")
    file(GLOB pages \"\${share}/man/man1/usdscope*.1\")
    execute_process(COMMAND ${GZIP} -9nf \${pages})
    if(EXISTS \"\${share}/zsh/site-functions/_usdscope\")
      file(MAKE_DIRECTORY \"\${share}/zsh/vendor-completions\")
      file(RENAME \"\${share}/zsh/site-functions/_usdscope\" \"\${share}/zsh/vendor-completions/_usdscope\")
      file(REMOVE_RECURSE \"\${share}/zsh/site-functions\")
    endif()
    file(REMOVE \"\${share}/doc/usdscope/LICENSE\")
  " COMPONENT debian EXCLUDE_FROM_ALL)
endif()
include(CPack)
