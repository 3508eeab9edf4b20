# Runs a command. Stops with its output if it fails; else `out` has the output.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nended with ${result}:\n${out}${err}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()
