// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/actions/ActionSteps.h"
#include "app/session/journal/JournalText.h"
#include "engine/layer/FieldDefinitions.h"
#include "tests/fuzz/MemoryBound.h"

// The entry point of the fuzzer: a line that a client sends to the socket of the window, or a
// script of `view --run`; and an entry of a journal of edits. Actions are not carried out, because
// some of them write files.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const usdscope::MemoryBound bound(size);
  for (const usdscope::ActionStep& step : usdscope::actionStepsOf(text).steps) {
    usdscope::findAction(step.id);
  }
  usdscope::wordsOf(text);
  const usdscope::Json json = usdscope::Json::parse(text, nullptr, false);
  std::string problem;
  if (!json.is_discarded()) {
    usdscope::editFromJson(json, usdscope::FieldDefinitions::builtin(), problem);
  }
  return 0;
}
