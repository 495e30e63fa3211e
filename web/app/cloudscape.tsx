import './cloudscape.css';
import { I18nProvider } from '@cloudscape-design/components/i18n';
import { memo, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { QueryScope } from '#web/data/query-scope.tsx';
import { cloudscapeTexts } from './cloudscape-texts.ts';

/** Memoized: whenever the provider renders, all of Cloudscape below it does too, down to the last icon of an unchanged row. */
export const withCloudscapeTexts = <Props extends object>(Inner: ComponentType<Props>): ComponentType<Props> =>
  memo(function Speaking(props: Props) {
    const { locale, messages } = useSyncExternalStore(cloudscapeTexts.subscribe, cloudscapeTexts.get);
    return (
      <I18nProvider locale={locale} messages={messages}>
        <QueryScope>
          <Inner {...props} />
        </QueryScope>
      </I18nProvider>
    );
  }) as ComponentType<Props>;
