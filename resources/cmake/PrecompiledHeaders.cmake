# precompile_headers(<target> ENGINE | TEXT | APP | TESTS | APP_TESTS | WINDOW_TESTS)
#
# Headers of libraries are most of what a source compiles, so each set is compiled once. The app's
# set also holds headers of the engine that most of its sources reach. Sources must nevertheless
# include what they use.
set(precompiled_standard
    <algorithm> <array> <atomic> <charconv> <cmath> <cstdint> <cstring> <filesystem> <functional>
    <limits> <map> <memory> <mutex> <optional> <set> <shared_mutex> <span> <stop_token> <string>
    <string_view> <tuple> <unordered_map> <unordered_set> <utility> <variant> <vector>
    <fmt/format.h>
    <glm/gtc/quaternion.hpp> <glm/mat2x2.hpp> <glm/mat3x3.hpp> <glm/mat4x4.hpp> <glm/vec2.hpp>
    <glm/vec3.hpp> <glm/vec4.hpp>)
set(precompiled_ENGINE ${precompiled_standard})
set(precompiled_TEXT ${precompiled_standard} <nlohmann/json.hpp>)
set(precompiled_APP ${precompiled_standard} <chrono> <ostream>
    "${PROJECT_SOURCE_DIR}/engine/render/Renderer.h" "${PROJECT_SOURCE_DIR}/engine/scene/SceneExtractor.h"
    "${PROJECT_SOURCE_DIR}/engine/stage/Stage.h" "${PROJECT_SOURCE_DIR}/engine/stage/resolve/OpinionReport.h")
if(USDSCOPE_APP)
  list(APPEND precompiled_APP <QAction> <QApplication> <QBoxLayout> <QHeaderView> <QLabel> <QLocale> <QMenu> <QMouseEvent>
       <QPainter> <QScrollArea> <QTableView> <QTimer> <QToolButton> <QWidget>)
endif()
set(precompiled_TESTS ${precompiled_standard} <fstream> <sstream> <gtest/gtest.h>)
# Tests that link the program: Qt compiles with -fPIC, so the headers of the other tests do not fit.
set(precompiled_APP_TESTS ${precompiled_TESTS} <nlohmann/json.hpp> "${PROJECT_SOURCE_DIR}/tests/support/scene/StageTexts.h")
set(precompiled_WINDOW_TESTS ${precompiled_APP_TESTS} <QAction> <QApplication> <QDockWidget> <QLabel> <QLineEdit> <QMenu> <QSettings>
    <QTableView> <QTest> <QToolButton> <QTreeView> "${PROJECT_SOURCE_DIR}/app/actions/Actions.h"
    "${PROJECT_SOURCE_DIR}/tests/app/window/OpenWindow.h")

function(precompile_headers target set)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)  # ccache needs it.
  endif()
  # The first target of a set compiles it for the others, whose options are equal.
  get_property(owner GLOBAL PROPERTY usdscope_precompiled_${set})
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE ${precompiled_${set}})
    set_property(GLOBAL PROPERTY usdscope_precompiled_${set} ${target})
  endif()
endfunction()
