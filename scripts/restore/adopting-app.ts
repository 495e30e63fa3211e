import { App } from 'aws-cdk-lib';
import * as z from 'zod/mini';
import { addStage } from '#infra/stacks.ts';
import { findStage, parseStageSettings } from '#infra/stages.ts';

/** The stage `local` with backups, as one that keeps data; after a restore with tables of other names. Run with CDK_OUTDIR and CDK_CONTEXT_JSON. */
const adoptedTables = z.record(z.string(), z.string()).parse(JSON.parse(process.env['ADOPTED_TABLES'] ?? '{}'));
const { name, ...settings } = findStage('local');
addStage(new App(), { name, ...parseStageSettings({ ...settings, adoptedTables, keepsData: true, backups: true }) });
