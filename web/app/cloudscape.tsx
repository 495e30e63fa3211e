import { I18nProvider } from '@cloudscape-design/components/i18n';
import { useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { cloudscapeTexts } from './cloudscape-texts.ts';

/** A component whose Cloudscape parts are in the current language. */
export const withCloudscapeTexts = <Props extends object>(Inner: ComponentType<Props>): ComponentType<Props> =>
  function Speaking(props: Props) {
    const { locale, messages } = useSyncExternalStore(cloudscapeTexts.subscribe, cloudscapeTexts.get);
    return (
      <I18nProvider locale={locale} messages={messages}>
        <Inner {...props} />
      </I18nProvider>
    );
  };
