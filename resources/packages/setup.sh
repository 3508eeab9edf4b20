# Functions that app/run and tests/run share: packages and configuring. Requires: the script that
# sources this file has set `root` to the project's folder.

# Prints one line to stderr and exits with 1.
die() {
  printf '%s\n' "$*" >&2
  exit 1
}

# listed_packages LIST...: prints the package names in resources/packages/LIST.txt.
listed_packages() {
  local list
  for list in "$@"; do awk '!/^#/ && NF {print $1}' "$root/resources/packages/$list.txt"; done
}

# install_packages LIST...: installs the missing packages of these lists. Does nothing on a system
# without apt; CMake then names the first library that it does not find.
install_packages() {
  command -v apt-get >/dev/null && command -v dpkg-query >/dev/null || return 0
  local wanted present missing
  wanted=$(listed_packages "$@" | sort -u)
  # shellcheck disable=SC2086  # names hold no spaces
  present=$({ dpkg-query -W -f '${Package} ${db:Status-Status}\n' $wanted 2>/dev/null || true; } |
    awk '$2 == "installed" {print $1}' | sort -u)
  missing=$(comm -23 <(printf '%s\n' "$wanted") <(printf '%s\n' "$present") | tr '\n' ' ')
  missing=${missing% }
  [ -n "$missing" ] || return 0

  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    # Without a terminal sudo cannot ask for a password.
    if ! command -v sudo >/dev/null || { ! sudo -n true 2>/dev/null && ! [ -t 0 ]; }; then
      printf '%s\n' "Packages are missing, and there is no way to become root here. Run this, then try again:" \
        "  apt-get install -y --no-install-recommends $missing" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  printf 'Installing packages: %s\n' "$missing" >&2
  "${as_root[@]}" apt-get update -qq >&2 ||
    printf '%s\n' "apt-get update failed; trying with the package lists that are there." >&2
  # shellcheck disable=SC2086
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends $missing >&2 </dev/null ||
    die "apt-get could not install the packages: $missing"
}

# cached BUILD NAME: prints the value of a CMake cache entry; nothing when there is none.
cached() {
  [ -f "$1/CMakeCache.txt" ] || return 0
  sed -n "s/^$2:[A-Z]*=//p" "$1/CMakeCache.txt"
}

# configure BUILD NAME=VALUE...: configures BUILD for Ninja with these cache entries. Does nothing
# when it has them already: Ninja itself runs CMake again when a CMake file changed.
configure() {
  local build=$1 entry stale=() changed=()
  shift
  for entry in "$@"; do
    [ "$(cached "$build" "${entry%%=*}")" = "${entry#*=}" ] || changed+=("$entry")
  done
  [ ${#changed[@]} -gt 0 ] || ! [ -f "$build/build.ninja" ] || return 0
  # A folder that was configured elsewhere, or for another tool, starts over.
  if [ -f "$build/CMakeCache.txt" ] && { [ "$(cached "$build" CMAKE_HOME_DIRECTORY)" != "$root" ] ||
    [ "$(cached "$build" CMAKE_GENERATOR)" != Ninja ]; }; then
    stale=(--fresh)
  fi
  local compiler=()
  if command -v ccache >/dev/null; then
    # Without this ccache keeps nothing that uses precompiled headers.
    compiler=("-DCMAKE_CXX_COMPILER_LAUNCHER=env;CCACHE_SLOPPINESS=pch_defines,time_macros;ccache")
  fi
  cmake "${stale[@]}" -S "$root" -B "$build" -G Ninja "${compiler[@]}" "${@/#/-D}"
}
