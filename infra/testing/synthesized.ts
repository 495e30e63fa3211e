import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod/mini';
import type { synthesize } from './synthesize-stages.mts';
import { toSynthesizedFile, templateMistakesFile, testedStages } from './tested-stages.ts';

/**
 * Reads a tested stage's templates, output folder and cdk-nag findings, which `synthesize-stages.mts` creates once for
 * all suites.
 */
export const readSynthesized = (title: string) => {
  const file = toSynthesizedFile(process.env['SYNTHESIZED_STAGES'] ?? '', title);
  const { edge, portal, edgeWatch, ...results }: ReturnType<typeof synthesize> = JSON.parse(readFileSync(file, 'utf8'));
  return {
    ...results,
    edge: Template.fromJSON(edge),
    portal: Template.fromJSON(portal),
    edgeWatch: Template.fromJSON(edgeWatch),
  };
};

export const readAllStages = () =>
  Object.entries(testedStages).map(([title, stage]) => ({ title, stage, ...readSynthesized(title) }));

/** Reads the findings of CDK's validation for `templateMistakes`, as JSON. */
export const readMistakeFindings = () =>
  readFileSync(join(process.env['SYNTHESIZED_STAGES'] ?? '', templateMistakesFile), 'utf8');

/** Renders a CloudFormation value as text, with `<LogicalId>` or `<LogicalId.Attribute>` for each reference. */
export const renderIntrinsic = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const parsed = intrinsic.parse(value);
  if ('Ref' in parsed) return `<${parsed.Ref}>`;
  if ('Fn::GetAtt' in parsed) return `<${parsed['Fn::GetAtt'].join('.')}>`;
  if ('Fn::Sub' in parsed) return parsed['Fn::Sub'].replaceAll('${', '<').replaceAll('}', '>');
  return parsed['Fn::Join'][1].map(renderIntrinsic).join(parsed['Fn::Join'][0]);
};

const intrinsic = z.union([
  z.strictObject({ Ref: z.string() }),
  z.strictObject({ 'Fn::GetAtt': z.array(z.string()) }),
  z.strictObject({ 'Fn::Sub': z.string() }),
  z.strictObject({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) }),
]);

export const findResourceProperties = (template: Template, type: string) =>
  Object.entries(template.findResources(type)).map(([id, resource]) => ({ id, ...resource['Properties'] }));
