import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { regionIds } from '#shared/regions.ts';
import { build } from '../build/build.ts';
import { readAssembly } from '../local-cloud/template/assembly.ts';

export type DeployedFunction = {
  readonly name: string;
  readonly bundle: string;
  readonly memoryMb: number;
  readonly isTraced: boolean;
};

const fn = z.object({
  Description: z.string(),
  Code: z.object({ S3Key: z.string() }),
  MemorySize: z.number(),
  TracingConfig: z.optional(z.object({ Mode: z.string() })),
});

// “Retailer support portal, local: auth”; what is there once for each region shares its code.
const nameOf = (description: string) =>
  description.replace(/^.*?: /, '').replace(new RegExp(` of (${regionIds.join('|')})$`), '');

/** The functions of ours that the synthesized app deploys, by name. */
export const deployedFunctions = async (say: (message: string) => void): Promise<Map<string, DeployedFunction>> => {
  const found = new Map<string, DeployedFunction>();
  for (const { template, assets } of readAssembly(await build(say), 'eu-central-1')) {
    for (const { Type, Properties } of Object.values(template.Resources)) {
      const parsed = Type === 'AWS::Lambda::Function' ? fn.safeParse(Properties) : undefined;
      if (!parsed?.success) continue;
      const { Description, Code, MemorySize, TracingConfig } = parsed.data;
      const [name, bundle] = [nameOf(Description), join(assets.get(Code.S3Key)?.path ?? '', 'index.mjs')];
      // CDK's own functions are none of ours.
      if (existsSync(bundle))
        found.set(name, {
          name,
          bundle,
          memoryMb: MemorySize,
          isTraced: TracingConfig?.Mode === 'Active',
        });
    }
  }
  if (found.size === 0) throw new Error('the template names no function of ours');
  return found;
};
