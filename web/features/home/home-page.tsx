import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { Page } from '#web/ui/page.tsx';

export type Panel = { readonly name: string; readonly content: ReactNode };

type Props = { /** What this user may see here, from whichever feature. */ readonly panels: readonly Panel[] };

export const HomePage = ({ panels }: Props) => {
  const { t } = useTexts();
  const session = useSession();
  return (
    <Page
      title={t('home.greeting', { name: session?.email ?? '' })}
      tabTitle={t('home.title')}
      description={t('home.description')}
    >
      {panels.map(({ name, content }) => (
        <Fragment key={name}>{content}</Fragment>
      ))}
    </Page>
  );
};
