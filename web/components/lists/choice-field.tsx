import { FilterSelect } from './filter-select.tsx';

type Props<Value extends string> = {
  readonly label: string;
  /** Label of the option that sets no filter. */
  readonly all: string;
  /** Note above the choices, such as how this filter affects the others. */
  readonly note?: string;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
};

/** Filter with one value out of several, or none. */
export const ChoiceField = <Value extends string>({ label, all, note, choices, value, onChange }: Props<Value>) => {
  const allOption = { value: '', label: all };
  return (
    <FilterSelect
      label={label}
      options={note === undefined ? [allOption, ...choices] : [allOption, { label: note, options: choices }]}
      selectedOption={choices.find((choice) => choice.value === value) ?? allOption}
      onChange={({ detail }) => onChange(choices.find((choice) => choice.value === detail.selectedOption.value)?.value)}
    />
  );
};
