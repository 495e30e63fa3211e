import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/language/i18n.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import type { Row } from './load-rows.ts';
import { LoadFailed } from './loading.tsx';
import type { List } from './use-route-list.ts';

export const ListNotes = <Item extends Row>({ list }: { readonly list: List<Item> }) => {
  const { t } = useTexts();
  const { state, view } = list;

  if (state.status === 'failed') {
    const retry = () => {
      // The button goes with the failure.
      focusField(['reload']);
      list.reload();
    };
    return <LoadFailed failure={state} onRetry={retry} />;
  }
  if (state.status === 'loading') {
    const {
      items: { length: found },
      read,
    } = state.found;
    const rows = list.rowWords(found);
    if (read === undefined && found === 0) return null;
    return (
      <Box color="text-body-secondary">
        {read === undefined ? t('list.soFar', { rows }) : t('list.lookingThrough', { rows, read })}
      </Box>
    );
  }
  const hasMore = state.found.cursor !== undefined;
  const count = list.items.length;
  if (hasMore && state.isStopped) return <Alert type="info">{t('list.stopped', { rows: list.rowWords(count) })}</Alert>;
  if (hasMore && list.size === 'all')
    return <Alert type="info">{t('list.capped', { count, most: limits.exportRows })}</Alert>;
  if (list.isSortedHere && (hasMore || view.page > 1))
    return <Box color="text-body-secondary">{t('list.sortNote')}</Box>;
  return null;
};
