#!/usr/bin/env bash
# Prints `run=ID`: the run of the release to which STAGE goes back, or RUN where that is set. It is the last release that succeeded
# before the newest attempt, whether that attempt succeeded or not: where an alarm ended it, its version is there. Needs GH_TOKEN,
# which may read deployments and actions, and GitHub's own variables.
set -euo pipefail

[ -z "${RUN:-}" ] || {
  echo "run=$RUN"
  exit
}

api=repos/$GITHUB_REPOSITORY
workflow_of() { gh api "$api/actions/runs/$1" --jq .path; }

newest=
deployments=$(gh api "$api/deployments?environment=$STAGE&per_page=50" --jq '.[] | "\(.id) \(.sha)"')
while read -r id sha; do
  [ -n "$id" ] || continue
  # All states that it has had, the newest first: a later deployment makes a successful one inactive.
  statuses=$(gh api "$api/deployments/$id/statuses" --jq '.[] | "\(.state) \(.log_url)"')
  read -r state url <<<"$statuses"
  run=${url#*/runs/}
  run=${run%%/*}
  case $state in success | inactive | failure | error) ;; *) continue ;; esac
  if [ -z "$newest" ]; then
    newest=$sha
    # Its commit is the one of the workflow, not the one that was deployed.
    [[ $(workflow_of "$run") != *back.yml* ]] || {
      echo "::error::$STAGE has gone back already. To go back further, name the run of a release." >&2
      exit 1
    }
  elif grep -q '^success ' <<<"$statuses" && [[ $(workflow_of "$run") == *release.yml* ]] &&
    [ "$(gh api "$api/compare/$newest...$sha" --jq .status)" = behind ]; then
    echo "run=$run"
    exit
  fi
done <<<"$deployments"
echo "::error::No earlier release of $STAGE is known here: name the run of a release." >&2
exit 1
