import type { ReactNode } from 'react';
import { useId } from 'react';

/** What ties a control to its label and error. */
export type FieldIds = { readonly id: string; readonly 'aria-invalid': boolean; readonly 'aria-describedby'?: string };

type LoginFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly children: (ids: FieldIds) => ReactNode;
};

/** A labelled field with its error. Plain elements: the sign-in page has to be there at once. */
export const LoginField = ({ name, label, error, children }: LoginFieldProps) => {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div data-field={name} className="login-field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error !== undefined, ...(error !== undefined && { 'aria-describedby': errorId }) })}
      {error !== undefined && (
        <p id={errorId} className="login-error">
          {error}
        </p>
      )}
    </div>
  );
};
