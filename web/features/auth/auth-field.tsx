import type { ComponentProps } from 'react';
import { useId } from 'react';
import type { Control } from '#web/ui/form/use-fields.ts';

/** A field of a form, and further attributes of its input. */
export type AuthFieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  /** An error that is empty: it is wrong, and what describes it says how. */
  readonly field: Control<string>;
  /** The id of a further description. */
  readonly describedBy?: string | undefined;
};

/** A labelled text input with its error. Plain elements: the pages on the way in have to be there at once. */
export const AuthField = ({
  field: { name, label, value, error, onChange },
  describedBy,
  ...input
}: AuthFieldProps) => {
  const id = useId();
  const errorId = `${id}-error`;
  const descriptions = [...(error ? [errorId] : []), ...(describedBy === undefined ? [] : [describedBy])].join(' ');
  return (
    <div data-field={name} className="auth-field">
      <label htmlFor={id}>{label}</label>
      <input
        spellCheck={false}
        required
        {...input}
        id={id}
        name={name}
        aria-invalid={error !== undefined}
        {...(descriptions !== '' && { 'aria-describedby': descriptions })}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && (
        <p id={errorId} className="auth-error">
          {error}
        </p>
      )}
    </div>
  );
};
