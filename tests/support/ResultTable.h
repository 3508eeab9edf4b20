// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace usdscope {

/// The results of a test over many files. When one has failed, expectAllPass() prints one line for
/// each file, failures first.
class ResultTable {
 public:
  /// `problem` is empty for a pass, which `note` describes.
  void add(std::string name, std::string problem, std::string note = {}) {
    rows_.push_back({std::move(name), std::move(problem), std::move(note)});
  }
  std::size_t size() const { return rows_.size(); }

  void expectAllPass() const {
    const auto failed = std::ranges::count_if(rows_, [](const Row& r) { return isFailed(r); });
    if (failed == 0) return;
    std::ostringstream text;
    text << failed << " of " << rows_.size() << " failed.\n";
    for (const bool showsFailed : {true, false}) {
      for (const Row& row : rows_) {
        if (isFailed(row) != showsFailed) continue;
        text << (showsFailed ? "FAIL  " : "pass  ") << row.name << "  "
             << (showsFailed ? row.problem : row.note) << '\n';
      }
    }
    ADD_FAILURE() << text.str();
  }

 private:
  struct Row {
    std::string name;
    std::string problem;
    std::string note;
  };
  static bool isFailed(const Row& row) { return !row.problem.empty(); }
  std::vector<Row> rows_;
};

}  // namespace usdscope
