/**
 * Checked by `npm run types`: each line after a directive must not compile, otherwise the compiler reports an unused
 * directive.
 */
import * as z from 'zod/mini';
import type { ErrorCode } from './api/errors.ts';
import type { AppError } from './api/errors.ts';
import { region } from './api/fields.ts';
import type { Audience } from './api/route.ts';
import { route } from './api/route.ts';
import type { EnvironmentVariables } from './config/env.ts';
import type { TextKey, Texts } from './locales/texts.ts';

const routeOptions = { method: 'GET', audience: 'authenticated', output: z.object({}) } as const;

route({ ...routeOptions, path: '/things/{region}', input: z.strictObject({ region }) });
// @ts-expect-error the input lacks the path parameter {thingId}
route({ ...routeOptions, path: '/things/{region}/{thingId}', input: z.strictObject({ region }) });
// @ts-expect-error the path does not start with a slash
route({ ...routeOptions, path: 'things/{region}', input: z.strictObject({ region }) });

['admin'] satisfies Audience;
// @ts-expect-error unknown group
['superuser'] satisfies Audience;
// @ts-expect-error an empty audience allows no caller
[] satisfies Audience;

'RepairRequestExists' satisfies ConstructorParameters<typeof AppError>[0];
// @ts-expect-error unknown error code
'SomethingElse' satisfies ConstructorParameters<typeof AppError>[0];

// @ts-expect-error error codes without texts
({}) satisfies Record<ErrorCode, string>;
declare const german: Texts;
// @ts-expect-error a language without one of the sections
({ ...german, errors: undefined }) satisfies Texts;

'errors.NotFound' satisfies TextKey;
// @ts-expect-error unknown text key
'errors.Missing' satisfies TextKey;

declare const variables: Omit<EnvironmentVariables<'repairs'>, 'REPAIRS_TABLE'>;
// @ts-expect-error missing variable of the function
variables satisfies EnvironmentVariables<'repairs'>;
