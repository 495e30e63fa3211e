import type { Environment } from 'aws-cdk-lib';
import type { Stage } from './stages.ts';

/** Where a stack of the stage belongs. With an account named, CDK deploys it to no other. */
export const environmentOf = ({ account }: Stage, region: string): Environment => ({
  region,
  ...(account !== undefined && { account }),
});
