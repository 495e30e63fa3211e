import './page.css';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { stripPathPrefix } from '#shared/api/paths.ts';
import { consumePortalNavigation } from '#web/browser/navigation-mark.ts';
import { useRouting } from '#web/browser/routing.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { WithIdentifiers } from './no-wrap.tsx';

let lastPageKey: string | undefined;

const headingId = 'page-title';

export const focusHeading = () => document.querySelector<HTMLElement>(`#${headingId}`)?.focus();

/** Returns whether the user has not moved the focus since the page opened. */
export const isFocusUntouched = () =>
  document.activeElement === document.body || document.activeElement?.id === headingId;

type Props = {
  readonly title: string;
  readonly tabTitle?: string;
  /** Distinguishes several views that have the same path. */
  readonly view?: string;
  readonly pictogram?: ReactNode;
  /** Number of rows of a list, shown next to the title. */
  readonly count?: string | undefined;
  readonly description?: ReactNode;
  /** Focuses another element than the heading after navigation; returns whether it has. */
  readonly focusInsteadOfHeading?: () => boolean;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

export const Page = (props: Props) => {
  const {
    title,
    tabTitle = title,
    view = '',
    pictogram,
    count,
    description,
    focusInsteadOfHeading,
    actions,
    children,
  } = props;
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const pageKey = [stripPathPrefix(useRouting().pathname), view].join(' ');

  useLayoutEffect(() => {
    document.title = `${tabTitle} – ${t('shell.siteName')}`;
  });
  useEffect(() => {
    const isNavigated = consumePortalNavigation() || (lastPageKey !== undefined && lastPageKey !== pageKey);
    // Focusing must not scroll, because the router scrolls: to the top of a new page, or to the previous position on return.
    if (isNavigated && !focusInsteadOfHeading?.()) heading.current?.focus({ preventScroll: true });
    lastPageKey = pageKey;
  }, [pageKey, focusInsteadOfHeading]);

  return (
    <div className="page">
      <div className="page-head">
        <div className="page-title">
          <h1 id={headingId} tabIndex={-1} ref={heading}>
            {pictogram}
            <WithIdentifiers text={title} />
          </h1>
          {count !== undefined && <span className="page-count">{count}</span>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
        {description && <p className="page-description">{description}</p>}
      </div>
      {children}
    </div>
  );
};
