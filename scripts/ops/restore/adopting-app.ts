import { App } from 'aws-cdk-lib';
import * as z from 'zod/mini';
import { addStage } from '#infra/stacks.ts';
import { findStage, parseStageSettings } from '#infra/stages.ts';

// CDK app of the stage `local` with backups and retained data, run with CDK_OUTDIR and CDK_CONTEXT_JSON.

/** Names of restored tables by table name; the stage uses them instead of its own tables. */
const adoptedTables = z.record(z.string(), z.string()).parse(JSON.parse(process.env['ADOPTED_TABLES'] ?? '{}'));
const { name, ...settings } = findStage('local');
addStage(new App(), { name, ...parseStageSettings({ ...settings, adoptedTables, keepsData: true, backups: true }) });
