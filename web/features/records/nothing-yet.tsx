import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { NothingHere } from '#web/ui/nothing-here.tsx';
import type { NamedKind } from './record-kind.ts';

type Props = {
  readonly kind: NamedKind;
  /** The page has the way to book one already. */
  readonly isBookedAbove?: boolean;
};

/** Says that no record has been submitted yet, and where to book one. */
export const NothingYet = ({ kind: { name, paths }, isBookedAbove = false }: Props) => {
  const { t } = useTexts();
  const place = usePlace();
  return (
    <NothingHere
      title={t(`${name}.empty.title`)}
      hint={t(`${name}.empty.hint`)}
      action={!isBookedAbove && <LinkButton href={paths.book(place)}>{t(`${name}.empty.book`)}</LinkButton>}
    />
  );
};
