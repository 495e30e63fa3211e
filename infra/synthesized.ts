import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod/mini';
import { inProject } from './project.ts';
import { addStage } from './stacks.ts';
import type { Stage } from './stages.ts';

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/** For tests: a stage as `cdk synth` makes it, with the same flags, but without bundling and with a page of two files. */
export const synthesize = (stage: Stage) => {
  const folder = mkdtempSync(join(tmpdir(), 'synthesized-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const { context } = cdkJson.parse(JSON.parse(readFileSync(inProject('cdk.json'), 'utf8')));
  const app = new App({ outdir: join(folder, 'cdk.out'), context: { ...context, 'aws:cdk:bundling-stacks': [] } });
  const { edge, portal } = addStage(app, stage, tinyPage(join(folder, 'web')));
  return { app, edge: Template.fromStack(edge), portal: Template.fromStack(portal) };
};

const tinyPage = (folder: string) => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets', 'main-1.js'), '');
  return folder;
};

/** For tests: a value of a template as text, references in angle brackets. */
export const spelled = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const parsed = intrinsic.parse(value);
  if ('Ref' in parsed) return `<${parsed.Ref}>`;
  if ('Fn::GetAtt' in parsed) return `<${parsed['Fn::GetAtt'].join('.')}>`;
  if ('Fn::Sub' in parsed) return parsed['Fn::Sub'].replaceAll('${', '<').replaceAll('}', '>');
  return parsed['Fn::Join'][1].map(spelled).join(parsed['Fn::Join'][0]);
};

const intrinsic = z.union([
  z.strictObject({ Ref: z.string() }),
  z.strictObject({ 'Fn::GetAtt': z.array(z.string()) }),
  z.strictObject({ 'Fn::Sub': z.string() }),
  z.strictObject({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) }),
]);

/** For tests: the properties of every resource of a type, by logical id. */
export const propertiesOf = (template: Template, type: string) =>
  Object.entries(template.findResources(type)).map(([id, resource]) => ({ id, ...resource['Properties'] }));
