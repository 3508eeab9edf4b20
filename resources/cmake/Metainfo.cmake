# write_metainfo(SOURCE TARGET ADDRESS): writes the AppStream metadata. AppStream takes screenshots from web addresses only, so the
# pictures of resources/screenshots are named if a packager says where they are published: ADDRESS is that folder, or empty.
function(write_metainfo source target address)
  file(READ ${source} text)
  if(address)
    set(type " type=\"default\"")
    set(pictures)
    foreach(picture "window|The window, and the clip that supplies the points of a bird" "clips|Value clips, with their lanes and time maps"
                    "views|Four views with times of their own" "compare|Two frames beside each other")
      string(REGEX MATCH "^(.*)[|](.*)$" all "${picture}")
      string(APPEND pictures "    <screenshot${type}>\n      <caption>${CMAKE_MATCH_2}</caption>\n"
                             "      <image>${address}/${CMAKE_MATCH_1}.png</image>\n    </screenshot>\n")
      set(type)
    endforeach()
    string(REPLACE "  <launchable" "  <screenshots>\n${pictures}  </screenshots>\n  <launchable" text "${text}")
  endif()
  file(CONFIGURE OUTPUT ${target} CONTENT "${text}" @ONLY)
endfunction()
