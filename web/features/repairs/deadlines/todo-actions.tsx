import { useState } from 'react';
import { repairs } from '#shared/api/routes/repairs.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { TodoButton } from '#web/features/records/attention/todo-button.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { showAlert } from '#web/ui/alerts.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

const lazySlip = createLazyComponent(
  async () => (await import('#web/features/repairs/slip/print-slip.tsx')).PrintSlipOnce,
);
const lazyAnswerDialog = createLazyComponent(async () => (await import('./answer-dialog.tsx')).AnswerDialog);

type Props = { readonly repair: RepairSummary };

export const PrintSlipButton = ({ repair: { storeId, storeRefNo, id } }: Props) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <TodoButton
        text={t('home.action.slip')}
        reference={storeRefNo}
        onClick={() => void lazySlip.load().then((isLoaded) => setPrinting(isLoaded))}
      />
      {isPrinting && (
        <lazySlip.Lazy
          loadRepair={() => call(repairs.findRepair, { region, storeId, storeRefNo, id })}
          onEnd={(hasFailed) => {
            setPrinting(false);
            if (hasFailed) showAlert({ key: 'repairs.slip.failed', type: 'error' });
          }}
        />
      )}
    </>
  );
};

/** Opens the answer for a customer who has to reply to a fee quote. */
export const AnswerButton = ({ repair }: Props) => {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TodoButton
        text={t('home.action.answer')}
        reference={repair.storeRefNo}
        onClick={() => void lazyAnswerDialog.load().then((isLoaded) => setOpen(isLoaded))}
      />
      {isOpen && <lazyAnswerDialog.Lazy repair={repair} onClose={() => setOpen(false)} />}
    </>
  );
};
