import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useTexts } from '#web/language/i18n.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

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

type NothingYetProps = {
  readonly title: string;
  readonly hint: string;
  /** What to do about it. */
  readonly action: { readonly href: string; readonly label: string };
};

/** Nothing has been submitted yet. */
export const NothingYet = ({ title, hint, action }: NothingYetProps) => (
  <Box textAlign="center" padding={{ vertical: 'm' }}>
    <SpaceBetween size="s">
      <div>
        <Box variant="strong">{title}</Box>
        <Box color="text-body-secondary">{hint}</Box>
      </div>
      <LinkButton href={action.href}>{action.label}</LinkButton>
    </SpaceBetween>
  </Box>
);
