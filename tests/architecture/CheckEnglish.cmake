# Fails when a comment or a README opens a sentence with a riddle ("Of its samples the first", "What
# it is made of"), when a comment, README or message negates a noun ("is no number") or uses a word
# that STYLE.md replaces ("tells", "makes no sense"), or when the name of a test opens with a riddle.
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
      engine/check
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
      tests/check
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
set(openings)
macro(opening words remedy)
  rule("(${start})(${words}) " "${remedy}")
  list(APPEND openings "${words}")
endmacro()
opening("Of" "Name the thing first: 'The joints of ...'.")
opening("What|Who|Whose" "Name the thing: 'The samples that ...', 'The layer that ...'.")
opening("Those|One that|Ones that" "Name the things: 'Prims that ...'.")
opening("The same" "Compare by name: 'Like compose(), but ...', 'Also ...'.")
opening("As well" "Use a verb: 'Also reads ...'.")
opening("Where" "Say 'The place ...', 'The file that ...', or begin with 'If' or 'When'.")
rule("(is|are|was|were) no [a-z]" "Negate the verb: 'is not a number', 'is not finite'.")
rule("[A-Za-z0-9\",)>] (is|are|was|were) none[^A-Za-z]"
     "Negate the verb: 'is not a list', 'is neither ... nor'.")
rule("(^|[^A-Za-z_.>])([Tt]ells?|[Tt]old)( [a-z]|[.:]?$|[.,:] )"
     "Say 'reports' or 'states', and 'distinguishes' for 'tells apart'.")
rule("without a word" "Say 'silently' or 'ignored'.")
opening("Here" "Subject first: 'Found: ...', 'The line ends here.'.")
rule("Here (stands|the [a-z]+ ends)" "Subject first: 'Found: ...', 'The line ends here.'.")
opening("From every|(From|To|By|With|On|In) (what|those|ones that)"
        "Subject and verb first: 'Visits the descendants of every ...'.")
rule("makes? no sense" "Say 'is not valid', and what is wrong.")
rule("(has|have|is of|are of) no use" "Say 'cannot be used here'.")
rule("what (is|are|lies?|stands?) (below|above|between|weaker|stronger)"
     "Name the things: 'the descendants', 'weaker opinions'.")
rule("(stands?|stood) in for" "Say 'replaces'.")
rule("(comes?|came) up to " "Say 'approaches', or 'just before'.")
rule("(goes|go) on as " "Say 'continues as'.")
rule("(kept|keeps?) from speaking|(speaks?|spoke) (at|for|of) " "Say 'contributes' or 'applies'.")
rule("is a word of the" "Say 'is a keyword'.")
rule("not as many [a-z]+ as" "State both counts, or say 'fewer' or 'more'.")
rule("stands? for itself" "State the consequence.")
rule("(included|together) with all below" "Say 'with its descendants'.")
rule("(is|are|be|was|were) taken away" "Say 'is removed'.")
rule("done to " "Say 'applied to'.")
rule("of no harm" "Say 'is harmless'.")
# Names of tests.
set(riddles "What|Whatever|Who|Whose|Where|Of|Those|OneThat|The|Is|Are|As")
rule("TEST(_[FP])?.[A-Za-z0-9_]+, (${riddles})[A-Z]"
     "Begin with the subject: 'MissingFilesAreReported'.")
# Comments and messages of the program, and all READMEs. Tests and tools are free to leave something out.
rule("([Ll]eft|[Ll]eaves?|[Ll]eaving)( the [a-z]+| it| them)? out" "Say 'ignored', 'not drawn', 'not written'.")
list(LENGTH patterns number)
set(files_${number} "^(app|engine)/.*[.](h|cpp|inl)$|[.]md$")

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
list(JOIN openings "|" openings)
foreach(file IN LISTS files)
  file(READ ${ROOT}/${file} text)
  # "There is no camera" and comparisons are plain English; a second space hides them from the rule.
  string(REGEX REPLACE "([Tt]here|which) (is|are|was|were) (no |none)" "\\1 \\2  \\3" text "${text}")
  string(REGEX REPLACE " no (such|longer|more|less|better|worse|[a-z]+er than)" "  no \\1" text "${text}")
  # Brackets, semicolons and backslashes would steer CMake's lists.
  string(REGEX REPLACE "[][;\\]" "," text "${text}")
  string(REPLACE "\n" ";" lines "${text}")
  # One pass finds the lines with an opening, because each pass over all lines takes long.
  set(opened "${lines}")
  list(FILTER opened INCLUDE REGEX "(${start})(${openings}) ")
  set(rule 0)
  foreach(pattern remedy IN ZIP_LISTS patterns remedies)
    math(EXPR rule "${rule} + 1")
    if(DEFINED files_${rule} AND NOT file MATCHES "${files_${rule}}")
      continue()
    endif()
    set(hits "${lines}")
    string(FIND "${pattern}" "(${start})" place)
    if(place EQUAL 0)
      set(hits "${opened}")
    endif()
    list(FILTER hits INCLUDE REGEX "${pattern}")
    foreach(line IN LISTS hits)
      list(FIND lines "${line}" number)
      math(EXPR number "${number} + 1")
      string(STRIP "${line}" line)
      message(SEND_ERROR "${file}:${number}\n  ${line}\n  ${remedy}")
    endforeach()
  endforeach()
endforeach()
