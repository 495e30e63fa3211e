import type { Stage } from './stages.ts';

/** A name of something that CloudFront or CloudWatch has once for all regions: a stage that moves to another region, or stands in two, keeps room for both. */
export const globalName = (stage: Stage, id: string) =>
  `retailer-support-portal-${stage.name}-${stage.awsRegion}-${id}`;
