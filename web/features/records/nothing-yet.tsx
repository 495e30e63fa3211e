import { useTexts } from '#web/language/i18n.ts';
import { NothingHere } from '#web/ui/nothing-here.tsx';
import type { NamedKind } from './record-kind.ts';

export const NothingYet = ({ kind: { name } }: { readonly kind: NamedKind }) => {
  const { t } = useTexts();
  return <NothingHere title={t(`${name}.empty.title`)} hint={t(`${name}.empty.hint`)} />;
};
