import Icon from '@cloudscape-design/components/icon';
import Modal from '@cloudscape-design/components/modal';
import { useState } from 'react';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { usePlace } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { useTexts } from '#web/language/i18n.ts';
import { lazily } from '#web/ui/lazily.tsx';

const { Lazy: Answers } = lazily(async () => (await import('./copy-answer.tsx')).Answers);

/** Offers an answer for a customer who calls, from a row of the list: how far the repair is, is asked for when it is pressed. */
export const CopyRowAnswer = ({ repair }: { readonly repair: RepairSummary }) => {
  const { t } = useTexts();
  const { region } = usePlace();
  const [isOpen, setIsOpen] = useState(false);
  const { storeId, storeRefNo, id } = repair;
  const label = t('common.labelled', { field: t('repairs.answer.copy'), text: storeRefNo });
  return (
    <>
      <button type="button" className="copy-answer" aria-label={label} title={label} onClick={() => setIsOpen(true)}>
        <Icon name="copy" size="small" />
      </button>
      {isOpen && (
        <Modal visible header={label} onDismiss={() => setIsOpen(false)} closeAriaLabel={t('common.closeDialog')}>
          <Answers ask={() => call(repairs.findRepair, { region, storeId, storeRefNo, id })} />
        </Modal>
      )}
    </>
  );
};
