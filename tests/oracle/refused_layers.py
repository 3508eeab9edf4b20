#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists the layers of the corpora that the reference refuses.

    refused_layers.py CORPORA

Opens every file of assets/INDEX.tsv and every .usd, .usda, .usdc and .usdz in conformance/, each in a
process limited to 60 seconds. Writes tests/assets/format/refused.tsv: the file relative to CORPORA,
`old` for crate versions that the reference no longer reads or else `bad`, and the reason. Needs
usd-core 26.11 (pip install usd-core).
"""
import multiprocessing
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))


def try_files(root, files, answers):
    from pxr import Sdf

    for file in files:
        answers.put((file, None))
        try:
            layer = Sdf.Layer.OpenAsAnonymous(os.path.join(root, file))
            reason = "" if layer else "bad\tNot a layer"
        except Exception as error:
            lines = [line.strip() for line in str(error).splitlines() if line.strip()]
            reason = lines[0].split(" : '", 1)[-1].replace("\t", " ").replace(root, "")
            reason = ("old\t" if "_CheckFileVersion" in lines[0] else "bad\t") + reason.rstrip("'")
        answers.put((file, reason))


def main():
    root = os.path.abspath(sys.argv[1]) + "/"
    with open(root + "assets/INDEX.tsv") as index:
        files = ["assets/" + line.split("\t")[0] for line in list(index)[1:]]
    for folder, _, names in os.walk(root + "conformance"):
        for name in names:
            if name.endswith((".usd", ".usda", ".usdc", ".usdz")):
                files.append(os.path.relpath(os.path.join(folder, name), root))
    files.sort()

    refused = {}
    while files:
        answers = multiprocessing.Queue()
        worker = multiprocessing.Process(target=try_files, args=(root, files, answers))
        worker.start()
        current, done = None, set()
        while len(done) < len(files):
            try:
                current, reason = answers.get(timeout=60)
            except Exception:
                refused[current] = "bad\tThe reference crashes or hangs"
                done.add(current)
                break
            if reason is None:
                continue
            done.add(current)
            if reason:
                refused[current] = reason
        worker.kill()
        worker.join()
        files = [file for file in files if file not in done]

    with open(os.path.join(os.path.dirname(here), "assets", "format", "refused.tsv"), "w") as table:
        for file, reason in sorted(refused.items()):
            table.write(f"{file}\t{reason[:160]}\n")


if __name__ == "__main__":
    main()
