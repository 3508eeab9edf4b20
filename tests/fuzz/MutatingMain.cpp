// SPDX-License-Identifier: Apache-2.0

// Runs a fuzz target without libFuzzer, for compilers that have none: `fuzz_usda RUNS SEED FILE…`
// mutates the files at random, with SEED for the random numbers, and prints the run if the process
// ends early. `fuzz_usda =17 1 FILE…` repeats only run 17.
#ifndef _WIN32
#include <sys/time.h>
#endif

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

volatile std::uint64_t presentRun = 0;

void sayRun(int signal) {
  std::fprintf(stderr, "Signal %d in run %llu\n", signal,
               static_cast<unsigned long long>(presentRun));
  std::_Exit(1);
}

class Mutator {
 public:
  Mutator(std::uint64_t seed, const std::vector<Bytes>& files) : random_(seed), files_(files) {}

  Bytes make() {
    Bytes bytes = files_[below(files_.size())];
    for (std::size_t i = 1 + below(4); i > 0; --i) change(bytes);
    return bytes;
  }

 private:
  std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }

  void change(Bytes& bytes) {
    const std::size_t at = below(bytes.size());
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    const std::size_t count = std::min(1 + below(16), bytes.size() - at);
    switch (below(7)) {
      case 0:
        if (!bytes.empty()) *place ^= static_cast<std::uint8_t>(1u << below(8));
        break;
      case 1:
        if (!bytes.empty()) *place = static_cast<std::uint8_t>(random_());
        break;
      case 2:  // Extreme numbers.
        for (std::size_t i = 0; i < count; ++i) bytes[at + i] = below(2) ? 0xFF : 0x00;
        break;
      case 3:
        bytes.erase(place, place + static_cast<std::ptrdiff_t>(count));
        break;
      case 4: {
        const Bytes part(place, place + static_cast<std::ptrdiff_t>(count));
        bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size() + 1)),
                     part.begin(), part.end());
        break;
      }
      case 5: {  // A piece of another file.
        const Bytes& other = files_[below(files_.size())];
        const std::size_t from = below(other.size());
        const std::size_t size = std::min(1 + below(64), other.size() - from);
        const auto first = other.begin() + static_cast<std::ptrdiff_t>(from);
        bytes.insert(place, first, first + static_cast<std::ptrdiff_t>(size));
        break;
      }
      default:
        if (below(8) == 0) bytes.resize(at);
        break;
    }
  }

  std::mt19937_64 random_;
  const std::vector<Bytes>& files_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) {
    std::fprintf(stderr, "usage: %s RUNS SEED FILE...\n", arguments[0]);
    return 2;
  }
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE}) std::signal(signal, sayRun);
#ifndef _WIN32
  std::signal(SIGPROF, sayRun);
#endif
  const bool isSingle = arguments[1][0] == '=';
  const std::uint64_t number = std::strtoull(arguments[1] + (isSingle ? 1 : 0), nullptr, 10);
  const std::uint64_t seed = std::strtoull(arguments[2], nullptr, 10);
  std::vector<Bytes> files;
  for (int i = 3; i < count; ++i) {
    std::ifstream in(arguments[i], std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  for (std::uint64_t run = isSingle ? number : 0; run < number + (isSingle ? 1 : 0); ++run) {
    presentRun = run;
    const Bytes bytes = Mutator(seed * 0x9E3779B97F4A7C15ull + run, files).make();
    if (isSingle) {
      std::ofstream out("found.bin", std::ios::binary);
      out.write(reinterpret_cast<const char*>(bytes.data()),
                static_cast<std::streamsize>(bytes.size()));
    }
#ifndef _WIN32
    // Ten seconds of processor time are a hang.
    const itimerval limit{{}, {10, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
#endif
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::printf("%llu runs\n", static_cast<unsigned long long>(isSingle ? 1 : number));
  return 0;
}
