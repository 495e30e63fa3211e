import type { App } from 'aws-cdk-lib';
import { EdgeWatch } from './edge-watch.ts';
import { Edge } from './edge.ts';
import { toEdgeStackName, toEdgeWatchStackName, toStackName } from './outputs.ts';
import { Portal } from './portal.ts';
import { resolveProjectPath } from './project.ts';
import { reportMissingSettings } from './readiness.ts';
import type { Stage } from './stages.ts';

/** Adds the stacks of a stage to the app; `pageFolder` is the folder of the built page. */
export const addStage = (app: App, stage: Stage, pageFolder = resolveProjectPath('dist', 'web')) => {
  const commonProps = {
    stage,
    tags: { portal: 'retailer-support', stage: stage.name },
    terminationProtection: stage.keepsData,
  };
  const edge = new Edge(app, toEdgeStackName(stage.name), commonProps);
  const portal = new Portal(app, toStackName(stage.name), { ...commonProps, edge, pageFolder });
  reportMissingSettings(edge, stage);
  reportMissingSettings(portal, stage, { detailsStack: edge.stackName });
  const edgeWatch = new EdgeWatch(app, toEdgeWatchStackName(stage.name), { ...commonProps, edge, portal });
  return { edge, portal, edgeWatch };
};
