import type { CfnResource, Stack } from 'aws-cdk-lib';
import { logGroup } from './log-group.ts';
import type { Stage } from './stages.ts';

/** As CDK calls what it adds to a stack with the first bucket that is emptied before it is deleted. */
const provider = 'Custom::S3AutoDeleteObjectsCustomResourceProvider';

/**
 * Gives CDK's function that empties buckets a log of the stack. The log that Lambda makes by itself would outlive the stack, and never
 * forget; so the function's role may write into this one, and make none.
 */
export const logEmptying = (stack: Stack, stage: Stage): void => {
  const log = logGroup(stack, 'EmptyingLog', stage);
  const [handler, role] = ['Handler', 'Role'].map(
    (part) => stack.node.findChild(provider).node.findChild(part) as CfnResource,
  );
  handler?.addPropertyOverride('LoggingConfig', { LogFormat: 'JSON', LogGroup: log.logGroupName });
  role?.addPropertyDeletionOverride('ManagedPolicyArns');
  role?.addPropertyOverride('Policies', [
    {
      PolicyName: 'Log',
      PolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Resource: log.logGroupArn },
        ],
      },
    },
  ]);
};
