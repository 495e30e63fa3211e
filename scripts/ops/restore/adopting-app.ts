import { App } from 'aws-cdk-lib';
import * as z from 'zod/mini';
import { addStage } from '#infra/stacks.ts';
import { findStage, parseStageSettings } from '#infra/stages.ts';

/**
 * Stage `local` with backups and retained data. After a restore, the environment variable ADOPTED_TABLES holds the names of
 * the restored tables, which the stage uses instead. Run with CDK_OUTDIR and CDK_CONTEXT_JSON.
 */
const adoptedTables = z.record(z.string(), z.string()).parse(JSON.parse(process.env['ADOPTED_TABLES'] ?? '{}'));
const { name, ...settings } = findStage('local');
addStage(new App(), { name, ...parseStageSettings({ ...settings, adoptedTables, keepsData: true, backups: true }) });
