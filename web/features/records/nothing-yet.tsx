import { useTexts } from '#web/language/i18n.ts';
import { NothingHere } from '#web/ui/nothing-here.tsx';
import type { NamedKind } from './record-kind.ts';

/** Says that no record has been submitted yet; the page's head has the way to book one. */
export const NothingYet = ({ kind: { name } }: { readonly kind: NamedKind }) => {
  const { t } = useTexts();
  return <NothingHere title={t(`${name}.empty.title`)} hint={t(`${name}.empty.hint`)} />;
};
