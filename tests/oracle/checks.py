#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds `usdscope check` against the validators of usd-core 26.11 (UsdValidation).

    checks.py                          # all scenes of the corpora, build/bin/usdscope
    checks.py --match chess --show 9   # scenes whose path contains this text
    checks.py --keep known.jsonl       # reads and writes what the reference found there, which saves time
    checks.py --write                  # writes the expected findings of tests/assets/check

Compares validator, error, severity and sites of all findings, and the names of files. Needs the corpora
($USDSCOPE_CORPORA, or ../shared beside the checkout). Equal findings of one side count once.
"""
import argparse
import collections
import json
import os
import pathlib
import queue
import re
import subprocess
import time

import multiprocessing

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPORA = pathlib.Path(os.environ.get("USDSCOPE_CORPORA") or ROOT.parent / "shared").resolve()
ASSETS = ROOT / "tests/assets/check"
SUFFIXES = (".usd", ".usda", ".usdc", ".usdz")
SEVERITIES = {"Error": "error", "Warn": "warning", "Info": "note", "None": "note"}
ANYWHERE = "*"  # A site that the reference does not name.
SCENES_PER_PROCESS = 150
TIMEOUT_SECONDS = 300
VALIDATORS = []


def site_of(site, message):
    """Returns the path of a site; `/` for a file or a layer."""
    if site.IsProperty():
        return str(site.GetProperty().GetPath())
    if site.IsPrim():
        return str(site.GetPrim().GetPath())
    if site.IsValidSpecInLayer():
        return str((site.GetPropertySpec() or site.GetPrimSpec()).path)
    if not site.GetLayer():
        return "/" if site.IsValid() else ANYWHERE
    attribute = re.match(r"Type mismatch for attribute <(.*?)>", message)
    return attribute.group(1) if attribute else "/"


def subject_of(validator, message):
    """Returns the name of the file that a message is about; it is not among the sites."""
    if not validator.startswith("usdUtilsValidators"):
        return ""
    quoted = re.search(r"'(.*?)'", message)
    return os.path.basename(quoted.group(1).replace("[", "/").rstrip("]")) if quoted else ""


def reference_findings(path):
    """Returns the findings of the reference: [validator, error, severity, sites, subject], sorted."""
    from pxr import Usd, UsdValidation
    stage = Usd.Stage.Open(path)
    validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    found = {}
    for error in UsdValidation.ValidationContext(validators).Validate(stage):
        validator, message = error.GetValidator().GetMetadata().name, error.GetMessage()
        key = (validator, error.GetName(), SEVERITIES[str(error.GetType()).split(".")[-1]],
               tuple(site_of(site, message) for site in error.GetSites()), subject_of(validator, message))
        # The reference does not distinguish the places of some errors; these count each time.
        found.setdefault((key, message, len(found) if ANYWHERE in key[3] else 0), key)
    return sorted(found.values())


def validator_names():
    from pxr import UsdValidation
    return [m.name for m in UsdValidation.ValidationRegistry().GetAllValidatorMetadata() if not m.isSuite]


def own_findings(program, path, arguments=()):
    """Returns our findings in the same form, or the error as text."""
    try:
        run = subprocess.run([program, "check", "--json", "--includeValidators", ",".join(VALIDATORS), *arguments, path],
                             capture_output=True, text=True, errors="replace", timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        return "no findings within %d s" % TIMEOUT_SECONDS
    try:
        findings = json.loads(run.stdout)
    except ValueError:
        return "exit status %d: %s" % (run.returncode, run.stderr[-300:])
    found = {}
    for f in findings:
        key = (f["validator"], f["error"], f["severity"], tuple(f["sites"]), subject_of(f["validator"], f["message"]))
        found.setdefault((key, f["message"], f["layer"], len(found) if f["sites"] == ["/"] else 0), key)
    return sorted(found.values())


def differences(reference, ours):
    """Returns the findings of one side only. Sites that the reference does not name match any."""
    missing, extra = collections.Counter(reference), collections.Counter(ours)
    missing, extra = missing - extra, extra - missing
    for key in [k for k in missing if ANYWHERE in k[3]]:
        for other in [o for o in extra if o[:3] == key[:3]]:
            matched = min(missing[key], extra[other])
            missing[key] -= matched
            extra[other] -= matched
    return +missing, +extra


def work(questions, answers):
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    from pxr import Tf
    for path in iter(questions.get, None):
        try:
            answers.put(reference_findings(path))
        except (Tf.ErrorException, RuntimeError) as error:
            answers.put(str(error)[:200])


class Reference:
    """Asks usd-core in processes of its own, because some scenes end them."""

    def __init__(self, file):
        self.file, self.known, self.process = file, {}, None
        if file and os.path.exists(file):
            for line in open(file):
                path, found = json.loads(line)
                self.known[path] = found if isinstance(found, str) else [
                    (*f[:3], tuple(f[3]), f[4]) for f in found]

    def findings(self, path):
        if path not in self.known:
            self.known[path] = self.ask(path)
            if self.file:
                with open(self.file, "a") as out:
                    out.write(json.dumps([path, self.known[path]]) + "\n")
        return self.known[path]

    def ask(self, path):
        if not self.process or not self.process.is_alive() or self.count == SCENES_PER_PROCESS:
            self.end()
            self.questions, self.answers, self.count = multiprocessing.Queue(), multiprocessing.Queue(), 0
            self.process = multiprocessing.Process(target=work, args=(self.questions, self.answers), daemon=True)
            self.process.start()
        self.questions.put(path)
        self.count += 1
        end = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < end and self.process.is_alive():
            try:
                return self.answers.get(timeout=1)
            except queue.Empty:
                pass
        self.process.kill()
        return "the reference ended"

    def end(self):
        if self.process:
            self.process.kill()
        self.process = None


def scenes(match):
    for part in ("assets", "conformance"):
        for path in sorted((CORPORA / part).rglob("*")):
            if path.suffix in SUFFIXES and match in str(path):
                yield str(path)


def write_expected():
    for scene in sorted(ASSETS.rglob("*")):
        if scene.suffix in SUFFIXES and not scene.name.startswith("_") and "own" not in scene.parts:
            findings = [dict(zip(("validator", "error", "severity", "sites", "file"), f)) for f in reference_findings(str(scene))]
            scene.with_suffix(".json").write_text(json.dumps(findings, indent=1) + "\n")
            print(scene.name, len(findings))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/bin/usdscope"))
    parser.add_argument("--match", default="", help="only scenes whose path contains this")
    parser.add_argument("--keep", help="file with what the reference found")
    parser.add_argument("--show", type=int, default=4, help="differences to show of each scene")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    if args.write:
        return write_expected()
    VALIDATORS.extend(validator_names())
    reference = Reference(args.keep)
    table = collections.defaultdict(lambda: [0, 0, 0])
    equal = different = refused = 0
    for path in list(scenes(args.match))[::args.every]:
        expected = reference.findings(path)
        if isinstance(expected, str):
            refused += 1
            continue
        found = own_findings(args.program, path)
        if isinstance(found, str):
            print(path, "\n    ", found)
            different += 1
            continue
        missing, extra = differences(expected, found)
        for column, counter in enumerate((collections.Counter(expected), missing, extra)):
            for key, count in counter.items():
                table[key[:2]][column] += count
        if not missing and not extra:
            equal += 1
            continue
        different += 1
        print(path)
        for what, counter in (("only the reference", missing), ("only ours", extra)):
            for key in sorted(counter)[:args.show]:
                print("    %s: %s" % (what, key))
    print("\n%-80s %9s %9s %9s" % ("", "reference", "only it", "only ours"))
    for key in sorted(table):
        print("%-80s %9d %9d %9d" % (":".join(key), *table[key]))
    print("%d scenes agree, %d differ, the reference does not open %d" % (equal, different, refused))
    reference.end()


if __name__ == "__main__":
    main()
