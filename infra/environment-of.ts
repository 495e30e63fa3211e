import type { Environment } from 'aws-cdk-lib';
import type { Stage } from './stages.ts';

/** With an account named, CDK deploys to no other. */
export const environmentOf = ({ account }: Stage, region: string): Environment => ({
  region,
  ...(account !== undefined && { account }),
});
