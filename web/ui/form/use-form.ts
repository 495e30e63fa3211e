import { useState } from 'react';
import type * as z from 'zod/mini';
import type { CalendarDate } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { ErrorCode, Problem } from '#shared/errors.ts';
import type { Input, Output, Parsed, Route } from '#shared/route.ts';
import { check } from '#shared/validation.ts';
import { useUnsavedInput } from '#web/browser/unsaved-input.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { failureOf } from '#web/data/api-errors.ts';
import { call } from '#web/data/api.ts';
import { ruleContext } from '#web/data/rule-context.ts';
import { useAction } from '#web/data/use-action.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { TextKey } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { discardedDrafts } from '#web/ui/drafts/discarded.ts';
import { useKeptDraft, useOpenedDraft } from '#web/ui/drafts/use-draft.ts';
import type { DraftOption } from '#web/ui/drafts/use-draft.ts';

/** What a field holds while it is filled in: a choice not yet made is '', a confirmation not yet given is false. */
type Unfinished<T> = T extends boolean ? boolean : T extends string ? T | '' : T;

/** What is filled in: fields, each with its schema, and rules that ask more than one of them. A route of the table is one. */
export type FormShape = Pick<Route, 'input' | 'rules'>;
type Fields<Shape extends FormShape> = z.input<Shape['input']>;
export type FormValues<Shape extends FormShape> = {
  [Field in keyof Fields<Shape>]: Unfinished<Fields<Shape>[Field]>;
};

/** What is wrong: with one field (a text of `validation`, or an error code that belongs to it), or with the whole form. */
type FieldError = { readonly field: string; readonly key: TextKey; readonly length?: number };
type Errors = {
  readonly fields: readonly FieldError[];
  readonly form: TextKey | undefined;
  /** What the server refused the whole form with. */
  readonly failure?: Failure;
};

/** What a field says that nobody has filled in yet. */
const unfilled: ReadonlySet<TextKey> = new Set(['validation.required', 'validation.confirmation']);

const none: Errors = { fields: [], form: undefined };

const fieldErrors = (problems: readonly Problem[]): FieldError[] =>
  problems.map(({ path, rule, length }) => ({
    field: path.split('.')[0] ?? path,
    key: `validation.${rule}`,
    ...(length !== undefined && { length }),
  }));

const has = (list: readonly FieldError[], one: FieldError) =>
  list.some((other) => other.field === one.field && other.key === one.key);

/** After a field changed it is judged anew; the others only lose the errors that its change has mended. */
const mended = (errors: Errors, field: string, before: readonly FieldError[], now: readonly FieldError[]): Errors => {
  const kept = errors.fields.filter((error) => error.field !== field && !(has(before, error) && !has(now, error)));
  const fields = [...kept, ...now.filter((error) => error.field === field)];
  return fields.length > 0 ? { ...errors, fields } : none;
};

/** What is wrong with a form as a whole, and with which of its fields. */
export type Complaint = {
  readonly text: string;
  readonly failure: Failure | undefined;
  readonly fields: readonly { readonly name: string; readonly label: string | undefined; readonly text: string }[];
  /** Another object for each attempt that failed. */
  readonly attempt: object;
};

type State<Shape extends FormShape> = {
  readonly values: FormValues<Shape>;
  readonly errors: Errors;
  readonly isTouched: boolean;
};

/** A field, or a field with words that fit it better than the catalogue's. */
type CodePlace<Shape extends FormShape> =
  | (keyof Fields<Shape> & string)
  | { readonly field: keyof Fields<Shape> & string; readonly key: TextKey };

type Options<Shape extends FormShape, Result> = {
  readonly shape: Shape;
  readonly initial: FormValues<Shape>;
  /** In the region's calendar. */
  readonly today: CalendarDate;
  /** Gets what has passed all checks, as the server would read it. */
  readonly send: (input: z.output<Shape['input']>) => Promise<Result>;
  readonly onDone: (result: Result) => void;
  /** What the fields are called, for whoever is led to them: in the order of the page. */
  readonly labels: { readonly [Field in keyof Fields<Shape> & string]?: TextKey };
  /** Words that fit a field better than the catalogue's. */
  readonly words?: { readonly [Field in keyof Fields<Shape> & string]?: { readonly [Key in TextKey]?: TextKey } };
  /** The field that an error code is about. */
  readonly fieldOfCode?: { readonly [Code in ErrorCode]?: CodePlace<Shape> };
  /** For a form that is work to fill in: what was typed outlives the page. */
  readonly draft?: DraftOption<FormValues<Shape>>;
};

/** A form: checked as a whole before it is sent, by field while errors are mended; nothing is lost on failure. `FormErrors` tells what is wrong. Fields stand in an element with `data-field={name}`. */
export const useForm = <const Shape extends FormShape, Result>({
  shape,
  initial,
  today,
  send,
  onDone,
  labels,
  words = {},
  fieldOfCode = {},
  draft,
}: Options<Shape, Result>) => {
  // As it was when the form opened: a session that ends meanwhile changes no rule.
  const [session] = useState(useSession());
  const context = ruleContext(session, today);
  const { t } = useTexts();
  const opened = useOpenedDraft(draft);
  const [restored, setRestored] = useState(opened?.restored);
  const [{ values, errors, isTouched }, setState] = useState<State<Shape>>(() => ({
    values: { ...initial, ...restored?.values },
    errors: none,
    isTouched: false,
  }));
  const [attempt, setAttempt] = useState<object>();
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
  useKeptDraft({ opened, values, isTouched });

  const problemsOf = (candidate: FormValues<Shape>) => {
    const checked = check(shape, candidate, context);
    return checked.ok ? [] : fieldErrors(checked.problems);
  };

  const setErrors = (found: Errors) => setState((state) => ({ ...state, errors: found }));

  // Only a failed attempt moves the focus, not the errors that change while one types.
  const fail = (found: Errors) => {
    setErrors(found);
    setAttempt({});
  };

  const failWith = (error: unknown) => {
    const failure = failureOf(error);
    const { code } = failure;
    const key: TextKey = `errors.${code}`;
    const place = fieldOfCode[code];
    if (place !== undefined)
      return fail({ fields: [typeof place === 'string' ? { field: place, key } : place], form: 'validation.form' });
    const problems = error instanceof AppError ? error.problems : [];
    const known = fieldErrors(problems).filter(({ field }) => Object.hasOwn(shape.input.shape, field));
    if (known.length > 0 && known.length === problems.length) return fail({ fields: known, form: 'validation.form' });
    return fail({ fields: known, form: key, failure });
  };

  /** Changes what a field holds by then, which may be more than what was rendered last. */
  const change = <Field extends keyof FormValues<Shape> & string>(
    field: Field,
    to: (before: FormValues<Shape>[Field]) => FormValues<Shape>[Field],
  ) =>
    setState((state) => {
      const next = { ...state.values, [field]: to(state.values[field]) };
      return {
        values: next,
        isTouched: true,
        errors: !attempt ? none : mended(state.errors, field, problemsOf(state.values), problemsOf(next)),
      };
    });
  const set = <Field extends keyof FormValues<Shape> & string>(field: Field, value: FormValues<Shape>[Field]) =>
    change(field, () => value);

  const submit = async () => {
    if (isBusy) return;
    const checked = check(shape, values, context);
    if (!checked.ok) return fail({ fields: fieldErrors(checked.problems), form: 'validation.form' });
    setErrors(none);
    opened?.keeper.sending();
    return run(checked.data);
  };

  /** Begins anew, as after a success. */
  const reset = (fresh: FormValues<Shape>) => {
    setState({ values: fresh, errors: none, isTouched: false });
    setAttempt(undefined);
    setRestored(undefined);
  };

  const known: Readonly<Record<string, TextKey | undefined>> = labels;
  const own: Readonly<Record<string, { readonly [Key in TextKey]?: TextKey } | undefined>> = words;
  const inOrder = Object.keys(labels);
  const placeOf = ({ field }: FieldError) => (field in labels ? inOrder.indexOf(field) : inOrder.length);
  const wordsOf = ({ field, key, length }: FieldError) =>
    t(own[field]?.[key] ?? key, length === undefined ? {} : { length });
  const labelOf = (field: string) => {
    const key = known[field];
    return key && t(key);
  };
  const complaint: Complaint | undefined =
    errors.form && attempt
      ? {
          text: t(errors.form),
          failure: errors.failure,
          // What the server refused as a whole is no field's fault, though one may have to be filled in anew.
          fields: errors.failure
            ? []
            : errors.fields
                .toSorted((one, other) => placeOf(one) - placeOf(other))
                .map((error) => ({ name: error.field, label: labelOf(error.field), text: wordsOf(error) })),
          attempt,
        }
      : undefined;

  return {
    values,
    set,
    change,
    errorOf: (field: keyof Fields<Shape> & string): string | undefined => {
      const error = errors.fields.find((one) => one.field === field);
      return error && wordsOf(error);
    },
    /** What is wrong since the last attempt, for `FormErrors`. */
    complaint,
    /** The fields that still have to be filled in, in the order of the schema. */
    missingFields: (): readonly string[] => [
      ...new Set(problemsOf(values).flatMap(({ field, key }) => (unfilled.has(key) ? [field] : []))),
    ],
    busy: isBusy,
    submit,
    reset,
    /** Ends it as when it was sent: for a result that is heard of in another way. */
    done,
    /** The instant (ISO) of the draft that the form was restored from. */
    restoredFrom: restored?.savedAt,
    discardDraft: () => {
      if (!draft) return;
      const discarded = opened?.keeper.discard();
      if (discarded) discardedDrafts.add(discarded);
      reset(draft.fresh());
    },
  };
};

type RouteOptions<R extends Route> = Omit<Options<R, Output<R>>, 'shape' | 'send'> & {
  readonly route: R;
  /** Where sending is more than calling the route. */
  readonly send?: (input: Parsed<R>) => Promise<Output<R>>;
};

/** A form over a route's input: what the server would refuse is found before it is sent. */
export const useRouteForm = <R extends Route>({
  route,
  send = (input) => call(route, input as Input<R>),
  ...options
}: RouteOptions<R>) => useForm<R, Output<R>>({ shape: route, send, ...options });
