#!/usr/bin/env bash
# Prints `run=ID`: the run of the release to which STAGE goes back. Without RUN it is the last release that succeeded before the
# newest attempt, whether that attempt succeeded or not: a release that an alarm stopped without rollback is still deployed. RUN
# names another release that STAGE has had. Needs GH_TOKEN, which may read deployments and actions, and GitHub's own variables.
set -euo pipefail

api=repos/$GITHUB_REPOSITORY
workflow_of() { gh api "$api/actions/runs/$1" --jq .path; }

# The run of a deployment, from its states. A later deployment makes it inactive, without naming a run.
run_of() {
  local url
  url=$(grep -om1 '/runs/[0-9]*' <<<"$1" || true)
  echo "${url#/runs/}"
}

newest=
deployments=$(gh api "$api/deployments?environment=$STAGE&per_page=100" --jq '.[] | "\(.id) \(.sha)"')
while read -r id sha; do
  [ -n "$id" ] || continue
  # All states that it has had, the newest first: a later deployment makes a successful one inactive.
  statuses=$(gh api "$api/deployments/$id/statuses" --jq '.[] | "\(.state) \(.log_url)"')
  read -r state _ <<<"$statuses"
  run=$(run_of "$statuses")
  # Only releases that were deployed here: any other run, such as that of a pull request, holds an assembly as well.
  if [ -n "${RUN:-}" ]; then
    if [ "$run" = "$RUN" ] && grep -q '^success ' <<<"$statuses" && [[ $(workflow_of "$run") == *release.yml* ]]; then
      echo "run=$run"
      exit
    fi
    continue
  fi
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
[ -z "${RUN:-}" ] || {
  echo "::error::Run $RUN is no release that $STAGE has had." >&2
  exit 1
}
echo "::error::No earlier release of $STAGE is known here: name the run of a release." >&2
exit 1
