import FormField from '@cloudscape-design/components/form-field';
import type { FormFieldProps } from '@cloudscape-design/components/form-field';
import type { InputProps } from '@cloudscape-design/components/input';

/** Input attributes for literal values such as reference numbers, which browsers must not complete or correct. */
export const literalInput = {
  autoComplete: false,
  spellcheck: false,
  disableBrowserAutocorrect: true,
} as const satisfies Partial<InputProps>;

export const Field = ({ name, ...field }: FormFieldProps & { readonly name: string }) => (
  <div data-field={name}>
    <FormField stretch {...field} />
  </div>
);
