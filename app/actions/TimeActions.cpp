// SPDX-License-Identifier: Apache-2.0
#include "app/actions/TimeActions.h"

#include <QLineEdit>
#include <cmath>

#include "app/actions/ActionParts.h"
#include "app/session/playback/FrameText.h"
#include "app/session/playback/RangeDoctor.h"
#include "app/session/playback/Transport.h"
#include "app/session/scenes/PreparedFrames.h"

namespace usdscope {
namespace {

constexpr double kMostSteps = 1e6;

bool isAnimated(const ActionContext& c) { return c.session.playback.value().isAnimated(); }
bool hasSamples(const ActionContext& c) {
  return hasDocument(c) && !c.session.transport().samples.value().empty();
}
bool hasSampleRangeToPlay(const ActionContext& c) {
  return isAnimated(c) && hasSamples(c) && c.session.transport().samples.value().size() > 1;
}
bool hasPlayRange(const ActionContext& c) {
  return isAnimated(c) && !c.session.playback.value().isPlayRangeWhole();
}

// Runs a command of the transport.
template <auto Command, auto... More>
ActionProblem command(const ActionContext& c, const Arguments&) {
  if constexpr (std::is_void_v<decltype((c.session.transport().*Command)(More...))>) {
    (c.session.transport().*Command)(More...);
    return {};
  } else {
    return (c.session.transport().*Command)(More...);
  }
}

template <PlaybackPace Pace>
bool hasPace(const ActionContext& c) {
  return c.session.playback.value().pace == Pace;
}
template <LoopMode Loop>
bool loops(const ActionContext& c) {
  return c.session.playback.value().loop == Loop;
}
template <int Steps>
bool hasSteps(const ActionContext& c) {
  return c.session.playback.value().stepsPerFrame == Steps;
}

// Returns the finite numbers of the arguments; none if one of them is not a number.
std::vector<double> numbersOf(const Arguments& arguments) {
  std::vector<double> numbers;
  for (const std::string& argument : arguments) {
    const auto number = numberOf(argument);
    if (!number || !std::isfinite(*number)) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

// Gives the keyboard to the frame field of the playback bar.
ActionProblem typeFrame(const ActionContext& c, const Arguments&) {
  auto* field = c.window.widget()->findChild<QLineEdit*>("frame");
  if (!field || !field->isVisible()) return "Leave the layout Present (F11) to type a frame.";
  field->setFocus(Qt::ShortcutFocusReason);
  field->selectAll();
  return {};
}

ActionProblem goToFrame(const ActionContext& c, const Arguments& arguments) {
  // `frame 24 1/3` is one time.
  std::string text;
  for (const std::string& part : arguments) text += (text.empty() ? "" : " ") + part;
  const auto time = timeFromTyped(text);
  if (!time) return "Expected a frame such as 24, its left limit 24-, or default.";
  c.session.setTime(*time);
  return {};
}

ActionProblem setPlayRange(const ActionContext& c, const Arguments& arguments) {
  const std::vector<double> numbers = numbersOf(arguments);
  if (numbers.size() != 2) return "Expected the first and the last frame.";
  return c.session.transport().setPlayRange(numbers[0], numbers[1]);
}

ActionProblem step(const ActionContext& c, const Arguments& arguments) {
  const std::vector<double> numbers = numbersOf(arguments);
  const bool isCount = numbers.size() == 1 && numbers[0] == std::round(numbers[0]);
  if (!isCount || std::abs(numbers[0]) > kMostSteps) {
    return "Expected a whole number of steps, negative to step back.";
  }
  return c.session.transport().step(int(numbers[0]));
}

ActionProblem setSpeed(const ActionContext& c, const Arguments& arguments) {
  const std::vector<double> numbers = numbersOf(arguments);
  if (numbers.size() != 1) return "Expected a number.";
  return c.session.transport().setSpeed(numbers[0]);
}

ActionProblem slidePlayRange(const ActionContext& c, const Arguments& arguments) {
  const std::vector<double> numbers = numbersOf(arguments);
  if (numbers.size() != 1) return "Expected a number of time codes.";
  c.session.transport().slidePlayRange(numbers[0]);
  return {};
}

ActionProblem zoomTimeline(const ActionContext& c, const Arguments& arguments) {
  const std::vector<double> numbers = numbersOf(arguments);
  if (numbers.size() != 2 || !(numbers[0] < numbers[1])) {
    return "Expected the first frame and a later last frame.";
  }
  c.session.transport().setZoom(numbers[0], numbers[1]);
  return {};
}
bool isZoomed(const ActionContext& c) { return c.session.transport().zoom.value().has_value(); }

template <TickSubject Subject>
bool hasTicks(const ActionContext& c) {
  return c.session.transport().ticks.value() == Subject;
}

bool hasSampleRange(const ActionContext& c) {
  return c.session.transport().rangeDoctor().advice.value().samples.has_value();
}
bool hasAuthoredRange(const ActionContext& c) {
  return c.session.transport().rangeDoctor().advice.value().authored.has_value();
}

bool redrawsOnScrub(const ActionContext& c) { return c.session.playback.value().redrawsOnScrub; }

bool preparesFrames(const ActionContext& c) {
  return c.session.preparedFrames().state.value().isOn;
}

// Returns whether a switch is to be on: without an argument, it changes.
std::optional<bool> switched(const Arguments& arguments, bool isOn) {
  if (arguments.empty()) return !isOn;
  if (arguments.size() != 1 || (arguments[0] != "on" && arguments[0] != "off")) return {};
  return arguments[0] == "on";
}

ActionProblem prepareFrames(const ActionContext& c, const Arguments& arguments) {
  const auto isOn = switched(arguments, preparesFrames(c));
  if (!isOn) return "Expected on or off.";
  c.session.preparedFrames().setOn(*isOn);
  return {};
}

ActionProblem redrawOnScrub(const ActionContext& c, const Arguments& arguments) {
  const auto isOn = switched(arguments, redrawsOnScrub(c));
  if (!isOn) return "Expected on or off.";
  c.session.transport().setRedrawsOnScrub(*isOn);
  return {};
}

ActionProblem setBudget(const ActionContext& c, const Arguments& arguments) {
  const std::vector<double> numbers = numbersOf(arguments);
  if (numbers.size() != 1) return "Expected a number of MiB.";
  return c.session.preparedFrames().setBudget(numbers[0]);
}

using T = Transport;

constexpr ActionRow kTimeRows[] = {
    {"play", "Time", "Play or Stop", "Space", "", isAnimated, nullptr,
     [](const ActionContext& c, const Arguments&) {
       // From reverse playing it stops, too.
       const bool isPlaying = c.session.playback.value().isPlaying;
       if (isPlaying) {
         c.session.setPlaying(false);
       } else {
         c.session.transport().play(false);
       }
       return ActionProblem();
     }},
    {"playForward", "", "Play Forward or Stop", "", "", isAnimated, nullptr,
     command<&T::play, false>},
    {"playReversed", "Time", "Play Backward or Stop", "Shift+Space", "", isAnimated, nullptr,
     command<&T::play, true>},
    {"frame", "", "Go to Frame", "", "TIME", hasDocument, nullptr, goToFrame},
    {"typeFrame", "Time", "Type a Frame", "G", "", hasDocument, nullptr, typeFrame},
    {"nextFrame", "Time", "Next Frame", "Right", "", isAnimated, nullptr, command<&T::step, 1>},
    {"previousFrame", "Time", "Previous Frame", "Left", "", isAnimated, nullptr,
     command<&T::step, -1>},
    {"step", "", "Step", "", "STEPS", isAnimated, nullptr, step},
    {"holdPlayhead", "", "Hold the Playhead to Scrub", "", "", isAnimated, nullptr,
     command<&T::beginScrub>},
    {"releasePlayhead", "", "Let Go of the Playhead", "", "", isAnimated, nullptr,
     command<&T::endScrub>},
    {"nextSample", "Time", "Next Sample of the Selection", "Down", "", hasSamples, nullptr,
     command<&T::stepToSample, true>},
    {"previousSample", "Time", "Previous Sample of the Selection", "Up", "", hasSamples, nullptr,
     command<&T::stepToSample, false>},
    {"firstFrame", "Time", "First Frame", "Home", "", isAnimated, nullptr, command<&T::goToStart>},
    {"lastFrame", "Time", "Last Frame", "End", "", isAnimated, nullptr, command<&T::goToEnd>},
    {"-", "Time", "", "", "", always, nullptr, nullptr},
    {"rangeIn", "Time", "Begin Play Range Here", "[", "", isAnimated, nullptr, command<&T::setIn>},
    {"rangeOut", "Time", "End Play Range Here", "]", "", isAnimated, nullptr, command<&T::setOut>},
    {"resetIn", "", "Play From the First Frame", "", "", isAnimated, nullptr, command<&T::resetIn>},
    {"resetOut", "", "Play to the Last Frame", "", "", isAnimated, nullptr, command<&T::resetOut>},
    {"resetRange", "Time", "Play the Whole Range", "", "", hasPlayRange, nullptr,
     command<&T::resetPlayRange>},
    {"playRange", "", "Set Play Range", "", "FROM TO", isAnimated, nullptr, setPlayRange},
    {"slideRange", "", "Slide Play Range", "", "BY", isAnimated, nullptr, slidePlayRange},
    {"playSamples", "Time", "Play the Samples of the Selection", "", "", hasSampleRangeToPlay,
     nullptr, command<&T::playSamples>},
    {"useSampleRange", "Time", "Use the Range of the Samples", "", "", hasSampleRange, nullptr,
     [](const ActionContext& c, const Arguments&) {
       return c.session.transport().rangeDoctor().useSamples();
     }},
    {"useAuthoredRange", "Time", "Use the Authored Range", "", "", hasAuthoredRange, nullptr,
     [](const ActionContext& c, const Arguments&) {
       return c.session.transport().rangeDoctor().useAuthored();
     }},
    {"-", "Time", "", "", "", always, nullptr, nullptr},
    {"realTime", "Time", "Real Time", "", "", always, hasPace<PlaybackPace::RealTime>,
     command<&T::setPace, PlaybackPace::RealTime>},
    {"everyFrame", "Time", "Every Frame", "", "", always, hasPace<PlaybackPace::EveryFrame>,
     command<&T::setPace, PlaybackPace::EveryFrame>},
    {"-", "Time", "", "", "", always, nullptr, nullptr},
    {"loop", "Time", "Loop", "", "", always, loops<LoopMode::Loop>,
     command<&T::setLoop, LoopMode::Loop>},
    {"pingPong", "Time", "Back and Forth", "", "", always, loops<LoopMode::PingPong>,
     command<&T::setLoop, LoopMode::PingPong>},
    {"playOnce", "Time", "Once", "", "", always, loops<LoopMode::Once>,
     command<&T::setLoop, LoopMode::Once>},
    {"-", "Time", "", "", "", always, nullptr, nullptr},
    {"stepFrame", "Time", "Step by Frames", "", "", always, hasSteps<1>,
     command<&T::setStepsPerFrame, 1>},
    {"stepHalf", "Time", "Step by Half Frames", "", "", always, hasSteps<2>,
     command<&T::setStepsPerFrame, 2>},
    {"stepQuarter", "Time", "Step by Quarters of Frames", "", "", always, hasSteps<4>,
     command<&T::setStepsPerFrame, 4>},
    {"stepTenth", "Time", "Step by Tenths of Frames", "", "", always, hasSteps<10>,
     command<&T::setStepsPerFrame, 10>},
    {"stepSample", "Time", "Step by Samples of the Selection", "", "", always, hasSteps<0>,
     command<&T::setStepsPerFrame, 0>},
    {"speed", "", "Set Speed", "", "FACTOR", always, nullptr, setSpeed},
    {"shuttleBackward", "", "Play Backward, Faster Each Time", "", "", isAnimated, nullptr,
     command<&T::shuttle, true>},
    {"shuttleStop", "", "Stop", "", "", isAnimated, nullptr, command<&T::stop>},
    {"shuttleForward", "", "Play Forward, Faster Each Time", "", "", isAnimated, nullptr,
     command<&T::shuttle, false>},
    {"-", "Time", "", "", "", always, nullptr, nullptr},
    {"ticksOfSelection", "Time", "Ticks of the Selection and the Plot", "", "", always,
     hasTicks<TickSubject::Selection>, command<&T::setTicks, TickSubject::Selection>},
    {"ticksOfPinned", "Time", "Ticks of the Pinned Prims", "", "", always,
     hasTicks<TickSubject::Pinned>, command<&T::setTicks, TickSubject::Pinned>},
    {"ticksOfStage", "Time", "Ticks of the Whole Stage", "", "", always,
     hasTicks<TickSubject::Stage>, command<&T::setTicks, TickSubject::Stage>},
    {"zoomTimeline", "", "Zoom Timeline", "", "FROM TO", isAnimated, nullptr, zoomTimeline},
    {"wholeTimeline", "Time", "Show the Whole Timeline", "", "", isZoomed, nullptr,
     command<&T::resetZoom>},
    {"-", "Time", "", "", "", always, nullptr, nullptr},
    {"redrawOnScrub", "Time", "Redraw on Frame Scrub", "", "[on|off]", always, redrawsOnScrub,
     redrawOnScrub},
    {"preparedFrames", "Time", "Prepare Frames Ahead", "", "[on|off]", always, preparesFrames,
     prepareFrames},
    {"preparedBudget", "", "Set Memory for Prepared Frames", "", "MIB", always, nullptr, setBudget},
};

}  // namespace

std::span<const ActionRow> timeActionRows() { return kTimeRows; }

}  // namespace usdscope
