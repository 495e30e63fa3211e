import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useHere } from '#web/here.ts';
import { useTexts } from '#web/i18n.ts';
import { paths } from '#shared/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

/** Says that there is nothing yet, and what to do about it. */
export const NoRepairsYet = () => {
  const { t } = useTexts();
  const here = useHere();
  return (
    <Box textAlign="center" padding={{ vertical: 'm' }}>
      <SpaceBetween size="s">
        <div>
          <Box variant="strong">{t('repairs.empty.title')}</Box>
          <Box color="text-body-secondary">{t('repairs.empty.hint')}</Box>
        </div>
        <LinkButton href={paths.bookRepair(here)}>{t('repairs.empty.book')}</LinkButton>
      </SpaceBetween>
    </Box>
  );
};
