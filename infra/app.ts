import { App } from 'aws-cdk-lib';
import * as z from 'zod/mini';
import { addStage } from './stacks.ts';
import { findStage } from './stages.ts';
import { applyTrialUpdate } from './trial-update.ts';

const app = new App();
const stageName = z._default(z.string(), 'dev').parse(app.node.tryGetContext('stage'));
const { portal } = addStage(app, findStage(stageName));
// The nightly workflow (.github/workflows/nightly.yml) uses this option to test an update.
if (app.node.tryGetContext('trial') === 'update') applyTrialUpdate(portal);
