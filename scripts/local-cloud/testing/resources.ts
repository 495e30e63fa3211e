import type { FunctionDefinition } from '../lambda/function-process.ts';
import type { Resource, ResourceType } from '../template/deploy.ts';

/** Deployment context of resources in a stack `shop`. */
export const stackContext: Resource['stackContext'] = {
  stackName: 'shop',
  region: 'eu-central-1',
  accountId: '000000000000',
  assets: new Map(),
};

/** Creates a resource of that stack from its template properties. */
export const makeResource = (
  types: Readonly<Record<string, ResourceType>>,
  type: string,
  properties: Record<string, unknown>,
  changes: Partial<Resource> = {},
) => {
  const make = types[type];
  if (!make) throw new Error(`there is no resource type ${type}`);
  return make({ logicalId: 'Resource', type, properties, stackContext, ...changes });
};

/** Builds a function definition for pools and processes. */
export const buildFunctionDefinition = (changes: Partial<FunctionDefinition> = {}): FunctionDefinition => ({
  name: 'one',
  arn: 'arn:aws:lambda:eu-central-1:000000000000:function:one',
  roleArn: 'arn:aws:iam::000000000000:role/one',
  codeFolder: '/',
  handler: 'index.handler',
  environment: {},
  timeoutSeconds: 1,
  memoryMegabytes: 128,
  ...changes,
});
