# Fails when a comment or a README opens a sentence with a riddle ("Of its samples the first", "What
# it is made of"), or when a comment, README or message negates a noun ("is no number").
# Reports the file, the line and the remedy.
#
# cmake -DROOT=<project> [-DFOLDERS=<folder;file>] -P CheckEnglish.cmake
#
# Without FOLDERS the check reads the folders listed below, which are clean. To add a folder, run the
# check by hand on it, mend the findings and add its name:
#
#     cmake -DROOT=. -DFOLDERS=engine/skel -P tests/architecture/CheckEnglish.cmake
cmake_minimum_required(VERSION 3.25)
file(REAL_PATH "${ROOT}" ROOT)
if(NOT DEFINED FOLDERS)
  set(FOLDERS
      README.md
      app
      engine/asset
      engine/author
      engine/base
      engine/compose
      engine/definitions
      engine/format
      engine/gl
      engine/image
      engine/layer
      engine/math
      engine/plugins
      engine/render
      engine/report
      engine/scene
      engine/schema
      engine/skel
      engine/stage
      engine/value
      resources
      shaders
      tests/app
      tests/architecture
      tests/asset
      tests/author
      tests/base
      tests/bench
      tests/compose
      tests/definitions
      tests/format
      tests/fuzz
      tests/gl
      tests/image
      tests/layer
      tests/math
      tests/oracle
      tests/plugins
      tests/render
      tests/report
      tests/scene
      tests/schema
      tests/skel
      tests/stage
      tests/support
      tests/value
  )
endif()

# A rule is a pattern for one line, and a remedy.
set(patterns)
set(remedies)
macro(rule pattern remedy)
  list(APPEND patterns "${pattern}")
  list(APPEND remedies "${remedy}")
endmacro()
# The words open a comment line, a line of prose, a list item, a message or a later sentence.
set(start "^ *//[/!]?<? +|[^:]//[/!]?<? +|^ *# +|^[-* ]*|\"|[.!?] ")
macro(opening words remedy)
  rule("(${start})(${words}) " "${remedy}")
endmacro()
opening("Of" "Name the thing first: 'The joints of ...'.")
opening("What|Who|Whose" "Name the thing: 'The samples that ...', 'The layer that ...'.")
opening("Those|One that|Ones that" "Name the things: 'Prims that ...'.")
opening("The same" "Compare by name: 'Like compose(), but ...', 'Also ...'.")
opening("As well" "Use a verb: 'Also reads ...'.")
opening("Where" "Say 'The place ...', 'The file that ...', or begin with 'If' or 'When'.")
rule("(is|are|was|were) no [a-z]" "Negate the verb: 'is not a number', 'is not finite'.")
rule("[^a-z]tells " "Say 'reports' or 'states', and 'distinguishes' for 'tells apart'.")
rule("without a word" "Say 'silently' or 'ignored'.")


foreach(folder IN LISTS FOLDERS)
  if(NOT IS_DIRECTORY ${ROOT}/${folder})
    list(APPEND files ${folder})
    continue()
  endif()
  foreach(kind h cpp inl glsl vert frag comp geom py cmake txt sh md)
    file(GLOB_RECURSE found RELATIVE ${ROOT} ${ROOT}/${folder}/*.${kind})
    list(APPEND files ${found})
  endforeach()
endforeach()
# Scenes, expected results and trees that are broken on purpose are not prose of ours.
list(FILTER files EXCLUDE REGEX "^tests/(assets/|fuzz/seeds/|architecture/(broken/|CheckEnglish))")
foreach(file IN LISTS files)
  file(READ ${ROOT}/${file} text)
  # "There is no camera" and comparisons are plain English; a second space hides them from the rule.
  string(REGEX REPLACE "([Tt]here|which) (is|are|was|were) no " "\\1 \\2  no " text "${text}")
  string(REGEX REPLACE " no (such|longer|more|less|better|worse|[a-z]+er than)" "  no \\1" text "${text}")
  # Brackets, semicolons and backslashes would steer CMake's lists.
  string(REGEX REPLACE "[][;\\]" "," text "${text}")
  string(REPLACE "\n" ";" lines "${text}")
  foreach(pattern remedy IN ZIP_LISTS patterns remedies)
    set(hits "${lines}")
    list(FILTER hits INCLUDE REGEX "${pattern}")
    foreach(line IN LISTS hits)
      list(FIND lines "${line}" number)
      math(EXPR number "${number} + 1")
      string(STRIP "${line}" line)
      message(SEND_ERROR "${file}:${number}\n  ${line}\n  ${remedy}")
    endforeach()
  endforeach()
endforeach()
