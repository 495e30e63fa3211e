import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import * as z from 'zod/mini';
import { inProject } from '#infra/project.ts';
import { addStage } from '#infra/stacks.ts';
import type { Stage } from '#infra/stages.ts';
import { synthesizedFile } from './synthesized.ts';
import { testedStages } from './tested-stages.ts';

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

const tinyPage = (folder: string) => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets', 'main-1.js'), '');
  return folder;
};

/** The rules of cdk-nag that the app's constructs acknowledge, with their reasons. */
const acknowledgedIn = (app: App) =>
  app.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === 'aws:cdk:acknowledged-rules')
    .flatMap(({ data }) => Object.entries<string>(data))
    .filter(([rule]) => rule.includes('AwsSolutions'));

/** A stage as `cdk synth` makes it, with the same flags, but without bundling and with a page of two files. */
const synthesize = (stage: Stage, context: Record<string, unknown>, folder: string) => {
  const outdir = join(folder, 'cdk.out');
  const app = new App({ outdir, context: { ...context, 'aws:cdk:bundling-stacks': [] } });
  const { edge, portal, edgeWatch } = addStage(app, stage, tinyPage(join(folder, 'web')));
  const assembly = app.synth();
  const templateOf = ({ artifactId }: { readonly artifactId: string }): unknown =>
    assembly.getStackArtifact(artifactId).template;
  return {
    outdir,
    edge: templateOf(edge),
    portal: templateOf(portal),
    edgeWatch: templateOf(edgeWatch),
    acknowledged: acknowledgedIn(app),
    violations: new AwsSolutionsChecks(app).validateScope(app).violations,
  };
};

/** Jest's global setup: synthesizes every tested stage once for all suites. An .mts, for jest to hand it to Node as it is. */
export default function synthesizeStages() {
  // What CDK has deprecated is an error here, before it is gone.
  process.env['JSII_DEPRECATED'] = 'fail';
  const folder = mkdtempSync(join(tmpdir(), 'synthesized-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { context } = cdkJson.parse(JSON.parse(readFileSync(inProject('cdk.json'), 'utf8')));
  for (const [title, stage] of Object.entries(testedStages)) {
    const file = synthesizedFile(folder, title);
    writeFileSync(file, JSON.stringify(synthesize(stage, context, file.replace(/\.json$/, ''))));
  }
  process.env['SYNTHESIZED_STAGES'] = folder;
}
