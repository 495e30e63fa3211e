import { useState } from 'react';
import { returns } from '#shared/api/routes/returns.ts';
import type { ReturnSummary } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { toSendableReturnsInput } from '#web/features/records/attention/attention-queries.ts';
import type { AttentionSource, Todo } from '#web/features/records/attention/attention-source.tsx';
import { createAttentionSource } from '#web/features/records/attention/attention-source.tsx';
import { SendableSince } from '#web/features/records/attention/sendable-since.tsx';
import { TodoButton } from '#web/features/records/attention/todo-button.tsx';
import { toRecordEntry } from '#web/features/records/record-links.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { showAlert } from '#web/ui/alerts.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { returnKind } from './return-kind.ts';

const lazyPackingList = createLazyComponent(
  async () => (await import('./packing-list/packing-list.tsx')).PackingListOnce,
);

const PackingListButton = ({ record: { storeId, storeRefNo, id } }: { readonly record: ReturnSummary }) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <TodoButton
        text={t('home.action.packingList')}
        reference={storeRefNo}
        onClick={() => void lazyPackingList.load().then((isLoaded) => setPrinting(isLoaded))}
      />
      {isPrinting && (
        <lazyPackingList.Lazy
          loadReturn={() => call(returns.findReturn, { region, storeId, storeRefNo, id })}
          onEnd={(hasFailed) => {
            setPrinting(false);
            if (hasFailed) showAlert({ key: 'returns.packing.failed', type: 'error' });
          }}
        />
      )}
    </>
  );
};

/** Source of the returns registered in recent days, which the store has to send. Older ones count as sent, because their arrival is not reported. */
export const returnsToSendSource: AttentionSource = createAttentionSource({
  groups: ['send'],
  route: returns.listReturns,
  toInput: ({ region }, today) => toSendableReturnsInput(region, today),
  toResult: ({ items, cursor }, place) => {
    const todos = items.flatMap((record): Todo[] => {
      const { rma, sendFrom } = record;
      if (rma === null) return [];
      return [
        {
          entry: toRecordEntry(returnKind, record, place, {
            text: ({ t }) => t('home.todo.send', { rma }),
            day: sendFrom && <SendableSince day={sendFrom} />,
          }),
          groups: ['send'],
          date: sendFrom ?? record.createdAt.slice(0, 10),
          action: <PackingListButton record={record} />,
        },
      ];
    });
    return { todos, incompleteGroups: cursor === undefined ? [] : ['send'] };
  },
});
