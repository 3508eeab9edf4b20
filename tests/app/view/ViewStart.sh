#!/usr/bin/env bash
# Starts the program with options of `view` and looks at its exit status, its messages and its files.
#
# ViewStart.sh PROGRAM FOLDER SCENE
#
# FOLDER is made anew. Needs a display.
set -u
program=$1
folder=$2
scene=$3
export LC_ALL=C
export XDG_CONFIG_HOME=$folder/config

fail() {
  echo "FAILED: $*" >&2
  sed 's/^/out: /' "$folder/out" >&2
  sed 's/^/err: /' "$folder/err" >&2
  exit 1
}

# view STATUS OPTION...: the program must end with this status.
view() {
  local wanted=$1 status
  shift
  timeout 60 "$program" view "$@" > "$folder/out" 2> "$folder/err"
  status=$?
  [ $status = "$wanted" ] || fail "status $status instead of $wanted: $*"
}

rm -rf "$folder"
mkdir -p "$folder/config"

view 0 "$scene" --quitAfterStartup --timing --defaultsettings
grep -q "^Time to open stage \"$scene\": [0-9.]*s$" "$folder/out" || fail "no time of opening"
grep -q '^Time to shut down: ' "$folder/out" || fail "no time of the end"
[ -z "$(find "$folder/config" -type f)" ] || fail "default settings were written"

echo 'def {{{' > "$folder/broken.usda"
view 1 "$folder/broken.usda" --quitAfterStartup
grep -q "^error: $folder/broken.usda: " "$folder/err" || fail "a broken scene is not reported"

printf '# comment\nframe 24\nselect /Nowhere\n' > "$folder/script.txt"
view 1 "$scene" --script "$folder/script.txt"
grep -q "^error: $folder/script.txt:3: select: There is no prim" "$folder/err" || fail "no place in the script"

# A scene opens even if it lacks what an option names.
view 0 "$scene" --quitAfterStartup --defaultsettings --camera Nope
grep -q "^warning: The scene has no camera Nope.$" "$folder/err" || fail "a wrong camera is not reported"
view 0 "$scene" --quitAfterStartup --defaultsettings --select /Nope
grep -q "^warning: There is no prim /Nope.$" "$folder/err" || fail "a wrong selection is not reported"
view 0 "$scene" --quitAfterStartup --defaultsettings --camera StreetCamera --select /Crossing/Car
! grep -q "^warning" "$folder/err" || fail "right options are reported"

# The actions of --run follow those of the script.
printf 'frame 24\nselect /Crossing/Car\n' > "$folder/script.txt"
view 0 "$scene" --script "$folder/script.txt" --run "screenshot \"$folder/out.png\"; quit" --norender
[ -s "$folder/out.png" ] || fail "no picture"

# Each set of settings has its own file.
view 0 "$scene" --quitAfterStartup --config night --settings "$folder/sets"
[ -s "$folder/sets/usdscope/usdscope-night.conf" ] || fail "no settings of the set"
[ ! -e "$folder/sets/usdscope/usdscope.conf" ] || fail "the usual settings were written"
view 0 --quitAfterStartup --config night --settings "$folder/sets" --clearsettings
! grep -q recentFiles=/ "$folder/sets/usdscope/usdscope-night.conf" || fail "the settings were not cleared"

# A file is where the folder of settings would be.
echo text > "$folder/file"
view 0 "$scene" --quitAfterStartup --settings "$folder/file"
grep -q "The settings could not be written" "$folder/err" || fail "unwritten settings are not reported"

# Without a folder for temporary files a script would have the settings of the user.
TMPDIR=$folder/nowhere view 1 "$scene" --run quit
grep -q '^error: There is no folder for temporary files (\$TMPDIR)' "$folder/err" || fail "a missing folder is not reported"

# The complexity reaches the picture.
printf '#usda 1.0\ndef Sphere "Ball"\n{\n}\n' > "$folder/ball.usda"
for level in low veryhigh again; do
  view 0 "$folder/ball.usda" --complexity ${level/again/low} --run "hud; saveImage \"$folder/$level.png\" 200x200; quit"
  [ -s "$folder/$level.png" ] || fail "no picture of complexity $level"
done
cmp -s "$folder/low.png" "$folder/again.png" || fail "two equal pictures differ"
! cmp -s "$folder/low.png" "$folder/veryhigh.png" || fail "the complexity does not reach the picture"

# A socket that cannot be made, and one that is removed at the end.
view 1 --listen "$folder/file"
grep -q "^error: --listen: $folder/file exists and is not a socket.$" "$folder/err" || fail "no reason"
view 0 "$scene" --quitAfterStartup --listen "$folder/socket"
[ ! -e "$folder/socket" ] || fail "the socket is left"
echo passed
