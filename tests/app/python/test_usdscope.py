# SPDX-License-Identifier: Apache-2.0
"""Runs the examples in the module's documentation, and a window with it.

test_usdscope.py PROGRAM SCENE FOLDER
"""

import doctest
import os
import shutil
import socket
import sys
import tempfile

program, scene, folder = sys.argv[1:4]
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../resources/python"))
import usdscope  # noqa: E402

os.makedirs(folder, exist_ok=True)
failed, tried = doctest.testmod(usdscope)
assert tried >= 5 and failed == 0, f"{failed} of {tried} examples failed"

assert isinstance(usdscope.check(scene, program=program), list)
assert usdscope.stats(scene, program=program)["total"]["prims"] > 0
meshes = usdscope.find(scene, "type:Mesh", program=program)
assert meshes and all(path.startswith("/") for path in meshes)
assert "path" in str(usdscope.explain(scene, meshes[0], program=program))
try:
    usdscope.check(os.path.join(folder, "gone.usda"), program=program)
except usdscope.UsdscopeError as problem:
    assert "gone.usda" in str(problem)
else:
    raise AssertionError("A missing file is not reported.")

for start in (usdscope.stats, usdscope.Viewer):
    try:
        start(scene, program=os.path.join(folder, "no program"))
    except usdscope.UsdscopeError as problem:
        assert "no program cannot be started: No such file" in str(problem), problem
    else:
        raise AssertionError("A missing program is not reported.")

# A window that does not answer, then one that is gone.
place = os.path.join(tempfile.mkdtemp(), "socket")
with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
    listener.bind(place)
    listener.listen()
    silent = usdscope.Viewer.connect(place, timeout=0.2)
    closed = usdscope.Viewer.connect(place, timeout=60)
    # The second line has a connection of its own.
    for _ in range(2):
        try:
            silent.state()
        except usdscope.UsdscopeError as problem:
            assert "There is no answer" in str(problem), problem
        else:
            raise AssertionError("A window that does not answer is not reported.")
    silent.close()
    listener.close()
    try:
        closed.state()
    except usdscope.UsdscopeError as problem:
        assert "The window was closed" in str(problem), problem
    else:
        raise AssertionError("A window that is gone is not reported.")
    closed.close()
shutil.rmtree(os.path.dirname(place))

# A window that dies while it answers, and two windows that answer nonsense.
for answer, reason in (
    (b'{"ok": tr', "The window was closed."),
    (b"garbage\n", "The answer is not JSON"),
    (b"\xff\xfe\n", "The answer is not UTF-8."),
):
    place = os.path.join(tempfile.mkdtemp(), "socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(place)
        listener.listen()
        viewer = usdscope.Viewer.connect(place, timeout=60)
        end, _ = listener.accept()
        end.sendall(answer)
        end.shutdown(socket.SHUT_WR)
        try:
            viewer.state()
        except usdscope.UsdscopeError as problem:
            assert reason in str(problem), problem
        else:
            raise AssertionError(f"{answer!r} is taken for an answer.")
        end.close()
        viewer.close()
    shutil.rmtree(os.path.dirname(place))

# Programs that print no JSON, or end instead of opening a window.
try:
    usdscope.stats(scene, program="/bin/echo")
except usdscope.UsdscopeError as problem:
    assert "The answer of /bin/echo is not JSON" in str(problem), problem
else:
    raise AssertionError("Words are taken for statistics.")
try:
    usdscope.Viewer(scene, program="/bin/false", timeout=60)
except usdscope.UsdscopeError as problem:
    assert "The program has ended with status 1." in str(problem), problem
else:
    raise AssertionError("A program that ends is taken for a window.")

# The name of a file may begin with a dash, and a search may have blanks in a term, all of which are kept.
dashed = os.path.join(folder, "-dash.usda")
with open(dashed, "w", encoding="utf-8") as file:
    file.write('#usda 1.0\n(subLayers = [@a b.usda@, @a  b.usda@])\ndef Sphere "Ball" {\n}\n')
for name, prim in (("a b.usda", "One"), ("a  b.usda", "Two")):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(f'#usda 1.0\ndef Scope "{prim}" {{\n}}\n')
before = os.getcwd()
found_program = os.path.abspath(program)
os.chdir(folder)
assert usdscope.find("-dash.usda", "type:Sphere", program=found_program) == ["/Ball"]
assert usdscope.find("-dash.usda", 'layer:"a  b.usda"', program=found_program) == ["/Two"]
assert usdscope.stats("-dash.usda", program=found_program)["total"]["prims"] == 3
assert usdscope.explain("-dash.usda", "/Ball", 1, program=found_program)
os.chdir(before)
try:
    usdscope.find(scene, " ", program=program)
except ValueError:
    pass
else:
    raise AssertionError("A search without words is accepted.")

picture = os.path.join(folder, "a picture.png")
if os.path.exists(picture):
    os.remove(picture)
with usdscope.Viewer(scene, program=program) as viewer:
    viewer.set_frame(24)
    viewer.select(meshes[0])
    state = viewer.state()
    assert state["frame"] == 24, state
    assert state["selection"]["prims"] == [meshes[0]], state
    viewer.screenshot(picture)
    with open(picture, "rb") as file:
        assert file.read(8) == b"\x89PNG\r\n\x1a\n"
    assert viewer.explain(meshes[0])
    for blank in ("", "# note"):
        assert viewer.send(blank) == {"ok": True}
    try:
        viewer.send("x" * 2000000)
    except usdscope.UsdscopeError as problem:
        assert str(problem) == "A line has more than 1 MiB.", problem
    else:
        raise AssertionError("A line that is too long is sent.")
    assert viewer.state()["frame"] == 24
    assert isinstance(viewer.check(program=program), list)
    try:
        viewer.select("/Nowhere")
    except usdscope.UsdscopeError as problem:
        assert "Nowhere" in str(problem)
    else:
        raise AssertionError("A prim that does not exist is selected.")
    try:
        viewer.open(os.path.join(folder, "gone.usda"))
    except usdscope.UsdscopeError:
        pass
    else:
        raise AssertionError("A missing scene is opened.")
with usdscope.Viewer(scene, program=program, arguments=["--cf", "30", "--norender"]) as viewer:
    assert viewer.state()["frame"] == 30, viewer.state()
print("The Python module works.")
