import type * as z from 'zod/mini';
import type { limits } from '#shared/config/limits.ts';
import type { Role } from '#shared/users/groups.ts';
import type { Problem } from './errors.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Callers of a route: anyone, any signed-in user of the region, or users of the region in one of these groups. */
export type Audience = 'anyone' | 'authenticated' | readonly [Role, ...Role[]];

/**
 * Additional data for rules. `today` is YYYY-MM-DD in the region's calendar; `isAdmin` refers to the caller;
 * `returnPeriodDays` is the region's return period.
 */
export type RuleContext = { readonly today: string; readonly isAdmin: boolean; readonly returnPeriodDays: number };

/** Rules that depend on several fields or on the date. Fields that failed their own schema are undefined. */
export type Rules<Shape extends z.core.$ZodLooseShape> = (
  input: { readonly [Field in keyof Shape]?: z.output<Shape[Field]> | undefined },
  context: RuleContext,
) => Problem[];

export type DailyLimit = keyof typeof limits.daily;

type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

type ObjectSchema = z.ZodMiniObject<z.core.$ZodLooseShape, z.core.$strict>;

/** API endpoint. The input is flat: path parameters, query and JSON body are fields of one strict object. */
export type Route = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly audience: Audience;
  readonly status: number;
  /** True if the route exists only in regions with returns. */
  readonly needsReturns?: boolean;
  /** Maximum size of the JSON body, if larger than the default. */
  readonly bodyBytes?: number;
  /** True if the route only revokes a right or a subscription, and therefore also works during maintenance. */
  readonly isRevocation?: boolean;
  /**
   * Accepts the form that a mail program posts for its user, without the page's header and from any site (RFC 8058).
   * Its input is in the query, and must authenticate the request, for example with a signature.
   */
  readonly isOneClick?: boolean;
  /** Daily limit that a call counts against: once, or once for each of its input's `lines`. */
  readonly daily?: DailyLimit;
  readonly input: ObjectSchema;
  // Rules depend on the route's own input type, which this general type does not know; `never` accepts all of them.
  readonly rules?: (input: never, context: RuleContext) => Problem[];
  readonly output: z.ZodMiniType;
};

type PathParameterCheck<Path extends string, In extends ObjectSchema> =
  Exclude<PathParameter<Path>, keyof In['shape']> extends never
    ? unknown
    : { readonly input: { missingPathParameter: Exclude<PathParameter<Path>, keyof In['shape']> } };

/** Defines a route. A path parameter that is missing in the input is a type error. */
export const route = <
  const Path extends `/${string}`,
  const RouteAudience extends Audience,
  In extends ObjectSchema,
  Out extends z.ZodMiniType,
>(
  spec: Pick<Route, 'method' | 'needsReturns' | 'bodyBytes' | 'isRevocation' | 'isOneClick' | 'daily'> & {
    readonly path: Path;
    readonly audience: RouteAudience;
    readonly status?: number;
    readonly input: In;
    readonly rules?: Rules<In['shape']>;
    readonly output: Out;
  } & PathParameterCheck<Path, In>,
) => ({ status: 200, ...spec });

export type Input<R extends Route> = z.input<R['input']>;
export type Parsed<R extends Route> = z.output<R['input']>;
export type Output<R extends Route> = z.output<R['output']>;
