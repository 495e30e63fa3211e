import type * as z from 'zod/mini';
import type { CognitoError } from './errors.ts';
import { invalidParameter, notEmulated } from './errors.ts';
import type { World } from './state.ts';

/**
 * `signed`: an IAM credential calls and its policy is asked, for the pool named in the input;
 * `open`: anyone may call (client id and secret, or the user's token, are in the input).
 */
export type Access = 'signed' | 'open';
export type Operation = { access: Access; run: (world: World, body: unknown) => Promise<object> };

type Issue = { code: string; path: PropertyKey[]; keys?: string[]; message: string };

const refusal = (issues: readonly Issue[]): CognitoError => {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown) return notEmulated(`the parameter ${[...unknown.path, unknown.keys?.join(', ')].join('.')}`);
  const fields = issues.map(
    (issue) => `Value at '${issue.path.join('.')}' failed to satisfy constraint: ${issue.message}`,
  );
  return invalidParameter(
    `${issues.length} validation error${issues.length > 1 ? 's' : ''} detected: ${fields.join('; ')}`,
  );
};

/** Input outside the schema is refused before `run` sees it. */
export const parseInput = <S extends z.ZodMiniType>(schema: S, body: unknown): z.infer<S> => {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw refusal(parsed.error.issues);
  return parsed.data;
};

export const operation = <S extends z.ZodMiniType>(
  access: Access,
  input: S,
  run: (world: World, input: z.infer<S>) => object | Promise<object>,
): Operation => ({ access, run: async (world, body) => run(world, parseInput(input, body)) });
