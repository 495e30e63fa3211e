import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { NothingHere } from '#web/ui/nothing-here.tsx';
import type { NamedKind } from './record-kind.ts';

/** Says that no record has been submitted yet, and where to book one. */
export const NothingYet = ({ kind: { name, paths } }: { readonly kind: NamedKind }) => {
  const { t } = useTexts();
  return (
    <NothingHere
      title={t(`${name}.empty.title`)}
      hint={t(`${name}.empty.hint`)}
      action={<LinkButton href={paths.book(usePlace())}>{t(`${name}.empty.book`)}</LinkButton>}
    />
  );
};
