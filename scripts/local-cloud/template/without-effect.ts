import type { ResourceType } from './deploy.ts';

/** Types that an app on one machine can do without: who watches, who pays, who is kept out, who is told. */
const types = {
  Backup: 'BackupPlan BackupSelection',
  Budgets: 'Budget',
  CloudFront: 'OriginAccessControl',
  CloudWatch: 'Alarm CompositeAlarm Dashboard',
  KMS: 'Key',
  Lambda: 'LayerVersion',
  Logs: 'Delivery DeliveryDestination DeliverySource LogGroup MetricFilter QueryDefinition ResourcePolicy',
  SNS: 'Subscription Topic TopicPolicy',
} as const;

// Names, so that what refers to them can be put together; nothing answers behind them.
const nothing: ResourceType = ({ logicalId, type, place }) => {
  const [, service = ''] = type.split('::');
  const arn = `arn:aws:${service.toLowerCase()}:${place.region}:${place.accountId}:${place.stackName}/${logicalId}`;
  return { ref: logicalId, attributes: { Arn: arn, Id: logicalId, BackupPlanId: logicalId } };
};

export const withoutEffect: Record<string, ResourceType> = Object.fromEntries([
  ['Custom::S3AutoDeleteObjects', nothing],
  ...Object.entries(types).flatMap(([service, names]) =>
    names.split(' ').map((name) => [`AWS::${service}::${name}`, nothing] as const),
  ),
]);
