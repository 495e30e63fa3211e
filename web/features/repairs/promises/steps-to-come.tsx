import Box from '@cloudscape-design/components/box';
import type { Repair, RepairSummary } from '#shared/repairs/repair.ts';
import { useToday } from '#web/browser/use-today.ts';
import { stepsOf } from '#web/features/records/progress.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { dueText, isAlarming, stillDue } from './promise-text.ts';

/** What is still to come of a repair, as items of its timeline; the one that is due next with its date, and how late it is. */
export const StepsToCome = ({ repair }: { readonly repair: Repair }) => {
  const texts = useTexts();
  const { t } = texts;
  const today = useToday();
  const next = stillDue(repair.next, today);
  const steps = stepsOf<RepairSummary>(repairKind, repair).filter(({ tone }) => tone === 'open');
  const items = [
    ...(next && next.promise !== 'target' ? [{ text: t(`repairs.due.names.${next.promise}`), due: next }] : []),
    ...steps.map(({ state }) => ({
      text: repairKind.stateText(state, texts),
      due: state === 'repaired' && next?.promise === 'target' ? next : undefined,
    })),
  ];
  return items.map(({ text, due }) => {
    const when = due && dueText(due.by, today, texts);
    return (
      <li key={text} className="is-open">
        {text} <span className="visually-hidden">{t('progress.open')}</span>
        {when && <div>{t('repairs.due.expected', { date: when.date })}</div>}
        {when && isAlarming(due, today) && <Box color="text-status-error">{when.distance}</Box>}
      </li>
    );
  });
};
