#!/usr/bin/env bash
# Prints the section of a tag from CHANGELOG.md, whose headings are `## v1.2.3` or `## v1.2.3 (date)`. Ends with 1 if there is none.
set -euo pipefail

notes=$(awk -v tag="$1" '/^## / { printing = ($2 == tag); next } printing' CHANGELOG.md)
[ -n "${notes//[[:space:]]/}" ] || {
  echo "::error::CHANGELOG.md has no section ## $1"
  exit 1
}
echo "$notes"
