import type * as z from 'zod/mini';
import type { Problem } from './errors.ts';
import type { Role } from './groups.ts';
import type { limits } from './limits.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: anyone, any signed-in user of the region, or users of the region in one of these groups. */
export type Audience = 'anyone' | 'authenticated' | readonly [Role, ...Role[]];

/** What a rule may need to know beyond the input. `today` is YYYY-MM-DD in the region's calendar; `isAdmin` is said of the caller; `returnPeriodDays` is the region's. */
export type RuleContext = { readonly today: string; readonly isAdmin: boolean; readonly returnPeriodDays: number };

/** Rules that ask more than one field or the calendar. Fields that failed their own schema are undefined. */
export type Rules<Shape extends z.core.$ZodLooseShape> = (
  input: { readonly [Field in keyof Shape]?: z.output<Shape[Field]> | undefined },
  context: RuleContext,
) => Problem[];

export type DailyLimit = keyof typeof limits.daily;

type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

type ObjectSchema = z.ZodMiniObject<z.core.$ZodLooseShape, z.core.$strict>;

/** One endpoint. The input is flat: path parameters, query and JSON body are fields of one strict object. */
export type Route = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly audience: Audience;
  readonly status: number;
  /** Only where the region has returns; refused elsewhere. */
  readonly needsReturns?: boolean;
  /** How long a JSON body may be, where that is more than usual. */
  readonly bodyBytes?: number;
  /** Which of a person's daily limits a call counts against: as one, or as many as its input has `lines`. */
  readonly daily?: DailyLimit;
  readonly input: ObjectSchema;
  // A route's rules know its own shape; the table cannot. `never` lets every such function in.
  readonly rules?: (input: never, context: RuleContext) => Problem[];
  readonly output: z.ZodMiniType;
};

type EveryParameterIn<Path extends string, In extends ObjectSchema> =
  Exclude<PathParameter<Path>, keyof In['shape']> extends never
    ? unknown
    : { readonly input: { missingPathParameter: Exclude<PathParameter<Path>, keyof In['shape']> } };

/** Writes a route down; a path parameter that the input lacks does not compile. */
export const route = <
  const Path extends `/${string}`,
  const Who extends Audience,
  In extends ObjectSchema,
  Out extends z.ZodMiniType,
>(
  spec: Pick<Route, 'method' | 'needsReturns' | 'bodyBytes' | 'daily'> & {
    readonly path: Path;
    readonly audience: Who;
    readonly status?: number;
    readonly input: In;
    readonly rules?: Rules<In['shape']>;
    readonly output: Out;
  } & EveryParameterIn<Path, In>,
) => ({ status: 200, ...spec });

export type Input<R extends Route> = z.input<R['input']>;
export type Parsed<R extends Route> = z.output<R['input']>;
export type Output<R extends Route> = z.output<R['output']>;
