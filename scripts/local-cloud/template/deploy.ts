import { createHash } from 'node:crypto';
import type { Asset, SynthesizedStack } from './assembly.ts';
import { resolveExpression } from './intrinsics.ts';
import type { NameResolver } from './intrinsics.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Generates a physical name for a resource without one in the template. It is the same in every run, so that existing
 * data is found.
 */
export const toPhysicalName = ({ logicalId, stackContext }: Resource, maxLength = 64): string => {
  const suffix = hash(`${stackContext.stackName}/${logicalId}`).slice(0, 12).toUpperCase();
  return `${`${stackContext.stackName}-${logicalId}`.slice(0, maxLength - suffix.length - 1)}-${suffix}`;
};

/** Generates an id in AWS's format, e.g. of an API: lower-case letters and digits. */
export const toPhysicalId = ({ logicalId, stackContext }: Resource, length: number): string =>
  BigInt(`0x${hash(`${stackContext.stackName}/${logicalId}`)}`)
    .toString(36)
    .slice(0, length);

type StackContext = {
  readonly stackName: string;
  readonly region: string;
  readonly accountId: string;
  readonly assets: ReadonlyMap<string, Asset>;
};

export type Resource = {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Record<string, unknown>;
  readonly stackContext: StackContext;
};

/** Values that a resource returns for Ref and Fn::GetAtt. */
type CreatedResource = { readonly ref: string; readonly attributes?: Readonly<Record<string, unknown>> };

/** Creates a resource of one CloudFormation type, or updates an existing one. */
export type ResourceType = (resource: Resource) => CreatedResource | Promise<CreatedResource>;

/** Deployed stack with its outputs by name, and its resources in the order of the template. */
export type DeployedStack = {
  readonly name: string;
  readonly region: string;
  readonly accountId: string;
  readonly outputs: Outputs;
  readonly resources: readonly (Pick<Resource, 'logicalId' | 'type'> & Pick<CreatedResource, 'ref'>)[];
};

export type DeploymentTarget = {
  readonly accountId: string;
  readonly resourceTypes: Readonly<Record<string, ResourceType>>;
  readonly resolveReferences: (text: string) => string;
  /** Stacks that were deployed before, by name. */
  readonly stacks: Map<string, DeployedStack>;
  /** Aborts the deployment between two resources. */
  readonly signal?: AbortSignal | undefined;
};

export type Outputs = Record<string, unknown>;

const addErrorContext = async <T>(context: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${context}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
};

/**
 * Deploys the resources of a stack, each after those it references. Throws for an unsupported type with an error that
 * names it.
 */
export const deploy = async (stack: SynthesizedStack, target: DeploymentTarget): Promise<DeployedStack> => {
  const { name: stackName, template, region, assets } = stack;
  const { accountId } = target;
  const stackContext: StackContext = { stackName, region, accountId, assets };
  const creations = new Map<string, Promise<CreatedResource>>();
  const pseudoParameters: Record<string, unknown> = {
    'AWS::Region': region,
    'AWS::AccountId': accountId,
    'AWS::Partition': 'aws',
  };

  const createOnce = (logicalId: string): Promise<CreatedResource> => {
    const creation = creations.get(logicalId) ?? create(logicalId);
    creations.set(logicalId, creation);
    return creation;
  };

  const create = async (logicalId: string): Promise<CreatedResource> => {
    target.signal?.throwIfAborted();
    const definition = template.Resources[logicalId];
    if (!definition) throw new Error(`The template of ${stackName} has no resource ${logicalId}`);
    const { Type: type, Properties, DependsOn } = definition;
    for (const dependency of [DependsOn].flat()) await createOnce(dependency);
    return addErrorContext(`${logicalId} (${type})`, async () => {
      const resourceType = target.resourceTypes[type];
      if (!resourceType) throw new Error('the local cloud has no such resource type');
      const properties = (await resolveExpression(Properties, resolver)) as Record<string, unknown>;
      return resourceType({ logicalId, type, properties, stackContext });
    });
  };

  const resolver: NameResolver = {
    resolveRef: async (name) => {
      if (Object.hasOwn(pseudoParameters, name)) return pseudoParameters[name];
      return (await createOnce(name)).ref;
    },
    resolveAttribute: async (logicalId, attribute) => {
      const { attributes = {} } = await createOnce(logicalId);
      const value = attributes[attribute];
      if (value === undefined)
        throw new Error(
          `${logicalId} (${template.Resources[logicalId]?.Type}) has no attribute ${attribute} in the local cloud`,
        );
      return value;
    },
    findStackOutput: (otherStack, output) => {
      const value = target.stacks.get(otherStack)?.outputs[output];
      if (value === undefined)
        throw new Error(`No stack ${otherStack} with an output ${output} comes before ${stackName}`);
      return value;
    },
    resolveReferences: target.resolveReferences,
  };

  const resources: DeployedStack['resources'][number][] = [];
  for (const [logicalId, { Type: type }] of Object.entries(template.Resources))
    resources.push({ logicalId, type, ref: (await createOnce(logicalId)).ref });
  const outputs: Outputs = {};
  for (const [name, { Value }] of Object.entries(template.Outputs))
    outputs[name] = await resolveExpression(Value, resolver);
  const deployedStack = { name: stackName, region, accountId, outputs, resources };
  target.stacks.set(stackName, deployedStack);
  return deployedStack;
};
