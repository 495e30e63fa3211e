import type { ReactNode } from 'react';
import './auth.css';

type AuthFormProps = {
  readonly form: {
    readonly formError: string | undefined;
    readonly busy: boolean;
    readonly submit: () => Promise<void>;
  };
  readonly submitLabel: string;
  readonly busyLabel: string;
  readonly children: ReactNode;
};

/** A form of plain elements, sent by its button or Enter. */
export const AuthForm = ({ form, submitLabel, busyLabel, children }: AuthFormProps) => (
  <form
    className="auth-form"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void form.submit();
    }}
  >
    {form.formError && <p className="auth-form-error">{form.formError}</p>}
    {children}
    <button type="submit" className="auth-submit" aria-disabled={form.busy}>
      {form.busy ? busyLabel : submitLabel}
    </button>
  </form>
);
