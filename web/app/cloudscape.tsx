import './cloudscape.css';
import { I18nProvider } from '@cloudscape-design/components/i18n';
import { memo, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { QueryScope } from '#web/data/query-scope.tsx';
import { cloudscapeTexts } from './cloudscape-texts.ts';

/** Wraps a component in Cloudscape's I18nProvider. Memoized, because a render of the provider rerenders every Cloudscape component below it. */
export const withCloudscapeTexts = <Props extends object>(Inner: ComponentType<Props>): ComponentType<Props> =>
  memo(function WithTexts(props: Props) {
    const { locale, messages } = useSyncExternalStore(cloudscapeTexts.subscribe, cloudscapeTexts.get);
    return (
      <I18nProvider locale={locale} messages={messages}>
        <QueryScope>
          <Inner {...props} />
        </QueryScope>
      </I18nProvider>
    );
  }) as ComponentType<Props>;
