import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useTexts } from '#web/i18n.ts';

/** Nothing matches what was searched and filtered for. */
export const NoMatch = ({ onClear }: { readonly onClear: () => void }) => {
  const { t } = useTexts();
  return (
    <Box textAlign="center" padding={{ vertical: 'm' }}>
      <SpaceBetween size="s">
        <div>
          <Box variant="strong">{t('list.noMatch.title')}</Box>
          <Box color="text-body-secondary">{t('list.noMatch.hint')}</Box>
        </div>
        <Button onClick={onClear}>{t('list.clear')}</Button>
      </SpaceBetween>
    </Box>
  );
};

/** A page behind the last row. */
export const NoMoreRows = () => {
  const { t } = useTexts();
  return (
    <Box textAlign="center" padding={{ vertical: 'm' }} color="text-body-secondary">
      {t('list.noMore')}
    </Box>
  );
};
