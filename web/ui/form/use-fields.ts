import { useState } from 'react';
import type { Failure } from '#web/data/api-errors.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { TextKey } from '#web/i18n/i18n.ts';

/** Message at a field: a text of `validation`, or a more specific one, such as that of an error code. */
export type FieldMessage = { readonly key: TextKey; readonly values?: Readonly<Record<string, number>> };
export type FieldError = FieldMessage & { readonly field: string };

type Errors = {
  readonly fields: readonly FieldError[];
  readonly form?: TextKey;
  readonly failure?: Failure;
};

const emptyErrors: Errors = { fields: [] };
type Name<Values> = keyof Values & string;

type State<Values> = {
  readonly values: Values;
  readonly errors: Errors;
  readonly isTouched: boolean;
  /** A new object for each failed attempt. */
  readonly attempt?: object;
};

export type ErrorSummary = {
  readonly text: string;
  readonly failure: Failure | undefined;
  readonly fields: readonly { readonly name: string; readonly label: string | undefined; readonly text: string }[];
  readonly attempt: object;
};

/** Labels by field, and messages that replace the standard ones at a field. */
export type Labels<Names extends string> = { readonly [Field in Names]?: TextKey };
export type MessageOverrides<Names extends string> = {
  readonly [Field in Names]?: { readonly [Key in TextKey]?: TextKey };
};

export type Control<Value> = {
  readonly name: string;
  readonly label: string;
  readonly value: Value;
  readonly error: string | undefined;
  readonly onChange: (value: Value) => void;
};

const includesError = (list: readonly FieldError[], error: FieldError) =>
  list.some((candidate) => candidate.field === error.field && candidate.key === error.key);

type Options<Values> = {
  readonly initial: () => Values;
  readonly labels: Labels<Name<Values>>;
  readonly messages?: MessageOverrides<Name<Values>> | undefined;
  /**
   * Validates the fields on every change after a failed attempt; without it, an error stays until its field changes.
   */
  readonly validate?: (values: Values) => readonly FieldError[];
};

/** State of a form, or of a row within one: values, errors, and their messages. */
export type FieldsState<Values extends object> = {
  readonly values: Values;
  readonly errors: readonly FieldError[];
  readonly isTouched: boolean;
  readonly set: <Field extends Name<Values>>(field: Field, value: Values[Field]) => void;
  /** Updates a field from its latest value, which may be newer than the rendered one. */
  readonly change: <Field extends Name<Values>>(
    field: Field,
    update: (previous: Values[Field]) => Values[Field],
  ) => void;
  /** Updates values without validating them or marking the form as touched. */
  readonly patchValues: (update: (previous: Values) => Values) => void;
  readonly findErrorText: (field: Name<Values>) => string | undefined;
  /** Returns the properties of a field's control. */
  readonly field: <Field extends Name<Values>>(name: Field) => Control<Values[Field]>;
  readonly setErrors: (update: (previous: readonly FieldError[]) => readonly FieldError[]) => void;
  /**
   * Records a failed attempt, so that `FormErrors` gets the focus; other changes of errors do not move the focus.
   */
  readonly setSubmitErrors: (nextErrors: Errors) => void;
  readonly clearErrors: () => void;
  /** Errors of the last failed attempt; undefined once they are resolved. */
  readonly errorSummary: ErrorSummary | undefined;
  /** Starts again with these values, without errors and untouched. */
  readonly reset: (nextValues: Values) => void;
};

export const useFields = <Values extends object>({
  initial,
  labels,
  messages = {},
  validate,
}: Options<Values>): FieldsState<Values> => {
  const { t } = useTexts();
  const [{ values, errors, isTouched, attempt }, setState] = useState<State<Values>>(() => ({
    values: initial(),
    errors: emptyErrors,
    isTouched: false,
  }));

  /** Validates the changed field, and removes the errors of other fields that the change has resolved. */
  const revalidate = (state: State<Values>, field: string, next: Values): Errors => {
    const isValidated = validate !== undefined && state.attempt !== undefined;
    const problemsBefore = isValidated ? validate(state.values) : [];
    const problemsNow = isValidated ? validate(next) : [];
    const remaining = state.errors.fields.filter(
      (error) => error.field !== field && !(includesError(problemsBefore, error) && !includesError(problemsNow, error)),
    );
    const fields = [...remaining, ...problemsNow.filter((error) => error.field === field)];
    return fields.length > 0 ? { ...state.errors, fields } : emptyErrors;
  };
  const change = <Field extends Name<Values>>(field: Field, update: (previous: Values[Field]) => Values[Field]) =>
    setState((state) => {
      const next = { ...state.values, [field]: update(state.values[field]) };
      return { ...state, values: next, isTouched: true, errors: revalidate(state, field, next) };
    });
  const set = <Field extends Name<Values>>(field: Field, value: Values[Field]) => change(field, () => value);

  const labelKeys: Readonly<Record<string, TextKey | undefined>> = labels;
  const messageKeys: Readonly<Record<string, { readonly [Key in TextKey]?: TextKey } | undefined>> = messages;
  const fieldOrder = Object.keys(labels);
  const toFieldIndex = ({ field }: FieldError) => (field in labels ? fieldOrder.indexOf(field) : fieldOrder.length);
  const toText = ({ field, key, values: messageValues }: FieldError) =>
    t(messageKeys[field]?.[key] ?? key, messageValues);
  const toLabel = (field: string) => labelKeys[field] && t(labelKeys[field]);
  const findErrorText = (field: Name<Values>): string | undefined =>
    errors.fields.filter((error) => error.field === field).map(toText)[0];
  const errorSummary: ErrorSummary | undefined =
    errors.form && attempt
      ? {
          text: t(errors.form),
          failure: errors.failure,
          // A failure of the whole request lists no fields, although a field may have to be filled in again.
          fields: errors.failure
            ? []
            : errors.fields
                .toSorted((left, right) => toFieldIndex(left) - toFieldIndex(right))
                .map((error) => ({ name: error.field, label: toLabel(error.field), text: toText(error) })),
          attempt,
        }
      : undefined;

  return {
    values,
    errors: errors.fields,
    isTouched,
    set,
    change,
    patchValues: (update: (previous: Values) => Values) =>
      setState((state) => ({ ...state, values: update(state.values) })),
    findErrorText,
    field: <Field extends Name<Values>>(name: Field): Control<Values[Field]> => ({
      name,
      label: toLabel(name) ?? '',
      value: values[name],
      error: findErrorText(name),
      onChange: (value: Values[Field]) => set(name, value),
    }),
    setErrors: (update: (previous: readonly FieldError[]) => readonly FieldError[]) =>
      setState((state) => ({ ...state, errors: { ...state.errors, fields: update(state.errors.fields) } })),
    setSubmitErrors: (nextErrors: Errors) => setState((state) => ({ ...state, errors: nextErrors, attempt: {} })),
    clearErrors: () => setState((state) => ({ ...state, errors: emptyErrors })),
    errorSummary,
    reset: (nextValues: Values) => setState({ values: nextValues, errors: emptyErrors, isTouched: false }),
  };
};
