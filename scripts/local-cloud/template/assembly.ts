import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const noConditions = z.optional(z.never('the local cloud knows no conditions'));

const resource = z.object({
  Type: z.string(),
  Properties: z.optional(z.record(z.string(), z.unknown())),
  DependsOn: z.optional(z.union([z.string(), z.array(z.string())])),
  Condition: noConditions,
});

const output = z.object({
  Value: z.unknown(),
  Condition: noConditions,
});

export const template = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z.optional(z.record(z.string(), output)),
  Parameters: z.optional(z.record(z.string(), z.object({ Default: z.optional(z.unknown()) }))),
});
type Template = z.output<typeof template>;

const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z.optional(z.string()),
      dependencies: z.optional(z.array(z.string())),
      properties: z.optional(
        z.looseObject({
          templateFile: z.optional(z.string()),
          file: z.optional(z.string()),
          stackName: z.optional(z.string()),
        }),
      ),
    }),
  ),
});
type Artifact = z.output<typeof manifest>['artifacts'][string];

const assetManifest = z.object({
  files: z.optional(
    z.record(
      z.string(),
      z.object({
        source: z.object({ path: z.optional(z.string()), packaging: z.optional(z.string()) }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    ),
  ),
});

/** What CDK would upload under an object key: a folder (to be zipped) or a file as it is. */
export type Asset = { readonly path: string; readonly isFolder: boolean };

/** A synthesized stack; `region` is the one its environment names. */
export type SynthesizedStack = {
  readonly name: string;
  readonly region: string;
  readonly template: Template;
  readonly assets: ReadonlyMap<string, Asset>;
};

const readJson = <S extends z.ZodMiniType>(file: string, schema: S): z.output<S> =>
  schema.parse(JSON.parse(readFileSync(file, 'utf8')));

const readAssets = (folder: string, file: string): [string, Asset][] =>
  Object.values(readJson(join(folder, file), assetManifest).files ?? {}).flatMap(({ source, destinations }) =>
    Object.values(destinations).map(({ objectKey }): [string, Asset] => [
      objectKey,
      { path: join(folder, source.path ?? ''), isFolder: source.packaging === 'zip' },
    ]),
  );

const regionOf = ({ environment }: Artifact, otherwise: string) => {
  const region = /^aws:\/\/[^/]+\/(.+)$/.exec(environment ?? '')?.[1];
  return region === undefined || region === 'unknown-region' ? otherwise : region;
};

/** Where the services answer that functions call: in the region of the stack that has functions. Stacks elsewhere only watch, or stand at the edge. */
export const homeRegionOf = (stacks: readonly Pick<SynthesizedStack, 'region' | 'template'>[]): string | undefined => {
  const hasFunctions = ({ template: { Resources } }: Pick<SynthesizedStack, 'template'>) =>
    Object.values(Resources).some(({ Type }) => Type === 'AWS::Lambda::Function');
  return (stacks.find(hasFunctions) ?? stacks.at(-1))?.region;
};

/** The stacks of CDK's output folder, each after those it depends on. */
export const readAssembly = (folder: string, defaultRegion: string): SynthesizedStack[] => {
  const { artifacts } = readJson(join(folder, 'manifest.json'), manifest);
  const stacks = new Map<string, SynthesizedStack>();
  const assets = new Map(
    Object.values(artifacts)
      .filter(({ type }) => type === 'cdk:asset-manifest')
      .flatMap(({ properties }) => readAssets(folder, properties?.file ?? '')),
  );
  const add = (id: string): void => {
    const artifact = artifacts[id];
    if (artifact?.type !== 'aws:cloudformation:stack' || stacks.has(id)) return;
    artifact.dependencies?.forEach(add);
    const { templateFile = '', stackName = id } = artifact.properties ?? {};
    stacks.set(id, {
      name: stackName,
      region: regionOf(artifact, defaultRegion),
      template: readJson(join(folder, templateFile), template),
      assets,
    });
  };
  Object.keys(artifacts).forEach(add);
  return [...stacks.values()];
};
