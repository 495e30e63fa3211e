#!/usr/bin/env bash
# Ends with 1 where STAGE has a newer commit already, or where GitHub does not say. Needs GH_TOKEN, which may read deployments, and
# GitHub's own variables.
set -euo pipefail

api=repos/$GITHUB_REPOSITORY
refuse() {
  echo "::error::$1 Run this job again to deploy $GITHUB_SHA on purpose."
  exit 1
}

deployments=$(gh api "$api/deployments?environment=$STAGE&per_page=100" --jq '.[] | "\(.id) \(.sha)"') ||
  refuse "GitHub does not say what $STAGE has."
while read -r id sha; do
  [ -n "$id" ] || continue
  state=$(gh api "$api/deployments/$id/statuses" --jq '.[0].state') || refuse "GitHub does not say what $STAGE has."
  [ "$state" = success ] || continue
  relation=$(gh api "$api/compare/$sha...$GITHUB_SHA" --jq .status) || relation=unknown
  case $relation in
    ahead | identical | diverged) exit 0 ;;
    behind) refuse "$STAGE has $sha, which is newer." ;;
    *) refuse "GitHub does not compare $sha with $GITHUB_SHA." ;;
  esac
done <<<"$deployments"
