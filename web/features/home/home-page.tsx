import './home.css';
import type { ReactNode } from 'react';
import { regions } from '#shared/config/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { getConfig } from '#web/data/config.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { Page } from '#web/ui/page.tsx';
import { PlainButtonLink } from '#web/ui/plain-button.tsx';

export type HomeAction = { readonly name: string; readonly href: string };

type Props = {
  readonly actions: readonly HomeAction[];
  /** Focuses another element than the heading after navigation; returns whether it has. */
  readonly focusInsteadOfHeading: () => boolean;
  readonly children: ReactNode;
};

export const HomePage = ({ actions, focusInsteadOfHeading, children }: Props) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const { returnsAvailable } = getConfig().regions[region];
  const session = useSession();
  const [mainAction] = actions;
  return (
    <Page
      title={(!session?.isAdminUser && session?.store?.storeName) || regions[region].title}
      tabTitle={t('home.title')}
      description={t('home.greeting', { name: session?.email ?? '' })}
      focusInsteadOfHeading={focusInsteadOfHeading}
      actions={
        mainAction && (
          <div className="home-actions">
            {actions.map(({ name, href }) => (
              <PlainButtonLink key={href} href={href} isPrimary={href === mainAction.href}>
                {name}
              </PlainButtonLink>
            ))}
          </div>
        )
      }
    >
      {mainAction ? (
        children
      ) : (
        <div className="home-no-role">
          <h2>{t('home.noRole.title')}</h2>
          <p>{t(returnsAvailable ? 'home.noRole.text' : 'home.noRole.textWithoutReturns')}</p>
        </div>
      )}
    </Page>
  );
};
