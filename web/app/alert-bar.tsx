import Flashbar from '@cloudscape-design/components/flashbar';
import { useTexts } from '#web/language/i18n.ts';
import { dismissAlert } from '#web/ui/alerts.ts';
import type { PageAlert } from '#web/ui/alerts.ts';

type Props = { readonly alerts: readonly PageAlert[] };

export const AlertBar = ({ alerts }: Props) => {
  const { t } = useTexts();
  return (
    <Flashbar
      items={alerts.map((alert) => ({
        id: alert.key,
        type: alert.type,
        content: t(alert.key, alert.values),
        dismissible: true,
        dismissLabel: t('shell.alerts.dismiss'),
        statusIconAriaLabel: t(`shell.alerts.${alert.type}`),
        ariaRole: alert.type === 'error' ? 'alert' : 'status',
        onDismiss: () => dismissAlert(alert),
      }))}
      i18nStrings={{ ariaLabel: t('shell.alerts.label') }}
    />
  );
};
