#!/usr/bin/env bash
# Kills the program with SIGKILL while it edits a scene, starts it again, and compares: nothing that
# was shown may be lost, and no file may be half-written.
#
# KillWhileEditing.sh PROGRAM FOLDER MOMENT...
#
# FOLDER is made anew. A MOMENT is `shown:N`, when the Nth edit was shown, or `random`. Needs a
# display.
set -u
program=$1
folder=$2
shift 2
export LC_ALL=C

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# Writes the scene that is edited, in its first state.
write_scene() {
  rm -rf "$folder/scene"
  mkdir -p "$folder/scene"
  {
    printf '#usda 1.0\n(\n    subLayers = [@./look.usda@]\n)\n'
    for i in 0 1 2 3 4 5; do printf 'def Sphere "Ball%s"\n{\n}\n' $i; done
  } > "$folder/scene/scene.usda"
  printf '#usda 1.0\nover "Ball0"\n{\n    double radius = 2\n}\n' > "$folder/scene/look.usda"
}

# One step a line. Steps of both layers, and steps back over what was saved.
steps=(
  "select /Ball1; deactivate /Ball1"
  "editTarget look.usda; set /Ball0.radius 3"
  "set /Ball2.radius 4"
  "saveAll"
  "set /Ball0.radius 5"
  "undo"
  "undo"
  "redo"
  "editTarget session; set /Ball3.radius 6"
  "mute look.usda"
  "unmute look.usda"
  "undo; redo"
  "editTarget look.usda; select /Ball2.radius; block /Ball2.radius"
  "saveAll"
  "undo"
  "set /Ball4.radius 7"
)

run() { timeout 120 "$program" view "$@"; }

rm -rf "$folder"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

# The states after each step, from a run that is not killed.
write_scene
script="saveFlattened $folder/state-0.usda"
for i in "${!steps[@]}"; do
  script+="; ${steps[$i]}; saveFlattened $folder/state-$((i + 1)).usda"
done
run "$folder/scene/scene.usda" --settings "$folder/expected" --run "$script; quit" ||
  fail "the run that is not killed"

kill_at() {
  local moment=$1 name=$2
  local settings=$folder/settings-$name
  write_scene
  rm -f "$folder"/shown-*.png
  local script="wait 10"
  for i in "${!steps[@]}"; do
    script+="; ${steps[$i]}; screenshot $folder/shown-$((i + 1)).png"
  done
  "$program" view "$folder/scene/scene.usda" --settings "$settings" --run "$script; wait 600000" \
    2> "$folder/errors-$name" &
  local process=$!
  local last=${#steps[@]}
  local wanted=${moment#shown:}
  if [ "$moment" = random ]; then
    # A moment between two shown steps, or within one.
    wanted=$((RANDOM % (last + 1)))
  fi
  local waited=0
  while [ "$wanted" -gt 0 ] && [ ! -e "$folder/shown-$wanted.png" ]; do
    kill -0 $process 2> "$folder/ignored" || fail "$name: the program ended: $(cat "$folder/errors-$name")"
    sleep 0.02
    waited=$((waited + 1))
    [ $waited -lt 6000 ] || fail "$name: step $wanted is never shown"
  done
  [ "$moment" = random ] && sleep "0.$(printf %03d $((RANDOM % 400)))"
  kill -9 $process
  wait $process 2> "$folder/ignored"

  local shown=0
  while [ -e "$folder/shown-$((shown + 1)).png" ]; do shown=$((shown + 1)); done
  for file in scene look; do
    "$program" cat "$folder/scene/$file.usda" > "$folder/ignored" ||
      fail "$name: $file.usda is half-written"
  done
  local found=$folder/found-$name.usda
  if ls "$settings"/usdscope/journal/*.journal > "$folder/ignored" 2>&1; then
    run --settings "$settings" --run "wait 50; restoreEdits; saveFlattened $found; quit" ||
      run "$folder/scene/scene.usda" --settings "$settings" --run "saveFlattened $found; quit" ||
      fail "$name: restoring"
  else
    run "$folder/scene/scene.usda" --settings "$settings" --run "saveFlattened $found; quit" ||
      fail "$name: opening"
  fi
  for i in $(seq $shown "$last"); do
    if cmp -s "$found" "$folder/state-$i.usda"; then
      echo "$name: killed after $shown steps were shown; found the state after step $i"
      return
    fi
  done
  fail "$name: $shown steps were shown, and their state is not restored: $found"
}

number=0
for moment in "$@"; do
  number=$((number + 1))
  kill_at "$moment" "$number"
done
echo "All $number moments are good."
