import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, CfnOutput, CfnResource, Fn, Stack } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import * as z from 'zod/mini';
import { inProject } from '#infra/project.ts';
import { refuseUnready } from '#infra/readiness.ts';
import { addStage } from '#infra/stacks.ts';
import type { Stage } from '#infra/stages.ts';
import { stageNames } from '#infra/stages.ts';
import { synthesizedFile, templateMistakes, templateMistakesFile, testedStages } from './tested-stages.ts';

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

const tinyPage = (folder: string) => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets', 'main-1.js'), '');
  for (const name of stageNames) mkdirSync(join(folder, 'documents', name), { recursive: true });
  return folder;
};

const acknowledgedIn = (app: App) =>
  app.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === 'aws:cdk:acknowledged-rules')
    .flatMap(({ data }) => Object.entries<string>(data))
    .filter(([rule]) => rule.includes('AwsSolutions'));

// Nothing is bundled, and what stages lack is read from their metadata: a report of it would be printed at each run.
const quiet = { 'aws:cdk:bundling-stacks': [], '@aws-cdk/core:annotationsInValidationReport': false };

/** What `cdk` prints of a construct and all within, and stops at: where it is an error, or with --strict. */
const refusalsIn = ({ node }: IConstruct) =>
  node
    .findAll()
    .flatMap((each) => each.node.metadata)
    .filter(({ type }) => ['aws:cdk:warning', 'aws:cdk:error'].includes(type))
    .map(({ type, data }) => ({ type, text: String(data) }));

const refusalWithAccount = (stage: Stage) => {
  const stack = new Stack(new App(), 'Portal');
  refuseUnready(stack, stage, '', '123456789012');
  return refusalsIn(stack);
};

/** What CDK's own validation of CloudFormation has found: it runs at each synthesis, and says nothing where there is nothing. */
const findingsIn = (outdir: string): unknown =>
  JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')).pluginReports;

/** A stage as `cdk synth` makes it, with the same flags, but without bundling and with a page of two files. */
export const synthesize = (stage: Stage, context: Record<string, unknown>, folder: string) => {
  const outdir = join(folder, 'cdk.out');
  const app = new App({ outdir, context: { ...context, ...quiet } });
  const { edge, portal, edgeWatch } = addStage(app, stage, tinyPage(join(folder, 'web')));
  const assembly = app.synth();
  const templateOf = ({ artifactId }: { readonly artifactId: string }): object =>
    assembly.getStackArtifact(artifactId).template;
  const stacks = [edge, portal].map(({ artifactId }) => assembly.getStackArtifact(artifactId));
  return {
    outdir,
    edge: templateOf(edge),
    portal: templateOf(portal),
    edgeWatch: templateOf(edgeWatch),
    environments: stacks.map(({ environment }) => environment.name),
    isProtected: stacks.map(({ terminationProtection }) => terminationProtection === true),
    refusal: refusalsIn(app),
    refusalWithAccount: refusalWithAccount(stage),
    acknowledged: acknowledgedIn(app),
    violations: new AwsSolutionsChecks(app).validateScope(app).violations,
    findings: findingsIn(outdir),
  };
};

const findingsOfMistakes = (context: Record<string, unknown>, outdir: string) => {
  const app = new App({ outdir, context: { ...context, ...quiet } });
  const stack = new Stack(app, 'Mistakes');
  for (const [id, resource] of Object.entries(templateMistakes)) new CfnResource(stack, id, resource);
  new CfnOutput(stack, 'UnknownAttribute', { value: Fn.getAtt('Right', 'Size').toString() });
  try {
    app.synth();
    return [];
  } catch {
    return findingsIn(outdir);
  }
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
  writeFileSync(
    join(folder, templateMistakesFile),
    JSON.stringify(findingsOfMistakes(context, join(folder, 'mistakes'))),
  );
  process.env['SYNTHESIZED_STAGES'] = folder;
}
