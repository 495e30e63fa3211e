import Alert from '@cloudscape-design/components/alert';
import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import './bulk.css';
import type { ReadUsersFile } from '#shared/users/file/report.ts';
import { useTexts } from '#web/language/i18n.ts';

/** Whose names of stores are right: the portal's, or the file's. */
export type Names = 'known' | 'named';

type Props = {
  readonly renamed: ReadUsersFile['renamed'];
  readonly value: Names | undefined;
  readonly onChange: (names: Names) => void;
  /** Whether the answer was needed and isn't there. */
  readonly isMissing: boolean;
};

/** Asks about stores that the file names otherwise than the portal does: it may be a slip, or a new name. */
export const RenamedStores = ({ renamed, value, onChange, isMissing }: Props) => {
  const { t } = useTexts();
  return (
    <Alert type="warning" header={t('users.file.renamed.title')}>
      <SpaceBetween size="s">
        <ul className="renamed-stores">
          {renamed.map(({ storeId, known, named }) => (
            <li key={[storeId, named].join('\n')}>{t('users.file.renamed.store', { storeId, known, named })}</li>
          ))}
        </ul>
        <div data-field="names">
          <FormField
            label={t('users.file.renamed.question')}
            {...(isMissing && { errorText: t('users.file.renamed.required') })}
          >
            <RadioGroup
              value={value ?? null}
              onChange={({ detail }) => onChange(detail.value === 'known' ? 'known' : 'named')}
              items={[
                { value: 'known', label: t('users.file.renamed.known') },
                {
                  value: 'named',
                  label: t('users.file.renamed.named'),
                  description: t('users.file.renamed.namedHint'),
                },
              ]}
            />
          </FormField>
        </div>
      </SpaceBetween>
    </Alert>
  );
};
