import type { ResourceType } from './deploy.ts';

/** Resource types without effect on one machine: monitoring, costs, access control and notifications. */
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

// Returns placeholder names, so that references to the resource can be resolved.
const placeholder: ResourceType = ({ logicalId, type, stackContext }) => {
  const [, service = ''] = type.split('::');
  const arn = `arn:aws:${service.toLowerCase()}:${stackContext.region}:${stackContext.accountId}:${stackContext.stackName}/${logicalId}`;
  return { ref: logicalId, attributes: { Arn: arn, Id: logicalId, BackupPlanId: logicalId } };
};

export const ignoredResourceTypes: Record<string, ResourceType> = Object.fromEntries(
  types.map((type) => [type, placeholder]),
);
