/** Held by `npm run types`: a function that lacks a variable of its environment does not compile. */
import type { Construct } from 'constructs';
import type { EnvironmentVariables } from '#shared/env.ts';
import { featureFunction } from './feature-function.ts';
import type { Stage } from './stages.ts';

export const environmentIsTheFunctionsOwn = (
  scope: Construct,
  stage: Stage,
  environment: EnvironmentVariables<'repairs'>,
) => {
  const { REPAIRS_TABLE, ...incomplete } = environment;
  featureFunction(scope, { feature: 'repairs', stage, environment: { ...incomplete, REPAIRS_TABLE } });
  // @ts-expect-error a variable is missing
  featureFunction(scope, { feature: 'repairs', stage, environment: incomplete });
  // @ts-expect-error the environment is another function's
  featureFunction(scope, { feature: 'auth', stage, environment });
  // @ts-expect-error no route leads to it
  featureFunction(scope, { feature: 'emails', stage, environment: { STAGE: stage.name, REGION: 'nuk' } });
};
