import Box from '@cloudscape-design/components/box';
import { regions } from '#shared/regions.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { useHere } from '#web/here.ts';
import { useTexts } from '#web/i18n.ts';
import { productsLabel } from './repair-labels.ts';

/** One repair in the home page's panel. */
export const LatestRepair = ({ repair }: { readonly repair: Repair }) => {
  const texts = useTexts();
  const { region } = useHere();
  return (
    <li>
      <Box variant="strong">{repair.storeRefNo}</Box>
      <Box>{productsLabel(repair, texts)}</Box>
      <Box color="text-body-secondary" fontSize="body-s">
        {texts.formatInstant(repair.createdAt, regions[region].timeZone)} ·{' '}
        {texts.t('repairs.latest.rma', { rma: repair.rma ?? texts.t('repairs.pending') })}
      </Box>
    </li>
  );
};
