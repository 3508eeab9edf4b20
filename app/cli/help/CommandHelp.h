// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace usdscope {

/// An option or an argument of a command, as its help shows it.
struct OptionHelp {
  std::vector<std::string> names;    ///< `-o`, `--out`; a single name for an argument.
  bool isArgument = false;           ///< Given by its place, without a name.
  std::string value;                 ///< The kind of its value: `TEXT`; empty if it takes none.
  std::vector<std::string> choices;  ///< The words that the value may be; empty if it is free.
  std::string description;
};

/// A verb, or the program itself with its name and without verbs.
struct CommandHelp {
  std::string name;
  std::string summary;
  std::vector<OptionHelp> options;
  std::string footer;
};

/// The program, then all verbs, from the declarations that read the command line.
std::vector<CommandHelp> commandHelps();

}  // namespace usdscope
