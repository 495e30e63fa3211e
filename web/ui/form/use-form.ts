import { useMemo, useState } from 'react';
import type * as z from 'zod/mini';
import { AppError } from '#shared/errors.ts';
import type { ErrorCode, Problem } from '#shared/errors.ts';
import type { Input, Output, Parsed, Route } from '#shared/route.ts';
import { check } from '#shared/validation.ts';
import { useUnsavedInput } from '#web/browser/unsaved-input.ts';
import { useToday } from '#web/browser/use-today.ts';
import { failureOf } from '#web/data/api-errors.ts';
import { call } from '#web/data/api.ts';
import { ruleContext } from '#web/data/rule-context.ts';
import { useAction } from '#web/data/use-action.ts';
import type { TextKey } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { useKeptDraft, useOpenedDraft } from '#web/ui/drafts/use-draft.ts';
import type { DraftOption } from '#web/ui/drafts/use-draft.ts';
import type { FieldError, Labels, OwnWords } from './use-fields.ts';
import { useFields } from './use-fields.ts';

/** What a field holds while it is filled in: a choice not yet made is '', a confirmation not yet given is false. */
type Unfinished<T> = T extends boolean ? boolean : T extends string ? T | '' : T;

/** What is filled in: fields, each with its schema, and rules that ask more than one of them. A route of the table is one. */
export type FormShape = Pick<Route, 'input' | 'rules'>;
type Fields<Shape extends FormShape> = z.input<Shape['input']>;
type FieldOf<Shape extends FormShape> = keyof Fields<Shape> & string;
export type FormValues<Shape extends FormShape> = {
  [Field in keyof Fields<Shape>]: Unfinished<Fields<Shape>[Field]>;
};

/** What a field says that nobody has filled in yet. */
const unfilled: ReadonlySet<TextKey> = new Set(['validation.required', 'validation.confirmation']);

const fieldErrors = (problems: readonly Problem[]): FieldError[] =>
  problems.map(({ path, rule, length }) => ({
    field: path.split('.')[0] ?? path,
    key: `validation.${rule}`,
    ...(length !== undefined && { values: { length } }),
  }));

export type Refused<Values> = { readonly values: Values; readonly problems: readonly Problem[] };

type Options<Shape extends FormShape, Result> = {
  readonly shape: Shape;
  readonly initial: FormValues<Shape>;
  /** Gets what has passed all checks, as the server would read it. */
  readonly send: (input: z.output<Shape['input']>) => Promise<Result>;
  readonly onDone: (result: Result) => void;
  /** What the fields are called, for whoever is led to them: in the order of the page. */
  readonly labels: Labels<FieldOf<Shape>>;
  readonly words?: OwnWords<FieldOf<Shape>>;
  readonly fieldOfCode?: { readonly [Code in ErrorCode]?: FieldOf<Shape> | { field: FieldOf<Shape>; key: TextKey } };
  readonly draft?: DraftOption<FormValues<Shape>>;
};

/** A form: checked as a whole before it is sent, by field while errors are mended; nothing is lost on failure. `FormErrors` tells what is wrong. Fields stand in an element with `data-field={name}`. */
export const useForm = <const Shape extends FormShape, Result>(options: Options<Shape, Result>) => {
  const { shape, initial, send, onDone, labels, words, fieldOfCode = {}, draft } = options;
  const today = useToday();
  // As it was when the form opened: a session that ends meanwhile changes no rule.
  const [session] = useState(useSession());
  const context = useMemo(() => ruleContext(session, today), [session, today]);
  const opened = useOpenedDraft(draft);
  const [restored, setRestored] = useState(opened?.restored);

  const problemsOf = (candidate: FormValues<Shape>) => {
    const checked = check(shape, candidate, context);
    return checked.ok ? [] : fieldErrors(checked.problems);
  };
  const {
    fail,
    forgive,
    reset: refill,
    isTouched,
    ...fields
  } = useFields<FormValues<Shape>>({
    initial: () => ({ ...initial, ...restored?.values }),
    labels,
    words,
    problemsOf,
  });
  const { values } = fields;
  const [refused, setRefused] = useState<Refused<FormValues<Shape>>>();

  const failWith = (error: unknown) => {
    const failure = failureOf(error);
    const { code } = failure;
    const key: TextKey = `errors.${code}`;
    const problems = error instanceof AppError ? error.problems : [];
    setRefused({ values, problems });
    const place = fieldOfCode[code];
    if (place !== undefined)
      return fail({ fields: [typeof place === 'string' ? { field: place, key } : place], form: 'validation.form' });
    const known = fieldErrors(problems).filter(({ field }) => Object.hasOwn(shape.input.shape, field));
    if (known.length > 0 && known.length === problems.length) return fail({ fields: known, form: 'validation.form' });
    return fail({ fields: known, form: key, failure });
  };
  const done = (result: Result) => {
    opened?.keeper.answered(true);
    onDone(result);
  };
  const { isBusy, run } = useAction(send, {
    onDone: done,
    onFailed: (error) => {
      opened?.keeper.answered(false);
      failWith(error);
    },
  });
  useUnsavedInput(isTouched);
  useKeptDraft(opened, values, isTouched);

  const submit = async () => {
    if (isBusy) return;
    const checked = check(shape, values, context);
    if (!checked.ok) return fail({ fields: fieldErrors(checked.problems), form: 'validation.form' });
    forgive();
    opened?.keeper.sending();
    return run(checked.data);
  };

  const reset = (fresh: FormValues<Shape>) => {
    refill(fresh);
    setRestored(undefined);
  };

  return {
    ...fields,
    context,
    refused,
    /** The fields that still have to be filled in, in the order of the schema. */
    missingFields: (): readonly string[] => [
      ...new Set(problemsOf(values).flatMap(({ field, key }) => (unfilled.has(key) ? [field] : []))),
    ],
    busy: isBusy,
    submit,
    reset,
    /** Ends it as when it was sent: for a result that is heard of in another way. */
    done,
    restoredFrom: restored?.savedAt,
    discardDraft: () => {
      if (!draft) return;
      opened?.keeper.discard();
      reset(draft.fresh());
    },
  };
};

type RouteOptions<R extends Route> = Omit<Options<R, Output<R>>, 'shape' | 'send'> & {
  readonly route: R;
  readonly send?: (input: Parsed<R>) => Promise<Output<R>>;
};

export const useRouteForm = <R extends Route>({
  route,
  send = (input) => call(route, input as Input<R>),
  ...options
}: RouteOptions<R>) => useForm<R, Output<R>>({ shape: route, send, ...options });
