import type { App } from 'aws-cdk-lib';
import { Edge } from './edge.ts';
import { edgeStackName, stackName } from './outputs.ts';
import { Portal } from './portal.ts';
import { inProject } from './project.ts';
import type { Stage } from './stages.ts';

/** Adds both stacks of a stage to the app; `web` is the folder of the built page. */
export const addStage = (app: App, stage: Stage, web = inProject('dist', 'web')) => {
  const shared = { stage, tags: { portal: 'retailer-support', stage: stage.name } };
  const edge = new Edge(app, edgeStackName(stage.name), shared);
  const portal = new Portal(app, stackName(stage.name), { ...shared, edge, web });
  return { edge, portal };
};
