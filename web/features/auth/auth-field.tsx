import type { ReactNode } from 'react';
import { useId } from 'react';

/** What ties a control to its label, its error and what else describes it. */
type FieldIds = { readonly id: string; readonly 'aria-invalid': boolean; readonly 'aria-describedby'?: string };

type AuthFieldProps = {
  readonly name: string;
  readonly label: string;
  /** Empty: it is wrong, and what describes it says how. */
  readonly error: string | undefined;
  /** The id of a further description. */
  readonly describedBy?: string | undefined;
  readonly children: (ids: FieldIds) => ReactNode;
};

/** A labelled field with its error. Plain elements: the pages on the way in have to be there at once. */
export const AuthField = ({ name, label, error, describedBy, children }: AuthFieldProps) => {
  const id = useId();
  const errorId = `${id}-error`;
  const descriptions = [...(error ? [errorId] : []), ...(describedBy === undefined ? [] : [describedBy])].join(' ');
  return (
    <div data-field={name} className="auth-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        ...(descriptions !== '' && { 'aria-describedby': descriptions }),
      })}
      {error && (
        <p id={errorId} className="auth-error">
          {error}
        </p>
      )}
    </div>
  );
};
