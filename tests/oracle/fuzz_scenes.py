#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs verbs on scenes with hostile sizes, random ones or attacks, and lists those on which one crashes or exceeds its limits.

    fuzz_scenes.py 0:2000                          # seeds; build/bin/usdscope
    fuzz_scenes.py 0:2000 --verbs dump,bake        # these verbs alone
    fuzz_scenes.py 17 --folder /tmp/scene          # one seed; keeps its files
    fuzz_scenes.py all                             # the attacks of attack_scenes.py
    fuzz_scenes.py relocates,clip_times            # these attacks alone

Needs no reference. Each verb may take ten seconds of processor time, and 64 MiB and 300 times the size of the scene
more memory than for an empty scene; scenes of attack_scenes.MULTIPLIED may take more, within limits of their own.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

import attack_scenes
import hostile_scene

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_SECONDS = 10
VERBS = ["dump", "tree", "check", "bake", "flatten", "find", "clips", "record"]


def arguments_of(verb, scene, folder):
    extra = {"bake": ["-o", f"{folder}/baked.usdc"], "find": ["--pops"], "flatten": ["-o", f"{folder}/flat.usda"],
             "record": ["-f", "0", "--size", "16x16", "-o", f"{folder}/picture.png"]}
    return [verb, str(scene), *extra.get(verb, [])]


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(program, arguments):
    """Returns the wait status, the memory in MiB, and the end of the messages."""
    with tempfile.TemporaryFile() as messages:
        child = subprocess.Popen([program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=messages, preexec_fn=limit)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = 0
        messages.seek(0)
        text = messages.read().decode(errors="replace")
    return status, used.ru_maxrss / 1024, text


def faults_of(program, verb, scene, folder, usual, most=64):
    """Returns a line for each fault. The scene may take `most` MiB, and some for its size."""
    size = sum(file.stat().st_size for file in folder.iterdir()) / (1 << 20)
    status, memory, text = run(program, arguments_of(verb, scene, folder))
    faults = []
    if os.WIFSIGNALED(status):
        faults.append(f"{verb}: signal {os.WTERMSIG(status)} {text[-300:]}")
    elif os.WEXITSTATUS(status) not in (0, 1):
        faults.append(f"{verb}: exit status {os.WEXITSTATUS(status)} {text[-300:]}")
    elif "ended too early" in text:
        faults.append(f"{verb}: {text[-300:]}")
    if memory > usual[verb] + most + 300 * size:
        faults.append(f"{verb}: {memory:.0f} MiB")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seeds", help="a seed, first:last, names of attacks, or all for all attacks")
    parser.add_argument("--program", default=str(ROOT / "build/bin/usdscope"))
    parser.add_argument("--verbs", default=",".join(VERBS))
    parser.add_argument("--folder", type=pathlib.Path, help="where to keep the scene of one seed")
    options = parser.parse_args()
    first, _, last = options.seeds.partition(":")
    if first.isdigit():
        seeds = range(int(first), int(last) if last else int(first) + 1)
    else:
        seeds = list(attack_scenes.ATTACKS) if first == "all" else first.split(",")
    verbs = options.verbs.split(",")

    usual = {}
    with tempfile.TemporaryDirectory() as name:
        empty = pathlib.Path(name) / "empty.usda"
        empty.write_text("#usda 1.0\n")
        for verb in verbs:
            usual[verb] = run(options.program, arguments_of(verb, empty, name))[1]

    count = 0
    for seed in seeds:
        with tempfile.TemporaryDirectory() as name:
            folder = options.folder or pathlib.Path(name)
            folder.mkdir(exist_ok=True)
            isAttack = isinstance(seed, str)
            scene = (attack_scenes.write_attack if isAttack else hostile_scene.write_scene)(seed, folder)
            most = attack_scenes.MULTIPLIED.get(seed, 64)
            faults = [fault for verb in verbs for fault in faults_of(options.program, verb, scene, folder, usual, most)]
        count += bool(faults)
        for fault in faults:
            print(f"{seed}: {fault}", flush=True)
    print(f"{len(seeds)} scenes, {count} with faults")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
