#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs verbs and the window on scenes with hostile sizes, random ones or attacks, and lists those on which one crashes,
exceeds its limits, or gives an incomplete result without a message.

    fuzz_scenes.py 0:2000                          # seeds; build/bin/usdscope
    fuzz_scenes.py 0:2000 --verbs dump,bake        # these verbs alone
    fuzz_scenes.py 17 --folder /tmp/scene          # one seed; keeps its files
    fuzz_scenes.py all                             # the attacks of attack_scenes.py, attack_products.py, attack_files.py
    fuzz_scenes.py relocates,clip_times            # these attacks alone
    xvfb-run -a fuzz_scenes.py all --verbs view    # opens the scenes in the window, plays, selects and quits
    fuzz_scenes.py all --verbs all                 # all verbs that read scenes, without the window

Needs no reference. Each verb may take ten seconds of processor time, and 64 MiB and 300 times the size of the scene
more memory than for an empty scene; scenes of attack_scenes.MULTIPLIED may take more, within limits of their own. The
window, which draws again and again, may take thirty seconds and twice the memory.
"""

import argparse
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

import attack_files
import attack_products
import attack_scenes
import hostile_scene

ROOT = pathlib.Path(__file__).resolve().parents[2]
ATTACKS = attack_scenes.ATTACKS | attack_products.ATTACKS | attack_files.ATTACKS
MOST_SECONDS = {"view": 30}
# The window draws again and again, and the comparison of scrubbing with playing keeps two scenes.
TWICE_THE_MEMORY = {"view", "scrub"}
USUAL_SECONDS = 10
VERBS = ["dump", "tree", "check", "bake", "flatten", "find", "clips", "record"]
ALL_VERBS = VERBS + ["explain", "stats", "diff", "thumbnail", "package", "capsule", "cat", "manifest", "matrix", "seams",
                     "frozen", "scrub", "cost", "between", "query", "diffTimes", "diffStages", "dumpcrate", "stitch", "resolve",
                     "flattenLayers", "metadata", "compliance", "dependencies", "localize", "muted", "masked", "statsJson",
                     "checkAll", "shaded"]
# The steps of the window: everything that reads the scene in another way.
STEPS = ("wait 50; frame 0; frame 1; wait 50; selectRoot; layoutClips; wait 50; layoutSkel; wait 50; layoutAnimate; "
         "search type:Mesh; findMotion stage; wait 50; quit")
# Verbs that end with 3 when the scene has nothing for them: no clips, no crate.
NEEDS_CONTENT = {"manifest", "dumpcrate", "between", "masked", "explain", "bake", "package", "capsule"}


def arguments_of(verb, scene, folder):
    """The command line of a verb, or of one of its ways to work."""
    scene = str(scene)
    out = f"{folder}/out"
    lines = {"bake": ["bake", scene, "-o", f"{out}.usdc"],
             "find": ["find", scene, "--pops"],
             "flatten": ["flatten", scene, "-o", f"{out}.usda"],
             "record": ["record", scene, "-f", "0", "--size", "16x16", "-o", f"{out}.png"],
             "shaded": ["record", scene, "-f", "0", "--size", "64x64", "--enableShadows", "--enableDomeLightVisibility",
                        "--complexity", "high", "-o", f"{out}.png"],
             "explain": ["explain", scene, "/A.x"],
             "diff": ["diff", scene, scene],
             "diffTimes": ["diff", scene, scene, "--stage", "--at", "0", "1"],
             "diffStages": ["diff", scene, scene, "--stage", "--frames", "0:3"],
             "thumbnail": ["thumbnail", scene, f"{out}.png", "--size", "32"],
             "package": ["package", f"{out}.usdz", "-a", scene],
             "compliance": ["package", scene, "-c"],
             "dependencies": ["package", scene, "--list-dependencies"],
             "localize": ["package", scene, "--localize", f"{out}.localized"],
             "capsule": ["capsule", scene, "--frames", "0:1", "-o", f"{out}.usdz"],
             "cat": ["cat", scene, "-o", f"{out}.usdc"],
             "metadata": ["cat", scene, "--layerMetadata"],
             "flattenLayers": ["cat", scene, "--flattenLayerStack"],
             "manifest": ["manifest", scene],
             "matrix": ["clips", scene, "--matrix"],
             "seams": ["find", scene, "--seams"],
             "frozen": ["find", scene, "--frozen"],
             "scrub": ["find", scene, "--scrub"],
             "cost": ["find", scene, "--cost"],
             "between": ["find", scene, "--between", "0", "1", "--prim", "/"],
             "query": ["find", scene, "type:Mesh", "animated:yes"],
             "stitch": ["stitch", scene, scene, "-o", f"{out}.usda"],
             "resolve": ["resolve", scene, "a.usda", "b.<UDIM>.png"],
             "muted": ["tree", scene, "--mute", "a.usda"],
             "masked": ["tree", scene, "--mask", "/A,/B/C"],
             "statsJson": ["stats", scene, "--json"],
             "checkAll": ["check", scene, "--json"],
             "view": ["view", scene, "--settings", f"{out}.settings", "--run", STEPS]}
    return lines.get(verb, [verb, scene])


def limit(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(program, verb, arguments):
    """Returns the wait status, the memory in MiB, the seconds of processor time, and the messages."""
    with tempfile.TemporaryFile() as messages:
        child = subprocess.Popen([program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=messages, preexec_fn=lambda: limit(MOST_SECONDS.get(verb, USUAL_SECONDS)))
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = 0
        messages.seek(0)
        text = messages.read().decode(errors="replace")
    return status, used.ru_maxrss / 1024, used.ru_utime + used.ru_stime, text


def faults_of(program, verb, scene, folder, usual, most=64):
    """Returns a line for each fault. The scene may take `most` MiB, and some for its size."""
    size = sum(file.stat().st_size for file in folder.iterdir()) / (1 << 20)
    with tempfile.TemporaryDirectory() as out:
        status, memory, _, text = run(program, verb, arguments_of(verb, scene, out))
    faults = []
    allowed = (0, 1, 2, 3) if verb in NEEDS_CONTENT or verb not in VERBS else (0, 1)
    # A thumbnail gives up after some seconds, which a busy machine needs for any scene.
    if os.WIFSIGNALED(status) and not (os.WTERMSIG(status) == signal.SIGTERM and "--timeout" in text):
        faults.append(f"{verb}: signal {os.WTERMSIG(status)} {text[-300:]}")
    elif os.WIFEXITED(status) and os.WEXITSTATUS(status) not in allowed:
        faults.append(f"{verb}: exit status {os.WEXITSTATUS(status)} {text[-300:]}")
    elif os.WIFEXITED(status) and os.WEXITSTATUS(status) not in (0, 1) and not text:
        faults.append(f"{verb}: exit status {os.WEXITSTATUS(status)} without a message")
    elif "ended too early" in text:
        faults.append(f"{verb}: {text[-300:]}")
    if memory > usual[verb] + most * (2 if verb in TWICE_THE_MEMORY else 1) + 300 * size:
        faults.append(f"{verb}: {memory:.0f} MiB")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seeds", help="a seed, first:last, names of attacks, or all for all attacks")
    parser.add_argument("--program", default=str(ROOT / "build/bin/usdscope"))
    parser.add_argument("--verbs", default=",".join(VERBS))
    parser.add_argument("--seconds", type=float, default=0, help="begin no further scene after this time")
    parser.add_argument("--folder", type=pathlib.Path, help="where to keep the scene of one seed")
    options = parser.parse_args()
    first, _, last = options.seeds.partition(":")
    if first.isdigit():
        seeds = range(int(first), int(last) if last else int(first) + 1)
    else:
        seeds = list(ATTACKS) if first == "all" else first.split(",")
    verbs = ALL_VERBS if options.verbs == "all" else options.verbs.split(",")

    usual = {}
    with tempfile.TemporaryDirectory() as name:
        empty = pathlib.Path(name) / "empty.usda"
        empty.write_text("#usda 1.0\n")
        for verb in verbs:
            usual[verb] = run(options.program, verb, arguments_of(verb, empty, name))[1]

    count = 0
    begin = time.monotonic()
    for done, seed in enumerate(seeds):
        if options.seconds and time.monotonic() - begin > options.seconds:
            seeds = seeds[:done]
            break
        with tempfile.TemporaryDirectory() as name:
            folder = options.folder or pathlib.Path(name)
            folder.mkdir(exist_ok=True)
            isAttack = isinstance(seed, str)
            if isAttack:
                scene = attack_scenes.write_files(ATTACKS[seed](), folder)
            else:
                scene = hostile_scene.write_scene(seed, folder)
            most = attack_scenes.MULTIPLIED.get(seed, 64)
            faults = [fault for verb in verbs for fault in faults_of(options.program, verb, scene, folder, usual, most)]
        count += bool(faults)
        for fault in faults:
            print(f"{seed}: {fault}", flush=True)
    print(f"{len(seeds)} scenes, {count} with faults")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
