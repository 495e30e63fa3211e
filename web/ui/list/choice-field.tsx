import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';

type Choice<Value extends string> = { readonly value: Value; readonly label: string };

type Props<Value extends string> = {
  readonly label: string;
  /** What it lets through, where its choices alone don't say. */
  readonly hint?: string | undefined;
  /** What it is called when nothing is chosen. */
  readonly all: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
};

/** A filter with a single choice, or none. */
export const ChoiceField = <Value extends string>({ label, hint, all, choices, value, onChange }: Props<Value>) => {
  const options = [
    { value: '', label: all },
    ...choices.map((choice) => ({ value: choice.value, label: choice.label })),
  ];
  return (
    <FormField label={label} constraintText={hint} stretch>
      <Select
        options={options}
        selectedOption={options.find((option) => option.value === (value ?? '')) ?? null}
        onChange={({ detail }) =>
          onChange(choices.find((choice) => choice.value === detail.selectedOption.value)?.value)
        }
      />
    </FormField>
  );
};
