import { useState } from 'react';
import type { Failure } from '#web/data/api-errors.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { TextKey } from '#web/language/i18n.ts';

/** What is said at a field: a text of `validation`, or one that fits it better, such as that of an error code. */
export type Words = { readonly key: TextKey; readonly values?: Readonly<Record<string, number>> };
export type FieldError = Words & { readonly field: string };

type Errors = {
  readonly fields: readonly FieldError[];
  readonly form?: TextKey;
  readonly failure?: Failure;
};

const none: Errors = { fields: [] };
type Name<Values> = keyof Values & string;

type State<Values> = {
  readonly values: Values;
  readonly errors: Errors;
  readonly isTouched: boolean;
  /** Another object for each attempt that failed. */
  readonly attempt?: object;
};

export type Complaint = {
  readonly text: string;
  readonly failure: Failure | undefined;
  readonly fields: readonly { readonly name: string; readonly label: string | undefined; readonly text: string }[];
  readonly attempt: object;
};

/** Field names with what they are called, or with words that fit them better than the catalogue's. */
export type Labels<Names extends string> = { readonly [Field in Names]?: TextKey };
export type OwnWords<Names extends string> = { readonly [Field in Names]?: { readonly [Key in TextKey]?: TextKey } };

export type Control<Value> = {
  readonly name: string;
  readonly label: string;
  readonly value: Value;
  readonly error: string | undefined;
  readonly onChange: (value: Value) => void;
};

const has = (list: readonly FieldError[], one: FieldError) =>
  list.some((other) => other.field === one.field && other.key === one.key);

type Options<Values> = {
  readonly initial: () => Values;
  readonly labels: Labels<Name<Values>>;
  readonly words?: OwnWords<Name<Values>> | undefined;
  /** Judges fields while they change, once an attempt has failed; without it errors stay until their field changes. */
  readonly problemsOf?: (values: Values) => readonly FieldError[];
};

/** THE engine of forms and of rows within them: what fields hold, what is wrong with them, and the words for it. */
export const useFields = <Values extends object>({ initial, labels, words = {}, problemsOf }: Options<Values>) => {
  const { t } = useTexts();
  const [{ values, errors, isTouched, attempt }, setState] = useState<State<Values>>(() => ({
    values: initial(),
    errors: none,
    isTouched: false,
  }));

  /** After a field changed it is judged anew; the others only lose the errors that its change has mended. */
  const mended = (state: State<Values>, field: string, next: Values): Errors => {
    const isJudged = problemsOf !== undefined && state.attempt !== undefined;
    const [before, now] = isJudged ? [problemsOf(state.values), problemsOf(next)] : [[], []];
    const kept = state.errors.fields.filter(
      (error) => error.field !== field && !(has(before, error) && !has(now, error)),
    );
    const fields = [...kept, ...now.filter((error) => error.field === field)];
    return fields.length > 0 ? { ...state.errors, fields } : none;
  };
  /** Changes what a field holds by then, which may be more than what was rendered last. */
  const change = <Field extends Name<Values>>(field: Field, to: (before: Values[Field]) => Values[Field]) =>
    setState((state) => {
      const next = { ...state.values, [field]: to(state.values[field]) };
      return { ...state, values: next, isTouched: true, errors: mended(state, field, next) };
    });
  const set = <Field extends Name<Values>>(field: Field, value: Values[Field]) => change(field, () => value);

  const known: Readonly<Record<string, TextKey | undefined>> = labels;
  const own: Readonly<Record<string, { readonly [Key in TextKey]?: TextKey } | undefined>> = words;
  const inOrder = Object.keys(labels);
  const placeOf = ({ field }: FieldError) => (field in labels ? inOrder.indexOf(field) : inOrder.length);
  const textOf = ({ field, key, values: numbers }: FieldError) => t(own[field]?.[key] ?? key, numbers);
  const labelOf = (field: string) => known[field] && t(known[field]);
  const errorOf = (field: Name<Values>): string | undefined =>
    errors.fields.filter((error) => error.field === field).map(textOf)[0];
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
                .map((error) => ({ name: error.field, label: labelOf(error.field), text: textOf(error) })),
          attempt,
        }
      : undefined;

  return {
    values,
    errors: errors.fields,
    isTouched,
    set,
    change,
    fill: (to: (before: Values) => Values) => setState((state) => ({ ...state, values: to(state.values) })),
    errorOf,
    field: <Field extends Name<Values>>(name: Field): Control<Values[Field]> => ({
      name,
      label: labelOf(name) ?? '',
      value: values[name],
      error: errorOf(name),
      onChange: (value: Values[Field]) => set(name, value),
    }),
    say: (to: (before: readonly FieldError[]) => readonly FieldError[]) =>
      setState((state) => ({ ...state, errors: { ...state.errors, fields: to(state.errors.fields) } })),
    /** An attempt failed: `FormErrors` takes the focus. Errors that change while one types don't. */
    fail: (found: Errors) => setState((state) => ({ ...state, errors: found, attempt: {} })),
    forgive: () => setState((state) => ({ ...state, errors: none })),
    complaint,
    reset: (fresh: Values) => setState({ values: fresh, errors: none, isTouched: false }),
  };
};
