import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const Condition = z.optional(z.never('the local cloud knows no conditions'));

export const template = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z._default(z.record(z.string(), z.unknown()), {}),
      DependsOn: z._default(z.union([z.string(), z.array(z.string())]), []),
      Condition,
    }),
  ),
  Outputs: z._default(z.record(z.string(), z.object({ Value: z.unknown(), Condition })), {}),
});

const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z._default(z.string(), ''),
      dependencies: z._default(z.array(z.string()), []),
      properties: z._default(
        z.looseObject({
          templateFile: z._default(z.string(), ''),
          file: z._default(z.string(), ''),
          stackName: z.optional(z.string()),
        }),
        { templateFile: '', file: '' },
      ),
    }),
  ),
});

const assetManifest = z.object({
  files: z._default(
    z.record(
      z.string(),
      z.object({
        source: z.object({ path: z._default(z.string(), ''), packaging: z.optional(z.string()) }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    ),
    {},
  ),
});

/** Asset that CDK would upload under an object key: a folder (zipped for upload) or a single file. */
export type Asset = { readonly path: string; readonly isFolder: boolean };

/** Synthesized stack; `region` comes from its environment. */
export type SynthesizedStack = {
  readonly name: string;
  readonly region: string;
  readonly template: z.output<typeof template>;
  readonly assets: ReadonlyMap<string, Asset>;
};

const readJson = <S extends z.ZodMiniType>(file: string, schema: S): z.output<S> =>
  schema.parse(JSON.parse(readFileSync(file, 'utf8')));

const readAssets = (folder: string, file: string): [string, Asset][] =>
  Object.values(readJson(join(folder, file), assetManifest).files).flatMap(({ source, destinations }) =>
    Object.values(destinations).map(({ objectKey }): [string, Asset] => [
      objectKey,
      { path: join(folder, source.path), isFolder: source.packaging === 'zip' },
    ]),
  );

/**
 * Returns the region of the stack that has functions, in which the emulated services run. Stacks in other regions
 * contain only monitoring or edge resources.
 */
export const findHomeRegion = (stacks: readonly Pick<SynthesizedStack, 'region' | 'template'>[]): string => {
  const homeStack = stacks.find(({ template: { Resources } }) =>
    Object.values(Resources).some(({ Type }) => Type === 'AWS::Lambda::Function'),
  );
  if (!homeStack) throw new Error('no stack of the synthesized app has functions');
  return homeStack.region;
};

/** Reads the stacks of CDK's output folder; each follows those it depends on. */
export const readAssembly = (folder: string): SynthesizedStack[] => {
  const { artifacts } = readJson(join(folder, 'manifest.json'), manifest);
  const stacks = new Map<string, SynthesizedStack>();
  const assets = new Map(
    Object.values(artifacts)
      .filter(({ type }) => type === 'cdk:asset-manifest')
      .flatMap(({ properties }) => readAssets(folder, properties.file)),
  );
  const addStack = (id: string): void => {
    const artifact = artifacts[id];
    if (artifact?.type !== 'aws:cloudformation:stack' || stacks.has(id)) return;
    artifact.dependencies.forEach(addStack);
    const { templateFile, stackName = id } = artifact.properties;
    const region = /^aws:\/\/[^/]+\/(?!unknown-region)(.+)$/.exec(artifact.environment)?.[1];
    if (region === undefined) throw new Error(`the stack ${stackName} names no region`);
    stacks.set(id, {
      name: stackName,
      region,
      template: readJson(join(folder, templateFile), template),
      assets,
    });
  };
  Object.keys(artifacts).forEach(addStack);
  return [...stacks.values()];
};
