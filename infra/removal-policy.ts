import { RemovalPolicy } from 'aws-cdk-lib';
import type { Stage } from './stages.ts';

/** What becomes of people's data (tables, pools) when its stack no longer has it. They are protected from deletion, too. */
export const dataRemovalPolicy = (stage: Stage) => (stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY);

/** Of everything else: kept, but not where the very first deployment fails, which can then be repeated. */
export const removalPolicy = (stage: Stage) =>
  stage.keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
