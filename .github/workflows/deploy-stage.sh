#!/usr/bin/env bash
# Deploys a stage from the assembly in cdk.out/STAGE. CloudFormation takes the portal back where an alarm rings meanwhile, or in the
# quarter of an hour after. Needs STAGE, AWS_REGION and credentials. ROLLBACK=off deploys a repair while alarms ring.
set -euo pipefail

portal=retailer-support-portal-$STAGE

# Each stack by itself: an alarm is watched from its own region only. The page is built already.
deploy() {
  npx cdk deploy "$@" --exclusively --app "cdk.out/$STAGE" --build true --require-approval never --strict
}

# The alarms of the version that is there now; before a first deployment there are none.
said=$(mktemp)
if ! alarms=$(aws cloudformation describe-stacks --stack-name "$portal" --output text \
  --query "Stacks[0].Outputs[?OutputKey=='RollbackAlarms'].OutputValue" 2>"$said"); then
  grep -q 'does not exist' "$said" || {
    cat "$said" >&2
    exit 1
  }
fi

triggers=()
if [ "${ROLLBACK:-on}" = off ]; then
  triggers=(--rollback-trigger-alarm-arns none)
else
  for alarm in $alarms; do
    case $alarm in arn:*) triggers+=(--rollback-trigger-alarm-arns "$alarm") ;; esac
  done
  [ ${#triggers[@]} -eq 0 ] || triggers+=(--monitoring-time-minutes 15)
fi

deploy "$portal-edge"
deploy "$portal" "${triggers[@]}"
deploy "$portal-edge-watch"

# Those that take nothing back still end the release here.
[ "${ROLLBACK:-on}" != off ] || exit 0
for region in "$AWS_REGION" us-east-1; do
  ringing=$(aws cloudwatch describe-alarms --region "$region" --state-value ALARM --alarm-name-prefix "$portal" \
    --query 'MetricAlarms[].AlarmName' --output text)
  [ -z "$ringing" ] || {
    echo "::error::$ringing"
    exit 1
  }
done
