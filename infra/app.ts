import { App } from 'aws-cdk-lib';
import * as z from 'zod/mini';
import { addStage } from './stacks.ts';
import { findStage } from './stages.ts';
import { applyTrialUpdate } from './trial-update.ts';

const app = new App();
const stageName = z._default(z.string(), 'dev').parse(app.node.tryGetContext('stage'));
const { portal } = addStage(app, findStage(stageName));
// For the nightly stage (.github/workflows/nightly.yml).
if (app.node.tryGetContext('trial') === 'update') applyTrialUpdate(portal);
