import * as z from 'zod/mini';
import { regionIds } from '#shared/regions.ts';
import { build } from '../build/build.ts';
import { readAssembly } from '../local-cloud/template/assembly.ts';

export type DeployedFunction = { readonly memoryMb: number; readonly isTraced: boolean };

/** CDK's own functions have no description. */
const fn = z.object({
  Description: z.string(),
  MemorySize: z.number(),
  TracingConfig: z.optional(z.object({ Mode: z.string() })),
});

// “Retailer support portal, local: auth”; what is there once for each region shares its code.
const nameOf = (description: string) =>
  description.replace(/^.*?: /, '').replace(new RegExp(` of (${regionIds.join('|')})$`), '');

/** The functions of ours that the synthesized app deploys, by name. */
export const deployedFunctions = async (say: (message: string) => void): Promise<Map<string, DeployedFunction>> =>
  new Map(
    readAssembly(await build(say), 'eu-central-1')
      .flatMap(({ template }) => Object.values(template.Resources))
      .flatMap(({ Type, Properties }) =>
        Type === 'AWS::Lambda::Function' ? (fn.safeParse(Properties).data ?? []) : [],
      )
      .map(({ Description, MemorySize, TracingConfig }) => [
        nameOf(Description),
        { memoryMb: MemorySize, isTraced: TracingConfig?.Mode === 'Active' },
      ]),
  );
