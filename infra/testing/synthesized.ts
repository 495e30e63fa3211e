import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod/mini';
import { testedStages } from './tested-stages.ts';

const anyTemplate = z.record(z.string(), z.unknown());
const refusals = z.array(z.object({ type: z.string(), text: z.string() }));
const synthesizedStage = z.object({
  outdir: z.string(),
  edge: anyTemplate,
  portal: anyTemplate,
  edgeWatch: anyTemplate,
  environments: z.array(z.string()),
  isProtected: z.array(z.boolean()),
  refusal: refusals,
  refusalWithAccount: refusals,
  acknowledged: z.array(z.tuple([z.string(), z.string()])),
  violations: z.array(z.unknown()),
  findings: z.array(z.unknown()),
});

export const synthesizedFile = (folder: string, title: string) => join(folder, `${title.replaceAll(/\W+/g, '-')}.json`);

/** Of a tested stage: its templates, its output folder, and what cdk-nag says of it. Made once for all suites by `synthesize-stages.mts`. */
export const synthesized = (title: string) => {
  const file = synthesizedFile(process.env['SYNTHESIZED_STAGES'] ?? '', title);
  const { edge, portal, edgeWatch, ...rest } = synthesizedStage.parse(JSON.parse(readFileSync(file, 'utf8')));
  return {
    ...rest,
    edge: Template.fromJSON(edge),
    portal: Template.fromJSON(portal),
    edgeWatch: Template.fromJSON(edgeWatch),
  };
};

export const everyStage = () =>
  Object.entries(testedStages).map(([title, stage]) => ({ title, stage, ...synthesized(title) }));

export const templateMistakesFile = 'template-mistakes.json';

/** One resource that is right, and one with each kind of mistake that CloudFormation would only find at the deployment. */
export const templateMistakes: Readonly<Record<string, { type: string; properties: Record<string, unknown> }>> = {
  Right: { type: 'AWS::SQS::Queue', properties: { VisibilityTimeout: 30 } },
  UnknownProperty: { type: 'AWS::SQS::Queue', properties: { VisibilityTimeOut: 30 } },
  MissingProperty: { type: 'AWS::Logs::MetricFilter', properties: { FilterPattern: '', LogGroupName: 'log' } },
  WrongType: { type: 'AWS::SQS::Queue', properties: { VisibilityTimeout: 'soon' } },
  WrongChoice: {
    type: 'AWS::Lambda::Function',
    properties: {
      Code: { ZipFile: '' },
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: 'arn:aws:iam::123456789012:role/a',
      TracingConfig: { Mode: 'Sometimes' },
    },
  },
};

/** What CDK's validation says of them, as JSON. */
export const foundMistakes = () =>
  readFileSync(join(process.env['SYNTHESIZED_STAGES'] ?? '', templateMistakesFile), 'utf8');

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

export const propertiesOf = (template: Template, type: string) =>
  Object.entries(template.findResources(type)).map(([id, resource]) => ({ id, ...resource['Properties'] }));
