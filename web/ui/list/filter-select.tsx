import Select from '@cloudscape-design/components/select';
import type { SelectProps } from '@cloudscape-design/components/select';
import { useTexts } from '#web/language/i18n.ts';

type Props = Omit<SelectProps, 'ariaLabel' | 'renderOption' | 'triggerVariant'> & { readonly label: string };

export const FilterSelect = ({ label, ...select }: Props) => {
  const { t } = useTexts();
  const labelled = (text = '') => t('common.labelled', { field: label, text });
  return (
    <div className="list-chip">
      <Select
        {...select}
        // With a content of its own the button's name is no more than this.
        ariaLabel={labelled(select.selectedOption?.label)}
        triggerVariant="option"
        renderOption={({ item }) =>
          item.type === 'trigger' ? (
            <span className="list-chip-text">
              {labelled()}
              <b>{item.option.label}</b>
            </span>
          ) : null
        }
      />
    </div>
  );
};
