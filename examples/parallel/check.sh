#!/usr/bin/env bash
# Checks a file of lines in parts, many at a time: check.sh SCHEMA FILE FOLDER
# Leaves valid.ndjson, invalid.ndjson and errors.ndjson in FOLDER, as one `validlib check` of the whole file would.
# Exit codes are those of `validlib check`: 0, 1 if lines are invalid, 2 if the check itself failed; then FOLDER is as it was.
set -euo pipefail
shopt -s nullglob
export VALIDLIB=${VALIDLIB:-npx validlib} SCHEMA=$1
file=$2 folder=$3
lines_per_part=${LINES_PER_PART:-100000}

# Beside FOLDER, so that what is whole is moved in one step, and it is no matter how large it is.
parts=$(mktemp -d "$folder.parts-XXXXXX")
trap 'rm -rf "$parts"' EXIT
split --lines="$lines_per_part" --numeric-suffixes --suffix-length=6 "$file" "$parts/part-"
names=("$parts"/part-*)

# That some checks find invalid lines is no failure: the log has all exit codes.
check='$VALIDLIB check --schema "$SCHEMA" --ndjson --format ndjson --valid {}.valid --invalid {}.invalid {} > {}.errors'
if ((${#names[@]})); then parallel --joblog "$parts/log" "$check" ::: "${names[@]}" || true; else touch "$parts/log"; fi

# Columns of the log: 7 is the exit code, 8 the signal that ended a check.
worst=$(awk 'NR > 1 { code = $8 ? 2 : $7; if (code > worst) worst = code } END { print worst + 0 }' "$parts/log")
if ((worst > 1 || $(tail -n +2 "$parts/log" | wc -l) < ${#names[@]})); then
  echo "not all parts could be checked" >&2
  exit 2
fi

# Lines and offsets of a part are counted from its beginning; of the file, from that of the first part.
line=0 offset=0
for part in "${names[@]}"; do
  awk -F '[:,]' -v line="$line" -v offset="$offset" '{
    sub(/"line":[0-9]+/, sprintf("\"line\":%.0f", $2 + line))
    sub(/"offset":[0-9]+/, sprintf("\"offset\":%.0f", $6 + offset))
    print
  }' "$part.errors"
  line=$((line + lines_per_part)) offset=$((offset + $(stat --format=%s "$part")))
done > "$parts/errors.ndjson"
cat /dev/null "$parts"/part-*.valid > "$parts/valid.ndjson"
cat /dev/null "$parts"/part-*.invalid > "$parts/invalid.ndjson"
mkdir -p "$folder"
mv "$parts"/{valid,invalid,errors}.ndjson "$folder"
exit "$worst"
