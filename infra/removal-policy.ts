import { RemovalPolicy } from 'aws-cdk-lib';
import type { Stage } from './stages.ts';

/** What becomes of a resource when its stack no longer has it. */
export const removalPolicy = (stage: Stage) => (stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY);
