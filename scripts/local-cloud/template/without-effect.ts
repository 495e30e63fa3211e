import type { ResourceType } from './deploy.ts';

/** Types that an app on one machine can do without: who watches, who pays, who is kept out, who is told. */
const types = [
  'AWS::Backup::BackupPlan',
  'AWS::Backup::BackupSelection',
  'AWS::Budgets::Budget',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::KMS::Key',
  'AWS::Lambda::LayerVersion',
  'AWS::Logs::Delivery',
  'AWS::Logs::DeliveryDestination',
  'AWS::Logs::DeliverySource',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::Logs::ResourcePolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'Custom::S3AutoDeleteObjects',
] as const;

// Names, so that what refers to them can be put together; nothing answers behind them.
const nothing: ResourceType = ({ logicalId, type, place }) => {
  const [, service = ''] = type.split('::');
  const arn = `arn:aws:${service.toLowerCase()}:${place.region}:${place.accountId}:${place.stackName}/${logicalId}`;
  return { ref: logicalId, attributes: { Arn: arn, Id: logicalId, BackupPlanId: logicalId } };
};

export const withoutEffect: Record<string, ResourceType> = Object.fromEntries(types.map((type) => [type, nothing]));
