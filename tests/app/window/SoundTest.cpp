// SPDX-License-Identifier: Apache-2.0
// Sound: WAV files, the place of sounds in time, the mix, the waveform, and playing with the
// playhead.
#include <gtest/gtest.h>

#include <QAction>
#include <QSettings>
#include <QTest>
#include <cmath>
#include <cstring>
#include <fstream>
#include <numbers>

#include "app/actions/Actions.h"
#include "app/panes/playback/PlaybackStrip.h"
#include "app/session/sound/FindSounds.h"
#include "app/session/sound/SoundTrack.h"
#include "app/session/sound/WavFile.h"
#include "tests/app/window/OpenWindow.h"
#include "tests/app/window/SceneTexts.h"

namespace usdscope {
namespace {

template <typename T>
void put(std::string& bytes, T number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof(T));
}

// The bytes of a file with these samples, which are as they stand in the file.
std::string wavOf(const std::string& samples, int channels, int rate, int bits, int tag = 1) {
  std::string format;
  put(format, std::uint16_t(tag));
  put(format, std::uint16_t(channels));
  put(format, std::uint32_t(rate));
  put(format, std::uint32_t(rate * channels * bits / 8));
  put(format, std::uint16_t(channels * bits / 8));
  put(format, std::uint16_t(bits));
  std::string chunks = "WAVE";
  // Chunks that nobody needs, and an odd size.
  chunks += "LIST";
  put(chunks, std::uint32_t(3));
  chunks += std::string("abc\0", 4);
  chunks += "fmt ";
  put(chunks, std::uint32_t(format.size()));
  chunks += format + "data";
  put(chunks, std::uint32_t(samples.size()));
  chunks += samples;
  std::string bytes = "RIFF";
  put(bytes, std::uint32_t(chunks.size()));
  return bytes + chunks;
}

WavResult read(const std::string& bytes) { return WavFile::read(FileBytes::fromText(bytes)); }

// A mono file of 16 bits: `value(i)` gives sample i.
template <typename ValueAt>
std::string mono(int rate, int count, const ValueAt& valueAt) {
  std::string samples;
  for (int i = 0; i < count; ++i) put(samples, std::int16_t(std::lround(valueAt(i) * 32767.0)));
  return wavOf(samples, 1, rate, 16);
}

std::string constant(int rate, double seconds, double value) {
  return mono(rate, int(rate * seconds), [&](int) { return value; });
}

PlacedSound placed(const std::string& bytes) {
  PlacedSound sound;
  sound.wav = read(bytes).wav;
  EXPECT_TRUE(sound.wav);
  return sound;
}

// The left channel of the mix at one time.
float mixedAt(const SoundPlan& plan, double seconds, float volume = 1.0f) {
  float stereo[2] = {};
  mixSounds(plan, seconds, 48000, volume, stereo);
  return stereo[0];
}

TEST(WavFile, ReadsAllKindsOfSamples) {
  std::string bytes8("\x00\x80\xC0", 3);
  std::string bytes24("\x00\x00\x80\x00\x00\x00\x00\x00\x40", 9);
  std::string bytes16;
  std::string bytes32;
  std::string floats;
  std::string doubles;
  for (const double value : {-1.0, 0.0, 0.5}) {
    put(bytes16, std::int16_t(value * 32768.0));
    put(bytes32, std::int32_t(value * 2147483648.0));
    put(floats, float(value));
    put(doubles, value);
  }
  const struct {
    const char* name;
    std::string bytes;
  } cases[] = {
      {"8 bits", wavOf(bytes8, 1, 8000, 8)},      {"16 bits", wavOf(bytes16, 1, 44100, 16)},
      {"24 bits", wavOf(bytes24, 1, 48000, 24)},  {"32 bits", wavOf(bytes32, 1, 96000, 32)},
      {"floats", wavOf(floats, 1, 48000, 32, 3)}, {"doubles", wavOf(doubles, 1, 192000, 64, 3)},
  };
  for (const auto& each : cases) {
    const WavResult result = read(each.bytes);
    ASSERT_TRUE(result.wav) << each.name << ": " << result.problem;
    ASSERT_EQ(result.wav->frameCount(), 3u) << each.name;
    EXPECT_FLOAT_EQ(result.wav->sample(0, 0), -1.0f) << each.name;
    EXPECT_FLOAT_EQ(result.wav->sample(1, 0), 0.0f) << each.name;
    EXPECT_FLOAT_EQ(result.wav->sample(2, 0), 0.5f) << each.name;
    EXPECT_EQ(result.wav->sample(3, 0), 0.0f) << each.name;
  }
}

TEST(WavFile, MixesChannelsAndReadsBetweenFrames) {
  std::string samples;
  for (const int value : {16384, -16384, 0, 16384}) put(samples, std::int16_t(value));
  const auto stereo = read(wavOf(samples, 2, 100, 16)).wav;
  ASSERT_TRUE(stereo);
  EXPECT_EQ(stereo->frameCount(), 2u);
  EXPECT_FLOAT_EQ(stereo->frame(0).left, 0.5f);
  EXPECT_FLOAT_EQ(stereo->frame(0).right, -0.5f);
  EXPECT_FLOAT_EQ(stereo->at(0.005).left, 0.25f);
  EXPECT_FLOAT_EQ(stereo->at(0.005).right, 0.0f);
  EXPECT_EQ(stereo->at(-0.001).left, 0.0f);
  EXPECT_EQ(stereo->at(0.02).left, 0.0f);
}

TEST(WavFile, BrokenFilesAreRefusedWithASentence) {
  const std::string good = constant(1000, 0.1, 0.5);
  for (std::size_t size = 0; size < good.size(); ++size) {
    const WavResult cut = read(good.substr(0, size));
    EXPECT_NE(cut.wav == nullptr, cut.problem.empty()) << size;
    EXPECT_TRUE(!cut.wav || cut.wav->frameCount() <= 100u) << size;
  }
  // Any byte may be any other one.
  for (std::size_t at = 0; at < 70; ++at) {
    for (const char byte : {'\0', '\x7F', '\xFF'}) {
      std::string bad = good;
      bad[at] = byte;
      const WavResult result = read(bad);
      EXPECT_NE(result.wav == nullptr, result.problem.empty());
      if (result.wav) result.wav->at(0.05);
    }
  }
  EXPECT_EQ(read("nonsense").problem, "It is not a WAV file.");
  EXPECT_EQ(read(wavOf("", 1, 1000, 16)).problem, "It has no samples.");
  EXPECT_EQ(read(wavOf("abcd", 1, 1000, 16, 85)).problem,
            "Its samples are compressed or have an unusual size. Convert it to 16-bit PCM.");
}

TEST(SoundPlan, PlacesSoundsInTime) {
  // The sample at a second is that second over 10.
  const std::string ramp = mono(1000, 2000, [](int i) { return i / 10000.0; });
  PlacedSound sound = placed(ramp);
  sound.begin = 3.0;
  const auto valueAt = [&](double seconds) { return mixedAt({.sounds = {sound}}, seconds); };
  EXPECT_EQ(valueAt(2.99), 0.0f);
  EXPECT_NEAR(valueAt(3.5), 0.05, 1e-4);
  EXPECT_NEAR(valueAt(4.9), 0.19, 1e-4);
  EXPECT_EQ(valueAt(5.01), 0.0f) << "behind its end";
  sound.mediaOffset = 0.5;
  EXPECT_NEAR(valueAt(3.5), 0.10, 1e-4);
  EXPECT_EQ(valueAt(4.6), 0.0f);
  sound.end = 3.6;
  EXPECT_EQ(valueAt(3.7), 0.0f);
  sound.end = PlacedSound::kForever;
  sound.isLooped = true;
  EXPECT_NEAR(valueAt(4.6), 0.01, 1e-4) << "the offset is of the first round alone";
  EXPECT_NEAR(valueAt(7.0), 0.05, 1e-4);
  sound.gain = 2.0;
  EXPECT_NEAR(valueAt(3.5), 0.20, 1e-4);
  EXPECT_NEAR(mixedAt({.sounds = {sound}}, 3.5, 0.5f), 0.10, 1e-4) << "the volume";
  sound.gains = {1.0, 0.0};
  sound.gainBegin = 3.0;
  sound.gainStep = 1.0;
  EXPECT_NEAR(valueAt(3.2), 0.07, 1e-4);
  EXPECT_EQ(valueAt(3.8), 0.0f);
}

TEST(SoundPlan, AddsSoundsAndStaysInItsLimits) {
  const PlacedSound loud = placed(constant(1000, 1.0, 0.8));
  EXPECT_NEAR(mixedAt({.sounds = {loud}}, 0.5), 0.8, 1e-3);
  EXPECT_EQ(mixedAt({.sounds = {loud, loud}}, 0.5), 1.0f);
}

TEST(SoundPlan, WaveformHasTheExtremesOfEachPart) {
  // One second at each height, one sample of which is a peak.
  PlacedSound sound =
      placed(mono(1000, 4000, [](int i) { return i == 2500 ? -0.9 : 0.1 * double(i / 1000); }));
  sound.begin = 1.0;
  const Waveform wave = makeWaveform({.sounds = {sound}}, 0.0, 8.0, 8, {});
  ASSERT_EQ(wave.highest.size(), 8u);
  const double highest[] = {0.0, 0.1, 0.2, 0.3, 0.3, 0.0, 0.0, 0.0};
  // The first sample of the next part counts, too.
  for (int i = 0; i < 8; ++i) {
    EXPECT_NEAR(wave.highest[std::size_t(i)], highest[i], 1e-3) << i;
    EXPECT_NEAR(wave.lowest[std::size_t(i)], i == 3 ? -0.9 : 0.0, 1e-3) << i;
  }
  sound.isLooped = true;
  sound.gain = 0.5;
  const Waveform looped = makeWaveform({.sounds = {sound}}, 5.0, 9.0, 4, {});
  EXPECT_NEAR(looped.highest[1], 0.1, 1e-3);
  EXPECT_NEAR(looped.lowest[2], -0.45, 1e-3);
}

/// A scene with sounds, and a window.
struct Sounds : testing::Test {
  SceneTexts texts;
  OpenWindow open{QSize(1000, 700)};

  void writeWav(const std::string& name, const std::string& bytes) const {
    std::ofstream(texts.path(name), std::ios::binary) << bytes;
  }
  std::string writeScene(const std::string& prims) const {
    return texts.write("scene.usda",
                       "(\n    startTimeCode = 1\n    endTimeCode = 97\n    timeCodesPerSecond = "
                       "24\n)\ndef Cube \"Cube\"\n{\n}\n" +
                           prims);
  }
  SoundTrack& sound() { return open.session.sound(); }
  SoundPlan plan(const std::string& chosen = {}) {
    const Document& document = open.session.document.value();
    return findSounds(*document.stage, document.range, chosen, {});
  }
};

TEST_F(Sounds, SpatialAudioPrimsAreResolved) {
  writeWav("tone.wav", constant(8000, 1.0, 0.5));
  ASSERT_TRUE(open.open(writeScene(R"(
def SpatialAudio "Once"
{
    asset filePath = @./tone.wav@
    timecode startTime = 25
    double mediaOffset = 0.25
    double gain = 0.5
}
def SpatialAudio "ToEnd"
{
    asset filePath = @./tone.wav@
    token playbackMode = "loopFromStartToEnd"
    timecode startTime = 49
    timecode endTime = 73
    double gain.timeSamples = { 1: 0, 97: 1 }
}
def SpatialAudio "FromStage"
{
    asset filePath = @./tone.wav@
    token playbackMode = "loopFromStage"
    timecode startTime = 49
    double gain = -3
}
def SpatialAudio "Missing"
{
    asset filePath = @./nothing.wav@
}
def SpatialAudio "Backwards"
{
    asset filePath = @./tone.wav@
    token playbackMode = "onceFromStartToEnd"
    timecode startTime = 49
    timecode endTime = 25
}
def SpatialAudio "Empty"
{
}
def SpatialAudio "Off" (
    active = false
)
{
    asset filePath = @./tone.wav@
}
)")));
  const SoundPlan found = plan();
  ASSERT_EQ(found.sounds.size(), 3u);
  const double frame = 1.0 / 24.0;
  EXPECT_DOUBLE_EQ(found.sounds[0].begin, 25 * frame);
  EXPECT_EQ(found.sounds[0].end, PlacedSound::kForever);
  EXPECT_EQ(found.sounds[0].mediaOffset, 0.25);
  EXPECT_EQ(found.sounds[0].gain, 0.5);
  EXPECT_FALSE(found.sounds[0].isLooped);
  EXPECT_DOUBLE_EQ(found.sounds[1].end, 73 * frame);
  EXPECT_TRUE(found.sounds[1].isLooped);
  EXPECT_NEAR(found.sounds[1].gainAt(49 * frame), 0.5, 1e-9);
  EXPECT_DOUBLE_EQ(found.sounds[2].begin, frame);
  EXPECT_EQ(found.sounds[2].gain, 0.0);
  EXPECT_EQ(found.problems, (std::vector<std::string>{
                                "/Missing is not heard: there is no file ./nothing.wav.",
                                "/Backwards is not heard: its endTime is not after its startTime.",
                                "/Empty is not heard: it names no file."}));
  EXPECT_TRUE(waitUntil([&] { return sound().state.value().count == 3; }));
  EXPECT_EQ(sound().state.value().problem, found.problems[0]);
}

TEST_F(Sounds, AChosenFilePlaysFromTheStartAndIsDrawn) {
  writeWav("loud.wav", constant(8000, 2.0, 0.9));
  ASSERT_TRUE(open.open(writeScene("")));
  auto* strip = open.window.findChild<PlaybackStrip*>();
  const QImage quiet = strip->grab().toImage();
  EXPECT_EQ(open.run("chooseSound", {texts.path("loud.wav")}), "");
  EXPECT_EQ(sound().state.value().count, 1u);
  ASSERT_TRUE(waitUntil([&] { return sound().waveform.value() != nullptr; }));
  const Waveform& wave = *sound().waveform.value();
  EXPECT_DOUBLE_EQ(wave.begin, 1.0 / 24.0);
  EXPECT_DOUBLE_EQ(wave.end, 97.0 / 24.0);
  EXPECT_NEAR(wave.highest[wave.highest.size() / 4], 0.9, 1e-3);
  EXPECT_EQ(wave.highest[wave.highest.size() * 3 / 4], 0.0f) << "it lasts two of four seconds";
  const QImage drawn = strip->grab().toImage();
  const auto differsAt = [&](double share) {
    int count = 0;
    for (int i = 0; i < 40; ++i) {
      const int x = int(share * strip->width()) + i;
      for (int y = 0; y < strip->height(); ++y) {
        if (quiet.pixel(x, y) == drawn.pixel(x, y)) continue;
        ++count;
        break;
      }
    }
    return count;
  };
  EXPECT_GT(differsAt(0.25), 20);
  EXPECT_EQ(differsAt(0.75), 0);

  EXPECT_EQ(open.run("sound"), "");
  EXPECT_EQ(strip->grab().toImage(), quiet);
  EXPECT_EQ(open.run("sound"), "");
  EXPECT_EQ(open.run("forgetSound"), "");
  EXPECT_EQ(sound().state.value().count, 0u);
  EXPECT_EQ(sound().waveform.value(), nullptr);
}

TEST_F(Sounds, FilesThatAreNoSoundsAreRefused) {
  writeWav("bad.wav", "RIFFxxxxWAVE");
  ASSERT_TRUE(open.open(writeScene("")));
  EXPECT_EQ(open.run("chooseSound", {texts.path("bad.wav")}),
            "bad.wav cannot be played. It has no samples.");
  EXPECT_EQ(open.run("chooseSound", {texts.path("none.wav")}),
            "none.wav cannot be played. No such file or directory.");
  EXPECT_EQ(open.run("chooseSound", {texts.path("scene.usda")}),
            "scene.usda cannot be played. It is not a WAV file.");
  EXPECT_EQ(sound().state.value().count, 0u);
  EXPECT_EQ(sound().state.value().chosen, "");
  EXPECT_EQ(open.run("volume", {"150"}), "Expected a volume from 0 to 100.");
  EXPECT_EQ(open.run("volume", {"25"}), "");
  EXPECT_EQ(sound().state.value().volume, 0.25);
}

TEST_F(Sounds, SoundIsHeardOnlyForwardInRealTimeAtNormalSpeed) {
  writeWav("tone.wav", constant(8000, 4.0, 0.1));
  ASSERT_TRUE(open.open(writeScene("")));
  ASSERT_EQ(open.run("chooseSound", {texts.path("tone.wav")}), "");
  EXPECT_FALSE(sound().isPlaying());
  open.session.setPlaying(true);
  EXPECT_TRUE(sound().isPlaying());
  // While something plays, nothing settles.
  const auto act = [&](const char* id) { findAction(id)->run({open.session, open.window}, {}); };
  act("everyFrame");
  EXPECT_FALSE(sound().isPlaying());
  act("realTime");
  EXPECT_TRUE(sound().isPlaying());
  sound().setOn(false);
  EXPECT_FALSE(sound().isPlaying());
  sound().setOn(true);
  EXPECT_TRUE(sound().isPlaying());
  open.session.setPlaying(false);
  EXPECT_FALSE(sound().isPlaying());
  open.session.setPlaying(true);
  open.session.close();
  EXPECT_FALSE(sound().isPlaying());
}

}  // namespace
}  // namespace usdscope
