import Select from '@cloudscape-design/components/select';
import type { SelectProps } from '@cloudscape-design/components/select';
import './filter-select.css';
import { useTexts } from '#web/i18n/i18n.ts';

type Props = Omit<SelectProps, 'ariaLabel' | 'renderOption' | 'triggerVariant'> & { readonly label: string };

export const FilterSelect = ({ label, ...select }: Props) => {
  const { t } = useTexts();
  const toLabelledText = (text = '') => t('common.labelled', { field: label, text });
  return (
    <div className="list-chip">
      <Select
        {...select}
        // The accessible name is only this label, because the trigger has custom content.
        ariaLabel={toLabelledText(select.selectedOption?.label)}
        triggerVariant="option"
        renderOption={({ item }) =>
          item.type === 'trigger' ? (
            <span className="list-chip-text">
              {toLabelledText()}
              <b>{item.option.label}</b>
            </span>
          ) : null
        }
      />
    </div>
  );
};
