# Warnings are errors only where CMAKE_COMPILE_WARNING_AS_ERROR is set (the preset `developer`, and .ci/run):
# another compiler warns of other things, and that must not stop a user's build.
# Options are passed with designated initialisers, which leave fields out on purpose. GCC's -Wconversion does not include
# -Wsign-conversion, Clang's does.
add_compile_options(
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers)
# GCC 12 takes `"text" + string` for a copy between overlapping or too small pieces of memory (its bug 105651); which of
# the three warnings comes depends on what is precompiled.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
# Clang reports a function that std::stable_sort of libstdc++ 12 uses.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options(-Wno-deprecated-declarations)
endif()
# GLM's vectors would otherwise start uninitialised; Qt's `emit` macro breaks TBB's headers.
add_compile_definitions(GLM_FORCE_CTOR_INIT GLM_FORCE_XYZW_ONLY GLM_ENABLE_EXPERIMENTAL QT_NO_KEYWORDS)
if(USDSCOPE_SANITIZE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC mistakes initialised memory for uninitialised in code that sanitizers have instrumented.
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
  if(USDSCOPE_SANITIZE STREQUAL "address")
    set(sanitizers -fsanitize=address,undefined)
    add_compile_options(-fno-sanitize-recover=undefined)
  elseif(USDSCOPE_SANITIZE STREQUAL "thread")
    set(sanitizers -fsanitize=thread)
  else()
    message(FATAL_ERROR "USDSCOPE_SANITIZE is ${USDSCOPE_SANITIZE}; it may be OFF, address or thread.")
  endif()
  add_compile_options(${sanitizers} -fno-omit-frame-pointer -O1 -g1)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_link_options(${sanitizers})
endif()
# The fuzzer traces the paths of an input through the engine.
if(USDSCOPE_FUZZ AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
