# Sums up a JUnit file of ctest: what failed or was unsteady, each with the beginning of its message, and at last the counts.
# A test that did not run counts as skipped only when it said so itself.

function plain(text) {
  gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text); gsub(/&amp;/, "\\&", text)
  return text
}

function attribute(name) {
  return match($0, " " name "=\"[^\"]*\"") ? plain(substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)) : ""
}

# Prints a line of GoogleTest's messages; a test has at most eight.
function detail(line) { if (shown[test]++ < 8) messages[test] = messages[test] "    " line "\n" }

function read_output(i, line, isMessage) {
  split("", messages); split("", shown); test = ""; isMessage = 0
  for (i = 0; i < lines; i++) {
    line = output[i]
    if (line ~ /^\[ RUN      \] /) { test = substr(line, 14); isMessage = 0 }
    else if (line ~ /^\[/) isMessage = 0
    else if (line ~ /: Failure$/) isMessage = 1
    if (isMessage && line != "") detail(line)
  }
}

function report(word, name) { printf "%s: %s\n%s", word, name, messages[name] }

function finish(i, name) {
  if (state == "run") passed++
  else if (state == "skip" || state == "disabled") skipped++
  else if (state != "") failed++
  read_output()
  if (state == "fail") {
    print "failed: " testcase
    for (i in messages) named++
    if (!named) for (i = lines > 8 ? lines - 8 : 0; i < lines; i++) print "    " output[i]
    for (name in messages) report("failed", name)
  }
  for (i = 0; i < lines; i++) if (output[i] ~ /^unsteady: /) report("unsteady", substr(output[i], 11))
  state = ""; lines = 0; named = 0
}

/^[ \t]*<testcase / {
  finish()
  testcase = attribute("name"); state = attribute("status"); if (state == "") state = "fail"
  next
}
/<skipped / && /SKIP_/ { if (state == "notrun") state = "skip" }
/^[ \t]*<system-out>/ { isOutput = 1; sub(/^[ \t]*<system-out>/, "") }
isOutput {
  isLast = sub(/<\/system-out>$/, "")
  output[lines++] = plain($0)
  if (isLast) isOutput = 0
}
END { finish(); printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped }
