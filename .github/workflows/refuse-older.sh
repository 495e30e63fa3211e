#!/usr/bin/env bash
# Ends with 1 where STAGE has a newer commit already. Needs GH_TOKEN, which may read deployments, and GitHub's own variables.
set -euo pipefail

api=repos/$GITHUB_REPOSITORY
deployments=$(gh api "$api/deployments?environment=$STAGE&per_page=20" --jq '.[] | "\(.id) \(.sha)"')
while read -r id sha; do
  [ -n "$id" ] || continue
  state=$(gh api "$api/deployments/$id/statuses" --jq '.[0].state')
  [ "$state" = success ] || continue
  [ "$(gh api "$api/compare/$sha...$GITHUB_SHA" --jq .status)" != behind ] || {
    echo "::error::$STAGE has $sha, which is newer. Run this job again to go back to $GITHUB_SHA on purpose."
    exit 1
  }
  exit 0
done <<<"$deployments"
