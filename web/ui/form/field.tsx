import FormField from '@cloudscape-design/components/form-field';
import type { FormFieldProps } from '@cloudscape-design/components/form-field';
import type { InputProps } from '@cloudscape-design/components/input';

/** What is typed to the letter, such as a number of one's own: no browser completes or corrects it. */
export const asTyped = {
  autoComplete: false,
  spellcheck: false,
  disableBrowserAutocorrect: true,
} as const satisfies Partial<InputProps>;

export const Field = ({ name, ...field }: FormFieldProps & { readonly name: string }) => (
  <div data-field={name}>
    <FormField stretch {...field} />
  </div>
);
