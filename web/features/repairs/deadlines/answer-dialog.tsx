import Modal from '@cloudscape-design/components/modal';
import { repairs } from '#shared/api/routes/repairs.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { CustomerAnswers } from './customer-answer.tsx';

type Props = { readonly repair: RepairSummary; readonly onClose: () => void };

/** Dialog with an answer, to copy, for a customer who calls about a repair in a list. */
export const AnswerDialog = ({ repair: { storeId, storeRefNo, id }, onClose }: Props) => {
  const { t } = useTexts();
  const { region } = usePlace();
  return (
    <Modal
      visible
      header={t('common.labelled', { field: t('repairs.answer.copy'), text: storeRefNo })}
      onDismiss={onClose}
      closeAriaLabel={t('common.closeDialog')}
    >
      <CustomerAnswers loadRepair={() => call(repairs.findRepair, { region, storeId, storeRefNo, id })} />
    </Modal>
  );
};
