import { createHash } from 'node:crypto';
import type { Asset, SynthesizedStack } from './assembly.ts';
import { resolve } from './intrinsics.ts';
import type { Names } from './intrinsics.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** A physical name for a resource whose template gives none: the same in every run, so that its data is found again. */
export const physicalName = ({ logicalId, place }: Resource, maxLength = 64): string => {
  const suffix = hash(`${place.stackName}/${logicalId}`).slice(0, 12).toUpperCase();
  return `${`${place.stackName}-${logicalId}`.slice(0, maxLength - suffix.length - 1)}-${suffix}`;
};

/** An id of AWS's form, e.g. of an API: lower-case letters and digits. */
export const physicalId = ({ logicalId, place }: Resource, length: number): string =>
  BigInt(`0x${hash(`${place.stackName}/${logicalId}`)}`)
    .toString(36)
    .slice(0, length);

type Place = {
  readonly stackName: string;
  readonly region: string;
  readonly accountId: string;
  readonly assets: ReadonlyMap<string, Asset>;
};

export type Resource = {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Record<string, unknown>;
  readonly place: Place;
};

/** What a resource answers to Ref and Fn::GetAtt. */
type Made = { readonly ref: string; readonly attributes?: Readonly<Record<string, unknown>> };

/** Makes resources of one CloudFormation type, or brings existing ones to these properties. */
export type ResourceType = (resource: Resource) => Made | Promise<Made>;

/** What a deployed stack tells: its outputs, by name, and what it consists of, in the template's order. */
export type DeployedStack = {
  readonly name: string;
  readonly region: string;
  readonly accountId: string;
  readonly outputs: Outputs;
  readonly resources: readonly (Pick<Resource, 'logicalId' | 'type'> & Pick<Made, 'ref'>)[];
};

export type Account = {
  readonly accountId: string;
  readonly resourceTypes: Readonly<Record<string, ResourceType>>;
  readonly finish: (text: string) => string;
  /** Those deployed before, by their names. */
  readonly stacks: Map<string, DeployedStack>;
  /** Gives up between two resources. */
  readonly signal?: AbortSignal | undefined;
};

export type Outputs = Record<string, unknown>;

const within = async <T>(what: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
};

/** Makes every resource of a stack, each after those it names. Throws, by name, for a type nobody emulates. */
export const deploy = async (stack: SynthesizedStack, account: Account): Promise<DeployedStack> => {
  const { name: stackName, template, region, assets } = stack;
  const { accountId } = account;
  const place: Place = { stackName, region, accountId, assets };
  const made = new Map<string, Promise<Made>>();
  const pseudo: Record<string, unknown> = {
    'AWS::Region': region,
    'AWS::AccountId': accountId,
    'AWS::Partition': 'aws',
  };

  const make = (logicalId: string): Promise<Made> => {
    const making = made.get(logicalId) ?? makeNow(logicalId);
    made.set(logicalId, making);
    return making;
  };

  const makeNow = async (logicalId: string): Promise<Made> => {
    account.signal?.throwIfAborted();
    const declared = template.Resources[logicalId];
    if (!declared) throw new Error(`The template of ${stackName} has no resource ${logicalId}`);
    const { Type: type, Properties, DependsOn } = declared;
    for (const other of [DependsOn].flat()) await make(other);
    return within(`${logicalId} (${type})`, async () => {
      const resourceType = account.resourceTypes[type];
      if (!resourceType) throw new Error('the local cloud has no such resource type');
      const properties = (await resolve(Properties, names)) as Record<string, unknown>;
      return resourceType({ logicalId, type, properties, place });
    });
  };

  const names: Names = {
    ref: async (name) => {
      if (Object.hasOwn(pseudo, name)) return pseudo[name];
      return (await make(name)).ref;
    },
    attribute: async (logicalId, attribute) => {
      const { attributes = {} } = await make(logicalId);
      const value = attributes[attribute];
      if (value === undefined)
        throw new Error(
          `${logicalId} (${template.Resources[logicalId]?.Type}) has no attribute ${attribute} in the local cloud`,
        );
      return value;
    },
    outputOf: (other, output) => {
      const value = account.stacks.get(other)?.outputs[output];
      if (value === undefined) throw new Error(`No stack ${other} with an output ${output} comes before ${stackName}`);
      return value;
    },
    finish: account.finish,
  };

  const resources: DeployedStack['resources'][number][] = [];
  for (const [logicalId, { Type: type }] of Object.entries(template.Resources))
    resources.push({ logicalId, type, ref: (await make(logicalId)).ref });
  const outputs: Outputs = {};
  for (const [name, { Value }] of Object.entries(template.Outputs)) outputs[name] = await resolve(Value, names);
  const deployed = { name: stackName, region, accountId, outputs, resources };
  account.stacks.set(stackName, deployed);
  return deployed;
};
