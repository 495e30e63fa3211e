import { useEffect, useRef, useState } from 'react';
import type { CalendarDate } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { ErrorCode, Problem } from '#shared/errors.ts';
import type { Input, Output, Parsed, Route } from '#shared/route.ts';
import { check } from '#shared/validation.ts';
import { useWork } from '#web/browser/unsaved-input.ts';
import { ruleContext } from '#web/data/rule-context.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { TextKey } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { announce } from '#web/ui/announce.ts';
import { focusField } from './focus-field.ts';
import { useKeptDraft, useOpenedDraft } from './use-draft.ts';
import type { DraftOption } from './use-draft.ts';

/** What a field holds while it is filled in: a choice not yet made is '', a confirmation not yet given is false. */
type Unfinished<T> = T extends boolean ? boolean : T extends string ? T | '' : T;
export type FormValues<R extends Route> = { [Field in keyof Input<R>]: Unfinished<Input<R>[Field]> };

/** What is wrong: with one field (a text of `validation`, or an error code that belongs to it), or with the whole form. */
type FieldError = { readonly field: string; readonly key: TextKey; readonly length?: number };
type Errors = { readonly fields: readonly FieldError[]; readonly form: TextKey | undefined };

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
  return { fields, form: fields.length > 0 ? errors.form : undefined };
};

/** An attempt that failed, with what there is to focus and to say. */
type Failure = { readonly fields: readonly string[]; readonly words: string };

type State<R extends Route> = { readonly values: FormValues<R>; readonly errors: Errors; readonly isTouched: boolean };

/** A field, or a field with words that fit it better than the catalogue's. */
type CodePlace<R extends Route> =
  | (keyof Input<R> & string)
  | { readonly field: keyof Input<R> & string; readonly key: TextKey };

type Options<R extends Route> = {
  readonly route: R;
  readonly initial: FormValues<R>;
  /** In the region's calendar. */
  readonly today: CalendarDate;
  readonly send: (input: Parsed<R>) => Promise<Output<R>>;
  readonly onDone: (output: Output<R>) => void;
  /** The field that an error code is about. */
  readonly fieldOfCode?: { readonly [Code in ErrorCode]?: CodePlace<R> };
  /** For a form that is work to fill in: what was typed outlives the page. */
  readonly draft?: DraftOption<FormValues<R>>;
};

/** A form over a route's input: the server's own checks before sending, errors at their fields, nothing lost on failure. Fields stand in an element with `data-field={name}`. */
export const useRouteForm = <R extends Route>({
  route,
  initial,
  today,
  send,
  onDone,
  fieldOfCode = {},
  draft,
}: Options<R>) => {
  const session = useSession();
  // As it was when the form opened: a session that ends meanwhile changes no rule.
  const [context] = useState(() => ruleContext(session, today));
  const { t } = useTexts();
  const opened = useOpenedDraft(draft);
  const [restored, setRestored] = useState(opened?.restored);
  const [{ values, errors, isTouched }, setState] = useState<State<R>>(() => ({
    values: { ...initial, ...restored?.values },
    errors: none,
    isTouched: false,
  }));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const sending = useRef(false);
  useWork(isTouched);
  useKeptDraft({
    opened,
    values,
    isTouched,
    onGone: () => {
      if (!draft || sending.current) return;
      const fresh = draft.fresh();
      setRestored(undefined);
      // What this tab only showed is sent or discarded; what was typed here since is another form now.
      setState((state) =>
        state.isTouched
          ? { ...state, values: { ...state.values, [draft.identity]: fresh[draft.identity] } }
          : { ...state, values: fresh },
      );
    },
  });

  const problemsOf = (candidate: FormValues<R>) => {
    const checked = check(route, candidate, context);
    return checked.ok ? [] : fieldErrors(checked.problems);
  };

  const setErrors = (found: Errors) => setState((state) => ({ ...state, errors: found }));

  const fail = (found: Errors) => {
    setErrors(found);
    setFailure({ fields: found.fields.map(({ field }) => field), words: found.form ? t(found.form) : '' });
  };

  // Only a failed attempt moves the focus, not the errors that change while one types.
  useEffect(() => {
    if (!failure) return;
    focusField(failure.fields);
    announce(failure.words);
  }, [failure]);

  const failWith = (error: unknown) => {
    if (!(error instanceof AppError)) {
      reportError(error);
      return fail({ fields: [], form: 'errors.InternalServerError' });
    }
    const key: TextKey = `errors.${error.code}`;
    const place = fieldOfCode[error.code];
    const known = fieldErrors(error.problems).filter((problem) => Object.hasOwn(route.input.shape, problem.field));
    if (place !== undefined)
      fail({ fields: [typeof place === 'string' ? { field: place, key } : place], form: 'validation.form' });
    else
      fail({
        fields: known,
        form: known.length > 0 && known.length === error.problems.length ? 'validation.form' : key,
      });
  };

  const set = <Field extends keyof FormValues<R> & string>(field: Field, value: FormValues<R>[Field]) =>
    setState((state) => {
      const next = { ...state.values, [field]: value };
      return {
        values: next,
        isTouched: true,
        errors: !failure ? none : mended(state.errors, field, problemsOf(state.values), problemsOf(next)),
      };
    });

  const submit = async () => {
    if (sending.current) return;
    const checked = check(route, values, context);
    if (!checked.ok) return fail({ fields: fieldErrors(checked.problems), form: 'validation.form' });
    sending.current = true;
    setBusy(true);
    setErrors(none);
    // Should the page go before the answer comes, what is sent can be sent again as the same.
    opened?.keeper.now();
    try {
      const output = await send(checked.data);
      opened?.keeper.forget();
      onDone(output);
    } catch (error) {
      failWith(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  /** Begins anew, as after a success. */
  const reset = (fresh: FormValues<R>) => {
    setState({ values: fresh, errors: none, isTouched: false });
    setFailure(undefined);
    setRestored(undefined);
  };

  return {
    values,
    set,
    errorOf: (field: keyof Input<R> & string): string | undefined => {
      const error = errors.fields.find((one) => one.field === field);
      return error && t(error.key, error.length === undefined ? {} : { length: error.length });
    },
    formError: errors.form && t(errors.form),
    busy,
    submit,
    reset,
    /** The instant (ISO) of the draft that the form was restored from. */
    restoredFrom: restored?.savedAt,
    discardDraft: () => {
      if (!draft) return;
      opened?.keeper.forget();
      reset(draft.fresh());
    },
  };
};
