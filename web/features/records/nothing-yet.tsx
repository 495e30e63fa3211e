import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import type { NamedKind } from './record-kind.ts';

/** Says that no record has been submitted yet, and where to book one. */
export const NothingYet = ({ kind: { name, paths } }: { readonly kind: NamedKind }) => {
  const { t } = useTexts();
  return (
    <Box textAlign="center" padding={{ vertical: 'm' }}>
      <SpaceBetween size="s">
        <div>
          <Box variant="strong">{t(`${name}.empty.title`)}</Box>
          <Box color="text-body-secondary">{t(`${name}.empty.hint`)}</Box>
        </div>
        <LinkButton href={paths.book(usePlace())}>{t(`${name}.empty.book`)}</LinkButton>
      </SpaceBetween>
    </Box>
  );
};
