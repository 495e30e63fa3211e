import { FilterSelect } from './filter-select.tsx';

type Props<Value extends string> = {
  readonly label: string;
  readonly all: string;
  readonly note?: string;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
};

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
