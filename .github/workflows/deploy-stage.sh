#!/usr/bin/env bash
# Deploys a stage, for the pipeline and for a person: may be repeated until it succeeds. Needs STAGE, AWS_REGION and credentials.
# CloudFormation takes the portal back where an alarm rings meanwhile, or in the quarter of an hour after; ROLLBACK=off deploys a
# repair while alarms ring. SYNTHESIZED=yes deploys the assembly in cdk.out/STAGE instead of these sources.
set -euo pipefail

portal=retailer-support-portal-$STAGE
said=$(mktemp)
trap 'rm -f "$said"' EXIT

cdk() { npm run --silent cdk -- "$@"; }

# A value of a stack; nothing before its first deployment.
ask() {
  aws cloudformation describe-stacks --stack-name "$1" --region "$2" --query "Stacks[0].$3" --output text 2>"$said" ||
    grep -q 'does not exist' "$said" || {
    cat "$said" >&2
    exit 1
  }
}

# The alarms that ring now, in both regions.
ringing() {
  for region in "$AWS_REGION" us-east-1; do
    aws cloudwatch describe-alarms --region "$region" --state-value ALARM --alarm-name-prefix "$portal-" \
      --query 'MetricAlarms[].[AlarmName]' --output text || exit 1
  done
}

# Each stack by itself: an alarm is watched from its own region only. The page is built already.
deploy() {
  local stack=$1 region=$2 status
  shift 2
  status=$(ask "$stack" "$region" StackStatus)
  case $status in
    # CDK protects a stack before it creates it, and deletes one that could not be created before it tries again.
    ROLLBACK_COMPLETE | ROLLBACK_FAILED)
      aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name "$stack" --region "$region"
      ;;
  esac
  cdk deploy "$stack" "$@" --exclusively --app "cdk.out/$STAGE" --build true --require-approval never --strict
}

[ -n "${SYNTHESIZED:-}" ] || cdk synth --quiet -c "stage=$STAGE" -o "cdk.out/$STAGE"

# The alarms of the version that is there now; before a first deployment there are none.
alarms=$(ask "$portal" "$AWS_REGION" "Outputs[?OutputKey=='RollbackAlarms'].OutputValue")
rang=$(ringing)

set --
if [ "${ROLLBACK:-on}" = off ]; then
  set -- --rollback-trigger-alarm-arns none
else
  for alarm in $alarms; do
    case $alarm in arn:*) set -- "$@" --rollback-trigger-alarm-arns "$alarm" ;; esac
  done
  [ $# -eq 0 ] || set -- "$@" --monitoring-time-minutes 15
fi

deploy "$portal-edge" us-east-1
deploy "$portal" "$AWS_REGION" "$@"
deploy "$portal-edge-watch" us-east-1

# From now on no deployment replaces the tables and pools of a stage that keeps data.
protected=$(ask "$portal" "$AWS_REGION" EnableTerminationProtection)
[ "$protected" != True ] || aws cloudformation set-stack-policy --stack-name "$portal" --region "$AWS_REGION" \
  --stack-policy-body file://infra/stack-policy.json

# An alarm that takes nothing back still ends the release here, unless it rang before.
rings=$(ringing)
for alarm in $rings; do
  grep -qxF "$alarm" <<<"$rang" || {
    echo "::error::$alarm rings since this deployment"
    exit 1
  }
done
