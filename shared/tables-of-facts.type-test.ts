/** Held by `npm run types`: each line marked below must not compile, and the compiler complains when one does. */
import * as z from 'zod/mini';
import type { EnvironmentVariables } from './env.ts';
import type { ErrorCode } from './errors.ts';
import type { AppError } from './errors.ts';
import { region } from './fields.ts';
import type { TextKey, Texts } from './locales/texts.ts';
import type { Audience } from './route.ts';
import { route } from './route.ts';

const answer = { method: 'GET', audience: 'authenticated', output: z.object({}) } as const;

route({ ...answer, path: '/things/{region}', input: z.strictObject({ region }) });
// @ts-expect-error the path's parameter {thingId} is missing in the input
route({ ...answer, path: '/things/{region}/{thingId}', input: z.strictObject({ region }) });
// @ts-expect-error a path that doesn't begin with a slash
route({ ...answer, path: 'things/{region}', input: z.strictObject({ region }) });

['admin'] satisfies Audience;
// @ts-expect-error an unknown group
['superuser'] satisfies Audience;
// @ts-expect-error nobody: a route that no one may call
[] satisfies Audience;

'RepairRequestExists' satisfies ConstructorParameters<typeof AppError>[0];
// @ts-expect-error an unknown error code
'SomethingElse' satisfies ConstructorParameters<typeof AppError>[0];

// @ts-expect-error an error code without its text in a language
({}) satisfies Record<ErrorCode, string>;
declare const german: Texts;
// @ts-expect-error a language that lacks a section
({ ...german, errors: undefined }) satisfies Texts;

'errors.NotFound' satisfies TextKey;
// @ts-expect-error a text that does not exist
'errors.Missing' satisfies TextKey;

declare const variables: Omit<EnvironmentVariables<'repairs'>, 'REPAIRS_TABLE'>;
// @ts-expect-error a function without one of its variables
variables satisfies EnvironmentVariables<'repairs'>;
