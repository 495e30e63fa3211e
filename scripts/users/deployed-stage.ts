import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { outputs, stackName } from '#infra/outputs.ts';
import { findStage } from '#infra/stages.ts';
import type { RegionId } from '#shared/regions.ts';
import type { TableName } from '#shared/tables.ts';

/** A deployed stage as scripts need it: its settings, and the names of what AWS made. Throws when it isn't deployed. */
export const deployedStage = async (name: string) => {
  const stage = findStage(name);
  const cloudFormation = new CloudFormationClient({ region: stage.awsRegion });
  const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stackName(name) }));
  const values = new Map(Stacks?.[0]?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  const output = (key: string) => {
    const value = values.get(key);
    if (!value) throw new Error(`The stack ${stackName(name)} has no output ${key}. Is it deployed whole?`);
    return value;
  };
  return {
    stage,
    siteUrl: output(outputs.siteUrl),
    table: (table: TableName) => output(outputs.table(table)),
    originSecret: () => output(outputs.originSecret),
    captchaSecret: () => output(outputs.captchaSecret),
    userPoolId: (region: RegionId) => output(outputs.userPoolId(region)),
  };
};
