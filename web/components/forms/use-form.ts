import { useMemo, useState } from 'react';
import type * as z from 'zod/mini';
import { AppError } from '#shared/api/errors.ts';
import type { ErrorCode, Problem } from '#shared/api/errors.ts';
import type { Input, Output, Parsed, Route, RuleContext } from '#shared/api/route.ts';
import { validate } from '#shared/api/validation.ts';
import { useUnsavedInput } from '#web/browser/unsaved-input.ts';
import { useToday } from '#web/browser/use-today.ts';
import { useDraftAutosave, useFormDraft } from '#web/components/drafts/use-draft.ts';
import type { DraftOptions } from '#web/components/drafts/use-draft.ts';
import { toFailure } from '#web/data/api-errors.ts';
import { call } from '#web/data/api.ts';
import { createRuleContext } from '#web/data/rule-context.ts';
import { useAction } from '#web/data/use-action.ts';
import type { TextKey } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import type { FieldError, FieldsState, Labels, MessageOverrides } from '#web/ui/form/use-fields.ts';
import { useFields } from '#web/ui/form/use-fields.ts';

/**
 * Value of a field while it is being filled in: '' for a choice not yet made, false for a confirmation not yet given.
 */
type FieldInput<T> = T extends boolean ? boolean : T extends string ? T | '' : T;

/** Fields with their schemas, and rules across fields; every route has this shape. */
export type FormShape = Pick<Route, 'input' | 'rules'>;
type Fields<Shape extends FormShape> = z.input<Shape['input']>;
type FieldName<Shape extends FormShape> = keyof Fields<Shape> & string;
export type FormValues<Shape extends FormShape> = {
  [Field in keyof Fields<Shape>]: FieldInput<Fields<Shape>[Field]>;
};

/** Message keys of fields that have not been filled in yet. */
const unfilledKeys: ReadonlySet<TextKey> = new Set(['validation.required', 'validation.confirmation']);

const toFieldErrors = (problems: readonly Problem[]): FieldError[] =>
  problems.map(({ path, rule, length }) => ({
    field: path.split('.')[0] ?? path,
    key: `validation.${rule}`,
    ...(length !== undefined && { values: { length } }),
  }));

export type RejectedSubmission<Values> = { readonly values: Values; readonly problems: readonly Problem[] };

type Options<Shape extends FormShape, Result> = {
  readonly shape: Shape;
  readonly initial: FormValues<Shape>;
  /** Receives the validated input, parsed as on the server. */
  readonly send: (input: z.output<Shape['input']>) => Promise<Result>;
  readonly onDone: (result: Result) => void;
  /** Labels of the fields in the order of the page, for links of the error summary. */
  readonly labels: Labels<FieldName<Shape>>;
  readonly messages?: MessageOverrides<FieldName<Shape>>;
  readonly fieldByErrorCode?: {
    readonly [Code in ErrorCode]?: FieldName<Shape> | { field: FieldName<Shape>; key: TextKey };
  };
  readonly draft?: DraftOptions<FormValues<Shape>>;
};

/**
 * State of a form: validated as a whole before it is sent, then by field while errors are corrected; values survive
 * failures. `FormErrors` shows its error summary. Fields must be inside an element with `data-field={name}`.
 */
export type Form<Shape extends FormShape, Result> = Omit<
  FieldsState<FormValues<Shape>>,
  'isTouched' | 'setSubmitErrors' | 'clearErrors' | 'reset'
> & {
  readonly context: RuleContext;
  /** Values that the server rejected last, with its problems. */
  readonly rejectedSubmission: RejectedSubmission<FormValues<Shape>> | undefined;
  /** Returns the names of fields that still have to be filled in, in the order of the schema. */
  readonly findMissingFields: () => readonly string[];
  /** Returns the names of fields that are filled in incorrectly. */
  readonly findInvalidFields: () => readonly string[];
  readonly isBusy: boolean;
  /** Validates the form and sends it; does nothing while it is being sent. */
  readonly submit: () => Promise<void>;
  /** Starts again with these values. */
  readonly reset: (nextValues: FormValues<Shape>) => void;
  /** Completes the form as after sending, for a result that became known in another way. */
  readonly complete: (result: Result) => void;
  /** ISO instant at which the restored draft was saved; undefined for a form that opened empty or was reset. */
  readonly restoredFrom: string | undefined;
  /** Discards the draft and starts again with initial values. */
  readonly discardDraft: () => void;
};

export const useForm = <const Shape extends FormShape, Result>(
  options: Options<Shape, Result>,
): Form<Shape, Result> => {
  const { shape, initial, send, onDone, labels, messages, fieldByErrorCode = {}, draft } = options;
  const today = useToday();
  // The session is kept from when the form opened, so that the rules stay the same if it ends.
  const [session] = useState(useSession());
  const context = useMemo(() => createRuleContext(session, today), [session, today]);
  const openedDraft = useFormDraft(draft);
  const [restoredDraft, setRestoredDraft] = useState(openedDraft?.restored);

  const findErrors = (candidate: FormValues<Shape>) => {
    const result = validate(shape, candidate, context);
    return result.ok ? [] : toFieldErrors(result.problems);
  };
  const {
    setSubmitErrors,
    clearErrors,
    reset: resetFields,
    isTouched,
    ...fields
  } = useFields<FormValues<Shape>>({
    initial: () => ({ ...initial, ...restoredDraft?.values }),
    labels,
    messages,
    validate: findErrors,
  });
  const { values } = fields;
  const [rejectedSubmission, setRejectedSubmission] = useState<RejectedSubmission<FormValues<Shape>>>();

  const showFailure = (error: unknown) => {
    const failure = toFailure(error);
    const { code } = failure;
    const key: TextKey = `errors.${code}`;
    const problems = error instanceof AppError ? error.problems : [];
    setRejectedSubmission({ values, problems });
    const fieldTarget = fieldByErrorCode[code];
    if (fieldTarget !== undefined)
      return setSubmitErrors({
        fields: [typeof fieldTarget === 'string' ? { field: fieldTarget, key } : fieldTarget],
        form: 'validation.form',
      });
    const fieldProblems = toFieldErrors(problems).filter(({ field }) => Object.hasOwn(shape.input.shape, field));
    if (fieldProblems.length > 0 && fieldProblems.length === problems.length)
      return setSubmitErrors({ fields: fieldProblems, form: 'validation.form' });
    return setSubmitErrors({ fields: fieldProblems, form: key, failure });
  };
  const complete = (result: Result) => {
    openedDraft?.autosave.finishSending(true);
    onDone(result);
  };
  const { isBusy, run } = useAction(send, {
    onDone: complete,
    onFailed: (error) => {
      openedDraft?.autosave.finishSending(false);
      showFailure(error);
    },
  });
  useUnsavedInput(isTouched);
  useDraftAutosave(openedDraft, values, isTouched);

  const submit = async () => {
    if (isBusy) return;
    const result = validate(shape, values, context);
    if (!result.ok) return setSubmitErrors({ fields: toFieldErrors(result.problems), form: 'validation.form' });
    clearErrors();
    openedDraft?.autosave.startSending();
    return run(result.data);
  };

  const findFields = (isIncluded: (error: FieldError) => boolean) => [
    ...new Set(
      findErrors(values)
        .filter(isIncluded)
        .map(({ field }) => field),
    ),
  ];

  const reset = (nextValues: FormValues<Shape>) => {
    resetFields(nextValues);
    setRestoredDraft(undefined);
  };

  return {
    ...fields,
    context,
    rejectedSubmission,
    findMissingFields: (): readonly string[] => findFields(({ key }) => unfilledKeys.has(key)),
    findInvalidFields: (): readonly string[] => findFields(({ key }) => !unfilledKeys.has(key)),
    isBusy,
    submit,
    reset,
    complete,
    restoredFrom: restoredDraft?.savedAt,
    discardDraft: () => {
      if (!draft) return;
      openedDraft?.autosave.discard();
      reset(draft.createValues());
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
