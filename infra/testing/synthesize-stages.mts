import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, CfnOutput, CfnResource, Fn, Stack } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import * as z from 'zod/mini';
import { resolveProjectPath } from '#infra/project.ts';
import { reportMissingSettings } from '#infra/readiness.ts';
import { addStage } from '#infra/stacks.ts';
import type { Stage } from '#infra/stages.ts';
import { stageNames } from '#infra/stages.ts';
import { toSynthesizedFile, templateMistakes, templateMistakesFile, testedStages } from './tested-stages.ts';

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

const writeMinimalPage = (folder: string) => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets', 'main-1.js'), '');
  for (const name of stageNames) mkdirSync(join(folder, 'documents', name), { recursive: true });
  return folder;
};

const findAcknowledgements = (app: App) =>
  app.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === 'aws:cdk:acknowledged-rules')
    .flatMap(({ data }) => Object.entries<string>(data))
    .filter(([rule]) => rule.includes('AwsSolutions'));

// Skips bundling, and the report of annotations: missing settings are read from the metadata instead of being printed
// on each run.
const quietContext = { 'aws:cdk:bundling-stacks': [], '@aws-cdk/core:annotationsInValidationReport': false };

/** Returns the annotations of a construct tree that make `cdk` stop: errors, and warnings with --strict. */
const findAnnotations = ({ node }: IConstruct) =>
  node
    .findAll()
    .flatMap((construct) => construct.node.metadata)
    .filter(({ type }) => ['aws:cdk:warning', 'aws:cdk:error'].includes(type))
    .map(({ type, data }) => ({ type, text: String(data) }));

/** Returns the annotations about missing settings if the account to deploy to is known. */
const annotateWithAccount = (stage: Stage) => {
  const stack = new Stack(new App(), 'Portal');
  reportMissingSettings(stack, stage, { account: '123456789012' });
  return findAnnotations(stack);
};

/**
 * Reads the findings of CDK's template validation, which runs at each synthesis and prints nothing without findings.
 */
const readFindings = (outdir: string): unknown =>
  JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')).pluginReports;

/** Synthesizes a stage as `cdk synth` does, with the same flags, but without bundling and with a minimal page. */
export const synthesize = (stage: Stage, context: Record<string, unknown>, folder: string) => {
  const outdir = join(folder, 'cdk.out');
  const app = new App({ outdir, context: { ...context, ...quietContext } });
  const { edge, portal, edgeWatch } = addStage(app, stage, writeMinimalPage(join(folder, 'web')));
  const assembly = app.synth();
  const readTemplate = ({ artifactId }: { readonly artifactId: string }): object =>
    assembly.getStackArtifact(artifactId).template;
  const stacks = [edge, portal].map(({ artifactId }) => assembly.getStackArtifact(artifactId));
  return {
    outdir,
    edge: readTemplate(edge),
    portal: readTemplate(portal),
    edgeWatch: readTemplate(edgeWatch),
    environments: stacks.map(({ environment }) => environment.name),
    isProtected: stacks.map(({ terminationProtection }) => terminationProtection === true),
    missingSettingsReports: findAnnotations(app),
    missingSettingsReportsWithAccount: annotateWithAccount(stage),
    acknowledgedRules: findAcknowledgements(app),
    violations: new AwsSolutionsChecks(app).validateScope(app).violations,
    findings: readFindings(outdir),
  };
};

const synthesizeMistakes = (context: Record<string, unknown>, outdir: string) => {
  const app = new App({ outdir, context: { ...context, ...quietContext } });
  const stack = new Stack(app, 'Mistakes');
  for (const [id, resource] of Object.entries(templateMistakes)) new CfnResource(stack, id, resource);
  new CfnOutput(stack, 'UnknownAttribute', { value: Fn.getAtt('ValidResource', 'Size').toString() });
  try {
    app.synth();
    return [];
  } catch {
    return readFindings(outdir);
  }
};

/**
 * Jest global setup that synthesizes every tested stage once for all suites. It is an .mts file so that Jest passes it
 * to Node.js unchanged.
 */
export default function synthesizeStages() {
  // Turns the use of deprecated CDK APIs into an error.
  process.env['JSII_DEPRECATED'] = 'fail';
  const folder = mkdtempSync(join(tmpdir(), 'synthesized-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { context } = cdkJson.parse(JSON.parse(readFileSync(resolveProjectPath('cdk.json'), 'utf8')));
  for (const [title, stage] of Object.entries(testedStages)) {
    const file = toSynthesizedFile(folder, title);
    writeFileSync(file, JSON.stringify(synthesize(stage, context, file.replace(/\.json$/, ''))));
  }
  writeFileSync(
    join(folder, templateMistakesFile),
    JSON.stringify(synthesizeMistakes(context, join(folder, 'mistakes'))),
  );
  process.env['SYNTHESIZED_STAGES'] = folder;
}
