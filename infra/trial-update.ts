import type { Stack } from 'aws-cdk-lib';
import { CfnUserPool } from 'aws-cdk-lib/aws-cognito';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { limits } from '#shared/config/limits.ts';

/**
 * Changes the portal as a later release could: a setting of each user pool, an index of the audit table, and the logical
 * ID of the reconciliation, which CloudFormation replaces. The nightly stage is updated like this, because two
 * releases in a row often differ in none of these. Throws if the portal lacks one of these resources.
 */
export const applyTrialUpdate = (portal: Stack): void => {
  const constructs = portal.node.findAll();
  const pools = constructs.filter((construct) => construct instanceof CfnUserPool);
  const table = constructs.find((construct) => construct instanceof Table && construct.node.id === 'audit');
  const reconciliation = constructs.find(
    (construct) => construct instanceof LambdaFunction && construct.node.id === 'reconciliation',
  );
  if (pools.length === 0 || !table || !reconciliation)
    throw new Error('The trial update found no user pool, audit table or reconciliation.');
  for (const pool of pools)
    pool.addPropertyOverride('Policies.PasswordPolicy.TemporaryPasswordValidityDays', limits.invitationDays + 1);
  (table as Table).addGlobalSecondaryIndex({
    indexName: 'trial',
    partitionKey: { name: 'trial', type: AttributeType.STRING },
  });
  (reconciliation.node.defaultChild as CfnFunction).overrideLogicalId('RenamedReconciliation');
};
