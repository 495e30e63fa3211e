import type { Environment } from 'aws-cdk-lib';
import type { Stage } from './stages.ts';

export const environmentOf = ({ account }: Stage, region: string): Environment => ({
  region,
  ...(account !== undefined && { account }),
});
