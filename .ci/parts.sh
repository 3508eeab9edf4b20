# Runs the parts of a check one after the other, and sums up their results. To be sourced by .ci/run and .ci/long.

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
passed=0 failed=0 skipped=0
times=() failures=()

# part NAME COMMAND...: runs a command whose last line may be `N passed, N failed, N skipped`, and adds that to the sum. A command
# that fails without such a line counts as one failure.
part() {
  local name=$1 start=$SECONDS ok=0
  shift
  "$@" 2>&1 | tee "$log" || ok=1
  if [[ $(tail -n 1 "$log") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2])) skipped=$((skipped + BASH_REMATCH[3]))
  else
    failed=$((failed + 1)) ok=1
  fi
  [ $ok -eq 0 ] || status=1
  mapfile -t -O ${#failures[@]} failures < <(awk '/^(failed|unsteady): / { on = 1 } /^[^ ]/ && !/^(failed|unsteady): / { on = 0 } on' "$log")
  times+=("$(printf '%s: %d min %02d s' "$name" $(((SECONDS - start) / 60)) $(((SECONDS - start) % 60)))")
}

# finish: prints what failed or was unsteady, the time of each part and the sum, and returns the status of the whole.
finish() {
  printf '%s\n' "${failures[@]}" "${times[@]}"
  echo "$passed passed, $failed failed, $skipped skipped"
  [ $status -eq 0 ] && [ "$failed" -eq 0 ]
}
