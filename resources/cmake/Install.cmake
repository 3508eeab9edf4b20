# Installs the program, its data, and its entry in the desktop's menu.
if(TARGET usdscope)
  install(TARGETS usdscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  set(data ${CMAKE_INSTALL_DATADIR}/usdscope)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/resources/ DESTINATION ${data}
          PATTERN cmake EXCLUDE PATTERN packages EXCLUDE PATTERN definitions EXCLUDE
          PATTERN README.md EXCLUDE PATTERN screenshots EXCLUDE PATTERN *.desktop EXCLUDE)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/resources/usdscope.desktop
          DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${PROJECT_SOURCE_DIR}/resources/icons/usdscope.svg
          DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()
