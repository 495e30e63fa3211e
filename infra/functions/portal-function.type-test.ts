/** Checked by `npm run types`: a function without one of its variables is a type error. */
import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Stage } from '#infra/stages.ts';
import { createPortalFunction } from './portal-function.ts';

export const checkEnvironmentTypes = (scope: Construct, stage: Stage) => {
  const props = { stage, timeout: Duration.seconds(10) };
  const environment = { EVENT_BUS_NAME: 'bus', LOST_CHANGES_URL: 'queue' };
  createPortalFunction(scope, 'record-stream', { ...props, environment });
  // @ts-expect-error a variable is missing
  createPortalFunction(scope, 'record-stream', { ...props, environment: { EVENT_BUS_NAME: 'bus' } });
  // @ts-expect-error the variables belong to another function
  createPortalFunction(scope, 'auth', { ...props, environment });
};
