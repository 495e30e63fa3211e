#!/usr/bin/env bash
# A stage that comes and goes, with the settings of dev: `up` deploys it, `try` tests it, `down` destroys it and shows what is left
# and what it cost. Without a word all three, the last whatever comes of the others. `previous FOLDER` deploys the older version in
# that folder and makes the data of its suite, `back FOLDER` deploys it once more over the newer one and tests it. Needs STAGE
# (try-NAME), AWS_REGION, credentials.
set -euo pipefail

portal=retailer-support-portal-$STAGE
[[ $STAGE == try-* ]] || {
  echo "$STAGE is not to be thrown away: only try-NAME is." >&2
  exit 1
}

up() { "$(dirname "$0")/deploy-stage.sh"; }

previous() {
  cd "$1"
  # By that version's own scripts.
  .github/workflows/try-stage.sh up
  npm run wire -- --stage "$STAGE"
}

back() { previous "$1"; }

try() {
  local command failed=0
  for command in contract wire; do npm run "$command" -- --stage "$STAGE" || failed=1; done
  return $failed
}

# What the stage's deletion should have taken, by name.
left() {
  set -e
  aws dynamodb list-tables --region "$AWS_REGION" --output text --query "TableNames[?starts_with(@, '$portal-')]"
  aws cognito-idp list-user-pools --region "$AWS_REGION" --max-results 60 --output text \
    --query "UserPools[?starts_with(Name, '$portal-')].Name"
  aws s3api list-buckets --output text \
    --query "Buckets[?starts_with(Name, '$portal-') || starts_with(Name, 'support-portal-uploads-$STAGE-')].Name"
  for region in "$AWS_REGION" us-east-1; do
    aws logs describe-log-groups --region "$region" --output text --query "logGroups[?contains(logGroupName, '$portal-')].logGroupName"
  done
}

down() {
  npm run --silent cdk -- destroy --all --force -c "stage=$STAGE"
  for region in "$AWS_REGION" us-east-1; do
    echo "Still tagged in $region (keys wait 30 days to be deleted; AWS names for a while what is gone):"
    aws resourcegroupstaggingapi get-resources --region "$region" --tag-filters "Key=stage,Values=$STAGE" --output text \
      --query 'ResourceTagMappingList[].[ResourceARN]'
  done
  echo 'Cost of the last days in US dollars (a day late, and nothing before the tag "stage" is activated for billing):'
  aws ce get-cost-and-usage --region us-east-1 --granularity DAILY --metrics UnblendedCost --output text \
    --time-period "Start=$(node -p 'new Date(Date.now() - 3 * 864e5).toISOString().slice(0, 10)'),End=$(date -u +%F)" \
    --filter "{\"Tags\":{\"Key\":\"stage\",\"Values\":[\"$STAGE\"]}}" --query 'ResultsByTime[].[TimePeriod.Start,Total.UnblendedCost.Amount]'
  local names
  names=$(left)
  [ -z "$names" ] || {
    echo "::error::Left over: $names"
    exit 1
  }
  echo 'Nothing is left over.'
}

[ $# -eq 0 ] || {
  "$@"
  exit
}
trap '"$0" down' EXIT
"$0" up
"$0" try
