import { App } from 'aws-cdk-lib';
import * as z from 'zod/mini';
import { addStage } from './stacks.ts';
import { findStage } from './stages.ts';

const app = new App();
const stageName = z._default(z.string(), 'dev').parse(app.node.tryGetContext('stage'));
addStage(app, findStage(stageName));
