// SPDX-License-Identifier: Apache-2.0
#include "engine/image/DisplayTransform.h"

#include <cstdlib>

#ifdef USDSCOPE_OPENCOLORIO
#include <OpenColorIO/OpenColorIO.h>
#include <fmt/format.h>

#include <cassert>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#endif

namespace usdscope {

std::string openColorIoConfig() {
  const char* file = std::getenv("OCIO");
  return file ? file : "";
}

#ifndef USDSCOPE_OPENCOLORIO

bool canUseOpenColorIo() { return false; }

std::string openColorIoVersion() { return {}; }

DisplayTransformResult makeDisplayTransform(const DisplayTransformChoice&) {
  return {nullptr, "This program was built without OpenColorIO."};
}

DisplayNames readDisplayNames(const std::string&) {
  DisplayNames names;
  names.problem = makeDisplayTransform({}).problem;
  return names;
}

#else

namespace {

namespace ocio = OCIO_NAMESPACE;

class OcioTransform : public DisplayTransform {
 public:
  explicit OcioTransform(ocio::ConstCPUProcessorRcPtr processor)
      : processor_(std::move(processor)) {}

  void apply(std::span<float> rgba) const override {
    assert(rgba.size() % 4 == 0);
    if (rgba.empty()) return;
    ocio::PackedImageDesc pixels(rgba.data(), static_cast<long>(rgba.size() / 4), 1, 4);
    processor_->apply(pixels);
  }

 private:
  ocio::ConstCPUProcessorRcPtr processor_;
};

// Finds a name among the first `count` of `nameAt`. Otherwise returns a sentence that lists them.
template <typename NameAt>
std::string whyUnknown(std::string_view what, const std::string& name, int count,
                       const NameAt& nameAt) {
  std::string names;
  for (int i = 0; i < count; ++i) {
    if (name == nameAt(i)) return {};
    names += (i == 0 ? "" : ", ") + std::string(nameAt(i));
  }
  return fmt::format("The configuration has no {} {}, but: {}.", what, name, names);
}

// Returns the color space of the scene: as chosen, or as the reference finds it.
std::string sceneSpace(const ocio::Config& config, const std::string& chosen) {
  if (!chosen.empty()) return chosen;
  return config.getColorSpace("default") ? "default" : ocio::ROLE_SCENE_LINEAR;
}

// Makes one line of what the library says, which indents the lines of longer messages.
std::string oneSentence(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool isSpace = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!isSpace) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  const std::size_t end = line.find_last_not_of(" .");
  line.resize(end == std::string::npos ? 0 : end + 1);
  return line + '.';
}

// The library reads whatever a name stands for, to its end: a device has none.
std::string whyUnreadable(const std::string& file) {
  constexpr std::uintmax_t kMostBytes = 64 << 20;
  if (file.starts_with("ocio://")) return {};  // Newer versions have configurations inside them.
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) {
    return fmt::format("The configuration {} {}.", file,
                       status.type() == std::filesystem::file_type::not_found ? "does not exist"
                                                                              : "cannot be read");
  }
  if (!std::filesystem::is_regular_file(status)) {
    return fmt::format("The configuration {} is not a file.", file);
  }
  const std::uintmax_t byteSize = std::filesystem::file_size(file, error);
  if (error || byteSize <= kMostBytes) return {};
  return fmt::format("The configuration {} is larger than 64 MiB.", file);
}

// Reads a configuration, and throws where the library does. It is null with a problem if pictures
// cannot be encoded for any display; the library ignores displays without views.
struct ReadConfig {
  ocio::ConstConfigRcPtr config;
  std::string problem;
};

ReadConfig readConfig(const std::string& file) {
  if (std::string problem = whyUnreadable(file); !problem.empty()) {
    return {nullptr, std::move(problem)};
  }
  ocio::ConstConfigRcPtr config = ocio::Config::CreateFromFile(file.c_str());
  if (config->getNumDisplays() == 0) {
    return {nullptr, fmt::format("The configuration {} names no display that has a view.", file)};
  }
  return {std::move(config), {}};
}

ocio::ConstProcessorRcPtr processorOf(const ocio::ConstConfigRcPtr& config,
                                      const ocio::DisplayViewTransformRcPtr& transform,
                                      const std::string& looks) {
  if (looks.empty()) return config->getProcessor(transform);
  const auto pipeline = ocio::LegacyViewingPipeline::Create();
  pipeline->setDisplayViewTransform(transform);
  pipeline->setLooksOverrideEnabled(true);
  pipeline->setLooksOverride(looks.c_str());
  return pipeline->getProcessor(config);
}

}  // namespace

bool canUseOpenColorIo() { return true; }

std::string openColorIoVersion() { return ocio::GetVersion(); }

DisplayTransformResult makeDisplayTransform(const DisplayTransformChoice& choice) {
  try {
    ReadConfig read = readConfig(choice.config);
    if (!read.config) return {nullptr, std::move(read.problem)};
    const ocio::ConstConfigRcPtr config = std::move(read.config);
    std::string display = choice.display;
    if (display.empty()) display = config->getDefaultDisplay();
    std::string problem = whyUnknown("display", display, config->getNumDisplaysAll(),
                                     [&](int i) { return config->getDisplayAll(i); });
    if (!problem.empty()) return {nullptr, std::move(problem)};
    std::string view = choice.view;
    if (view.empty()) view = config->getDefaultView(display.c_str());
    problem = whyUnknown("view", view, config->getNumViews(display.c_str()),
                         [&](int i) { return config->getView(display.c_str(), i); });
    if (!problem.empty()) return {nullptr, std::move(problem)};
    const std::string space = sceneSpace(*config, choice.colorSpace);
    if (!config->getColorSpace(space.c_str())) {
      problem = whyUnknown("color space", space, config->getNumColorSpaces(),
                           [&](int i) { return config->getColorSpaceNameByIndex(i); });
      return {nullptr, std::move(problem)};
    }
    const auto transform = ocio::DisplayViewTransform::Create();
    transform->setSrc(space.c_str());
    transform->setDisplay(display.c_str());
    transform->setView(view.c_str());
    const ocio::ConstProcessorRcPtr processor = processorOf(config, transform, choice.looks);
    return {std::make_shared<OcioTransform>(processor->getDefaultCPUProcessor()), {}};
  } catch (const std::exception& error) {
    return {nullptr, oneSentence(error.what())};
  }
}

DisplayNames readDisplayNames(const std::string& file) {
  DisplayNames names;
  try {
    ReadConfig read = readConfig(file);
    names.problem = std::move(read.problem);
    const ocio::ConstConfigRcPtr config = std::move(read.config);
    if (!config) return names;
    names.defaultDisplay = config->getDefaultDisplay();
    for (int i = 0; i < config->getNumDisplays(); ++i) {
      DisplayViews& each = names.displays.emplace_back();
      const char* display = config->getDisplay(i);
      each.display = display;
      each.defaultView = config->getDefaultView(display);
      for (int view = 0; view < config->getNumViews(display); ++view) {
        each.views.emplace_back(config->getView(display, view));
      }
    }
    for (int i = 0; i < config->getNumColorSpaces(); ++i) {
      names.colorSpaces.emplace_back(config->getColorSpaceNameByIndex(i));
    }
    for (int i = 0; i < config->getNumLooks(); ++i) {
      names.looks.emplace_back(config->getLookNameByIndex(i));
    }
  } catch (const std::exception& error) {
    names = {};
    names.problem = oneSentence(error.what());
  }
  return names;
}

#endif

}  // namespace usdscope
