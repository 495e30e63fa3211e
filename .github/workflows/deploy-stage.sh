#!/usr/bin/env bash
# Deploys a stage, for the pipeline and for a person: may be repeated until it succeeds. Needs STAGE, AWS_REGION and credentials.
# CloudFormation takes the portal back where an alarm rings meanwhile, or in the quarter of an hour after. Alarms that ring before
# are left out, so that a repair or an older version can be deployed; ROLLBACK=off leaves all of them out. SYNTHESIZED=yes deploys
# the assembly in cdk.out/STAGE instead of these sources. TRIAL=update adds the changes of infra/trial-update.ts.
set -euo pipefail

portal=retailer-support-portal-$STAGE
policy=$(dirname "$0")/../../infra/stack-policy.json
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

# The topics of a region's alarms that reach nobody: a subscription was never confirmed, or has been removed since.
silent() {
  local topic
  for topic in $(aws cloudwatch describe-alarms --region "$1" --alarm-name-prefix "$portal-" --output text \
    --query "MetricAlarms[].AlarmActions[] | [?contains(@, ':sns:')]" | tr '\t' '\n' | sort -u); do
    [ "$(aws sns get-topic-attributes --region "$1" --topic-arn "$topic" --output text \
      --query Attributes.SubscriptionsConfirmed)" != 0 ] || echo "$topic"
  done
}

# In these states the CDK asks a question, or waits for CloudFormation, and the pipeline has nobody who answers.
refuse_stuck() {
  local status
  status=$(ask "$1" "$2" StackStatus)
  case $status in
    REVIEW_IN_PROGRESS | ROLLBACK_FAILED) ;;
    *_IN_PROGRESS | *_FAILED)
      echo "::error::$1 is in $status, and nothing can be deployed: docs/runbooks/stuck-stack.md says what to do."
      exit 1
      ;;
  esac
}

# The resources that the stack policy protects, and that the running stack has and the assembly has not.
lost() {
  aws cloudformation list-stack-resources --stack-name "$portal" --region "$AWS_REGION" --output text \
    --query "StackResourceSummaries[?!starts_with(ResourceStatus, 'DELETE_')].[ResourceType, LogicalResourceId]" |
    node -e '
      const { Statement } = JSON.parse(fs.readFileSync(process.argv[1]));
      const { Resources } = JSON.parse(fs.readFileSync(process.argv[2]));
      const protectedTypes = Statement.flatMap(({ Condition }) => Condition?.StringEquals.ResourceType ?? []);
      for (const line of fs.readFileSync(0, "utf8").split("\n")) {
        const [type, id] = line.split("\t");
        if (protectedTypes.includes(type) && Resources[id]?.Type !== type) console.log(`${type} ${id}`);
      }' "$policy" "cdk.out/$STAGE/$portal.template.json"
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

[ -n "${SYNTHESIZED:-}" ] || cdk synth --quiet -c "stage=$STAGE" ${TRIAL:+-c "trial=$TRIAL"} -o "cdk.out/$STAGE"

# The roles of another stage in the same account could deploy and read a stage with data. Without credentials, the synthesis has
# compared only the accounts that infra/stages.ts names.
account=$(aws sts get-caller-identity --query Account --output text)
for manifest in cdk.out/*/manifest.json; do
  if [ "$manifest" != "cdk.out/$STAGE/manifest.json" ] && grep -qs "aws://$account/" "$manifest" &&
    grep -qs '"terminationProtection": true' "$manifest" "cdk.out/$STAGE/manifest.json"; then
    echo "::error::$account is the account of the stage in $manifest: a stage with data has an account of its own."
    exit 1
  fi
done

refuse_stuck "$portal-edge" us-east-1
refuse_stuck "$portal" "$AWS_REGION"
refuse_stuck "$portal-edge-watch" us-east-1

# An assembly from before a restore would put empty tables in place of the restored ones (docs/runbooks/restore.md).
was_protected=$(ask "$portal" "$AWS_REGION" EnableTerminationProtection)
if [ "$was_protected" = True ]; then
  losses=$(lost)
  [ -z "$losses" ] || {
    echo "::error::The stack has what this assembly lacks, so the deployment would put empty ones in their place:"
    echo "$losses"
    exit 1
  }
fi

# The alarms of the version that is there now; before a first deployment there are none.
alarms=$(ask "$portal" "$AWS_REGION" "Outputs[?OutputKey=='RollbackAlarms'].OutputValue")
rang=$(ringing)

left=
set --
if [ "${ROLLBACK:-on}" = off ]; then
  set -- --rollback-trigger-alarm-arns none
else
  for alarm in $alarms; do
    case $alarm in arn:*) ;; *) continue ;; esac
    # An alarm that rings before the deployment says nothing about it.
    if grep -qxF "${alarm##*:alarm:}" <<<"$rang"; then
      echo "${alarm##*:alarm:} rings already: it takes nothing back."
      # Otherwise CloudFormation keeps the triggers of the previous deployment.
      left=yes
    else
      set -- "$@" --rollback-trigger-alarm-arns "$alarm"
    fi
  done
  if [ $# -gt 0 ]; then
    set -- "$@" --monitoring-time-minutes 15
  elif [ -n "$left" ]; then
    set -- --rollback-trigger-alarm-arns none
  fi
fi

deploy "$portal-edge" us-east-1
deploy "$portal" "$AWS_REGION" "$@"
deploy "$portal-edge-watch" us-east-1

# From now on no deployment replaces the tables and pools of a stage that keeps data.
protected=$(ask "$portal" "$AWS_REGION" EnableTerminationProtection)
[ "$protected" != True ] || aws cloudformation set-stack-policy --stack-name "$portal" --region "$AWS_REGION" \
  --stack-policy-body "file://$policy"

# An alarm that takes nothing back still ends the release here, unless it rang before.
rings=$(ringing)
for alarm in $rings; do
  # A new table has no backup before its first night.
  case $alarm in *-backups-missing) continue ;; esac
  grep -qxF "$alarm" <<<"$rang" || {
    echo "::error::$alarm rings since this deployment"
    exit 1
  }
done

# Nobody can confirm before the first deployment. Stages that keep no data may have no subscription.
[ "$was_protected" != True ] || for region in "$AWS_REGION" us-east-1; do
  topics=$(silent "$region")
  [ -z "$topics" ] || {
    echo "::error::No confirmed subscription of $topics: docs/runbooks/first-deploy.md says how to confirm it."
    exit 1
  }
done
