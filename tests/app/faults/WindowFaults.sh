#!/usr/bin/env bash
# Lets one call after the other fail by which the window reads, maps, writes, renames or allocates
# while it opens, plays, edits and saves a scene. Each run must end by itself, with success or a
# message, and leave the old file or the new one. Only allocations of a mebibyte or more fail: Qt does
# not survive small ones. Then the window runs with little memory.
#
# WindowFaults.sh PROGRAM LIBRARY FOLDER
#
# LIBRARY is made from tests/support/faults. FOLDER is made anew. $USDSCOPE_FAULT_POINTS is the number
# of calls of each kind that are tried (4); the first and the last call are among them. Needs a display.
set -u
program=$1
library=$2
folder=$3
points=${USDSCOPE_FAULT_POINTS:-4}
export LC_ALL=C
# The driver's own files are not what is tried.
export MESA_SHADER_CACHE_DISABLE=true

rm -rf "$folder"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
problems=0
# Qt says something when it is not set, which is no message of ours.
export XDG_RUNTIME_DIR=$folder/runtime
mkdir -m 700 "$XDG_RUNTIME_DIR"

complain() {
  echo "FAILED: $*" >&2
  sed 's/^/  /' "$folder/err" | tail -n 5 >&2
  problems=$((problems + 1))
}

write_scene() {
  rm -rf "$folder/scene" "$folder/settings"
  mkdir -p "$folder/scene"
  cat > "$folder/scene/scene.usda" <<'SCENE'
#usda 1.0
(
    startTimeCode = 1
    endTimeCode = 4
    subLayers = [@./look.usda@]
)
def Sphere "Ball"
{
    double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 4: (3, 0, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
def "Clip" (
    clips = {
        dictionary default = {
            asset[] assetPaths = [@./clip.usda@]
            string primPath = "/Clip"
            double2[] active = [(1, 0)]
            double2[] times = [(1, 1), (4, 4)]
        }
    }
    payload = @./payload.usda@</P>
)
{
}
SCENE
  printf '#usda 1.0\nover "Ball"\n{\n    double radius = 2\n}\n' > "$folder/scene/look.usda"
  # Files of this size are mapped.
  printf '#usda 1.0\ndef Sphere "P"\n{\n    double radius\n}\n#%0100000d\n' 0 > "$folder/scene/payload.usda"
  printf '#usda 1.0\ndef "Clip"\n{\n    double radius.timeSamples = { 1: 1, 4: 2 }\n}\n' > "$folder/scene/clip.usda"
  chmod u+w "$folder/scene"/*
}

# The messages of the program. Drivers say things of their own, which are no message of ours.
messages() { grep -v -E '^(libEGL|libGL|MESA)[ :-]' "$folder/err"; }

# open_play_edit_save FAULT: runs the program with a fault, and sets `status` and `calls`.
steps="wait 50; play; wait 300; play; editTarget look.usda; set /Ball.radius 7; wait 50; saveAll; wait 50; quit"
open_play_edit_save() {
  rm -f "$folder/count"
  timeout -s KILL 120 env USDSCOPE_FAULT="$1" USDSCOPE_FAULT_START=scene/scene.usda USDSCOPE_FAULT_COUNT="$folder/count" \
    USDSCOPE_FAULT_LEAST=1048576 LD_PRELOAD="$library" \
    "$program" view "$folder/scene/scene.usda" --settings "$folder/settings" --run "$steps" > "$folder/out" 2> "$folder/err"
  status=$?
  calls=$(cat "$folder/count" 2> /dev/null || echo 0)
}

for file in scene look; do
  write_scene
  cp "$folder/scene/$file.usda" "$folder/old-$file"
done
open_play_edit_save "read 0 fail"
[ $status = 0 ] || complain "without a fault: status $status"
# Else a missing message would not be noticed.
messages > /dev/null && complain "without a fault: there are messages"
for file in scene look; do cp "$folder/scene/$file.usda" "$folder/new-$file"; done
cmp -s "$folder/old-look" "$folder/new-look" && complain "without a fault: nothing is saved"

# try KIND ACT: each of the wanted points.
try() {
  local kind=$1 act=$2 all point number
  write_scene
  open_play_edit_save "$kind 0 $act"
  all=$calls
  [ "$all" -gt 0 ] || complain "$kind: no call is counted"
  for ((point = 0; point < points && point < all; ++point)); do
    number=1
    [ "$points" -eq 1 ] || [ "$all" -eq 1 ] ||
      number=$((1 + point * (all - 1) / ((points < all ? points : all) - 1)))
    write_scene
    open_play_edit_save "$kind $number $act"
    echo "$kind $number of $all, $act: status $status $(tail -n 1 "$folder/err")"
    # Signals end a program with 128 and their number; its own statuses are small.
    [ $status -lt 124 ] || complain "$kind $number of $all, $act: status $status"
    messages > /dev/null || { [ $status = 0 ] && cmp -s "$folder/scene/look.usda" "$folder/new-look"; } ||
      complain "$kind $number of $all, $act: status $status, not saved, and no message"
    for file in scene look; do
      cmp -s "$folder/scene/$file.usda" "$folder/old-$file" || cmp -s "$folder/scene/$file.usda" "$folder/new-$file" ||
        complain "$kind $number of $all, $act: $file.usda is neither old nor new"
    done
  done
}

try read fail
try map fail
try write fail
try write full
try rename fail
try allocate fail

# With less and less memory, also threads cannot start. Qt may not survive that, but nothing may hang.
for megabytes in 200 150 130 120 110; do
  write_scene
  timeout -s KILL 60 "$program" --memory $megabytes view "$folder/scene/scene.usda" --norender --settings "$folder/settings" \
    --run "wait 300; select /Ball; makeInvisible; wait 300; quit" > "$folder/out" 2> "$folder/err"
  status=$?
  echo "$megabytes MB: status $status $(tail -n 1 "$folder/err")"
  [ $status != 137 ] || complain "$megabytes MB: it does not end"
done
[ $problems = 0 ] || exit 1
echo "All calls are survived."
