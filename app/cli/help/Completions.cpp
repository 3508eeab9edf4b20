// SPDX-License-Identifier: Apache-2.0
#include "app/cli/help/Completions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace usdscope {
namespace {

std::string namesOf(const CommandHelp& command) {
  std::string names;
  for (const OptionHelp& option : command.options) {
    if (option.isArgument) continue;
    for (const std::string& name : option.names) names += (names.empty() ? "" : " ") + name;
  }
  return names;
}

std::string verbNames(std::span<const CommandHelp> commands) {
  std::string names;
  for (const CommandHelp& verb : commands.subspan(1)) {
    names += (names.empty() ? "" : " ") + verb.name;
  }
  return names;
}

// Replaces characters that end a word in single quotation marks.
std::string singleQuoted(std::string_view text) {
  std::string out = "'";
  for (const char character : text) {
    if (character == '\'') {
      out += "'\\''";
    } else {
      out += character == '\n' ? ' ' : character;
    }
  }
  return out + '\'';
}

// The text of an option in a specification of zsh: brackets and colons separate its parts.
std::string zshText(std::string_view text) {
  std::string out;
  for (const char character : text) {
    if (character == '[' || character == ']' || character == ':' || character == '\\') out += '\\';
    out += character == '\n' ? ' ' : character;
  }
  return out;
}

std::string zshAction(const OptionHelp& option) {
  if (option.choices.empty()) return "_files";
  return fmt::format("({})", fmt::join(option.choices, " "));
}

void addZshCommand(const CommandHelp& command, std::string& out) {
  out += fmt::format("    ({})\n      _arguments -s", command.name);
  for (const OptionHelp& option : command.options) {
    if (option.isArgument) continue;
    for (const std::string& name : option.names) {
      std::string text = fmt::format("*{}[{}]", name, zshText(option.description));
      if (!option.value.empty()) {
        text += fmt::format(":{}:{}", zshText(option.value), zshAction(option));
      }
      out += " \\\n        " + singleQuoted(text);
    }
  }
  out += " \\\n        '*:file:_files'\n      ;;\n";
}

void addFishOptions(const CommandHelp& command, const std::string& condition, std::string& out) {
  for (const OptionHelp& option : command.options) {
    if (option.isArgument) continue;
    out += "complete -c usdscope -n " + singleQuoted(condition);
    for (const std::string& name : option.names) {
      out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    if (!option.value.empty()) out += " -r";
    if (!option.choices.empty()) {
      out += " -f -a " + singleQuoted(fmt::format("{}", fmt::join(option.choices, " ")));
    }
    out += " -d " + singleQuoted(option.description) + '\n';
  }
}

}  // namespace

std::string bashCompletion(std::span<const CommandHelp> commands) {
  std::string out =
      "# bash completion for usdscope, made by usdscope help --write\n"
      "_usdscope() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb= word options=\n"
      "  COMPREPLY=()\n"
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
      "    case \"$word\" in\n";
  std::string pattern = verbNames(commands);
  for (std::size_t at = 0; (at = pattern.find(' ', at)) != std::string::npos; ++at) {
    pattern[at] = '|';
  }
  out += fmt::format("      {}) verb=$word; break ;;\n    esac\n  done\n", pattern);
  out += "  case \"$verb $prev\" in\n";
  for (const CommandHelp& verb : commands.subspan(1)) {
    for (const OptionHelp& option : verb.options) {
      if (option.isArgument || option.choices.empty()) continue;
      for (const std::string& name : option.names) {
        out +=
            fmt::format("    \"{} {}\") COMPREPLY=($(compgen -W \"{}\" -- \"$cur\")); return ;;\n",
                        verb.name, name, fmt::join(option.choices, " "));
      }
    }
  }
  out += "  esac\n  case \"$verb\" in\n";
  for (const CommandHelp& verb : commands.subspan(1)) {
    out += fmt::format("    {}) options=\"{}\" ;;\n", verb.name, namesOf(verb));
  }
  out += fmt::format("    *) options=\"{}\" ;;\n  esac\n", namesOf(commands.front()));
  out +=
      "  if [[ $cur == -* ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
      "  elif [[ -z $verb ]]; then\n";
  out += fmt::format("    COMPREPLY=($(compgen -W \"{}\" -- \"$cur\") $(compgen -f -- \"$cur\"))\n",
                     verbNames(commands));
  out += "  fi\n}\ncomplete -o filenames -o bashdefault -o default -F _usdscope usdscope\n";
  return out;
}

std::string zshCompletion(std::span<const CommandHelp> commands) {
  std::string out =
      "#compdef usdscope\n"
      "# zsh completion for usdscope, made by usdscope help --write\n"
      "_usdscope() {\n"
      "  local -a verbs\n"
      "  local verb word\n"
      "  verbs=(\n";
  for (const CommandHelp& verb : commands.subspan(1)) {
    out += "    " + singleQuoted(verb.name + ':' + zshText(verb.summary)) + '\n';
  }
  out +=
      "  )\n"
      "  for word in ${words[2,CURRENT-1]}; do\n"
      "    if [[ -n ${(M)verbs:#$word:*} ]]; then verb=$word; break; fi\n"
      "  done\n"
      "  case \"$verb\" in\n";
  for (const CommandHelp& verb : commands.subspan(1)) addZshCommand(verb, out);
  out += "    (*)\n      if [[ $PREFIX == -* ]]; then\n        compadd --";
  out += ' ' + namesOf(commands.front());
  out +=
      "\n      else\n        _describe verb verbs\n        _files\n      fi\n      ;;\n"
      "  esac\n}\n_usdscope \"$@\"\n";
  return out;
}

std::string fishCompletion(std::span<const CommandHelp> commands) {
  std::string out = "# fish completion for usdscope, made by usdscope help --write\n";
  const std::string names = verbNames(commands);
  const std::string none = "not __fish_seen_subcommand_from " + names;
  for (const CommandHelp& verb : commands.subspan(1)) {
    out += fmt::format("complete -c usdscope -n {} -a {} -d {}\n", singleQuoted(none), verb.name,
                       singleQuoted(verb.summary));
  }
  addFishOptions(commands.front(), none, out);
  for (const CommandHelp& verb : commands.subspan(1)) {
    addFishOptions(verb, "__fish_seen_subcommand_from " + verb.name, out);
  }
  return out;
}

}  // namespace usdscope
