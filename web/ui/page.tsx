import './page.css';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { stripPathPrefix } from '#shared/api/paths.ts';
import { consumePortalNavigation } from '#web/browser/navigation-mark.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { WithIdentifiers } from './no-wrap.tsx';

let lastPage: string | undefined;

const headingId = 'page-title';

export const focusHeading = () => document.querySelector<HTMLElement>(`#${headingId}`)?.focus();

/** Returns whether the user has not moved the focus since the page opened. */
export const isFocusUntouched = () =>
  document.activeElement === document.body || document.activeElement?.id === headingId;

type Props = {
  readonly title: string;
  readonly tabTitle?: string;
  /** Distinguishes views under one path. */
  readonly view?: string;
  readonly pictogram?: ReactNode;
  readonly description?: ReactNode;
  readonly focusFirst?: () => boolean;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

export const Page = (props: Props) => {
  const { title, tabTitle = title, view = '', pictogram, description, focusFirst, actions, children } = props;
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const page = [stripPathPrefix(useLocation().pathname), view].join(' ');

  useLayoutEffect(() => {
    document.title = `${tabTitle} – ${t('shell.siteName')}`;
  });
  useEffect(() => {
    const isNavigated = consumePortalNavigation() || (lastPage !== undefined && lastPage !== page);
    // The router decides about scrolling: to the top on a new page, to the previous position on return.
    if (isNavigated && !focusFirst?.()) heading.current?.focus({ preventScroll: true });
    lastPage = page;
  }, [page, focusFirst]);

  return (
    <div className="page">
      <div className="page-head">
        <h1 id={headingId} tabIndex={-1} ref={heading}>
          {pictogram}
          <WithIdentifiers text={title} />
        </h1>
        {actions && <div className="page-actions">{actions}</div>}
        {description && <p className="page-description">{description}</p>}
      </div>
      {children}
    </div>
  );
};
