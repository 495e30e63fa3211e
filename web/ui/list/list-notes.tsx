import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/language/i18n.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import type { Row } from './load-rows.ts';
import { LoadFailed } from './loading.tsx';
import type { List } from './use-list.ts';

/** What there is to know about the rows shown: that they could not be loaded, are still being loaded, or are not all. */
export const ListNotes = <Item extends Row>({ list }: { readonly list: List<Item> }) => {
  const { t, formatNumber } = useTexts();
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
    const count = formatNumber(found);
    if (read !== undefined)
      return (
        <Box color="text-body-secondary">{t('list.lookingThrough', { read: formatNumber(read), found: count })}</Box>
      );
    return found > 0 ? <Box color="text-body-secondary">{t('list.loadedSoFar', { count })}</Box> : null;
  }
  const hasMore = state.found.cursor !== undefined;
  const count = formatNumber(list.items.length);
  if (hasMore && state.isStopped) return <Alert type="info">{t('list.stopped', { count })}</Alert>;
  if (hasMore && list.size === 'all')
    return <Alert type="info">{t('list.capped', { count, most: formatNumber(limits.exportRows) })}</Alert>;
  if (list.isSortedHere && (hasMore || view.page > 1))
    return <Box color="text-body-secondary">{t('list.sortNote')}</Box>;
  return null;
};
