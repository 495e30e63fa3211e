import Button from '@cloudscape-design/components/button';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Popover from '@cloudscape-design/components/popover';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import './customer-answer.css';
import { useEffect, useEffectEvent, useState } from 'react';
import { prefixes, regions } from '#shared/config/regions.ts';
import type { Prefix } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { toState } from '#web/features/records/progress.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { loadTexts } from '#web/i18n/load-texts.ts';
import { dayText } from './deadline-text.ts';

/** Returns the part of an answer about the next deadline; '' if the answer does not mention it. */
const nextDeadlineText = ({ next }: Repair, today: CalendarDate, texts: Texts): string => {
  // Missed deadlines are omitted, because the store has to follow them up itself. Cancellation and warranty are never the
  // next deadline, because they require no action.
  if (!next || next.by < today || next.promise === 'cancellation' || next.promise === 'warranty') return '';
  return texts.t(`repairs.answer.next.${next.promise}`, { date: dayText(next.by, today, texts) });
};

/** Returns a sentence for a customer who calls: the last event with its date, and the next deadline. `timeZone` is an IANA name. */
export const answerText = (repair: Repair, today: CalendarDate, timeZone: string, texts: Texts): string => {
  const { state, timeline, createdAt } = repair;
  const reportedAt = timeline.findLast((entry) => toState(entry) === state)?.at ?? createdAt;
  const lastEvent = texts.t(`repairs.answer.states.${state}`, {
    product: repairKind.productsText(repair, texts),
    reference: repair.storeRefNo,
    date: dayText(toCalendarDate(new Date(reportedAt), timeZone), today, texts),
  });
  const expected = nextDeadlineText(repair, today, texts);
  return expected === '' ? `${lastEvent}.` : texts.t('repairs.answer.both', { happened: lastEvent, expected });
};

/** Answer for a customer who asks about a repair, to be copied, in every language, the page's language first. Loads the repair on mount, and shows an error if `loadRepair` rejects. */
export const CustomerAnswers = ({ loadRepair }: { readonly loadRepair: () => Promise<Repair> }) => {
  const { t, language } = useTexts();
  const today = useToday();
  const { timeZone } = regions[usePlace().region];
  const [result, setResult] = useState<
    { readonly repair: Repair; readonly textsOfLanguages: readonly Texts[] } | 'failed'
  >();
  const load = useEffectEvent(async () => {
    const languages = (Object.keys(prefixes) as Prefix[]).map((prefix) => loadTexts(prefix));
    const [repair, ...textsOfLanguages] = await Promise.all([loadRepair(), ...languages]);
    const pageLanguageRank = (texts: Texts) => Number(texts.language === language);
    return { repair, textsOfLanguages: textsOfLanguages.toSorted((a, b) => pageLanguageRank(b) - pageLanguageRank(a)) };
  });
  useEffect(() => {
    load().then(setResult, () => setResult('failed'));
  }, []);
  if (result === undefined) return <Spinner />;
  if (result === 'failed') return <span role="alert">{t('repairs.answer.copyFailed')}</span>;
  const { repair, textsOfLanguages } = result;
  return (
    <SpaceBetween size="s">
      {textsOfLanguages.map((texts) => {
        const answer = answerText(repair, today, timeZone, texts);
        const text = t(`shell.languages.${texts.language}`);
        return (
          <div key={texts.language} className="answer">
            <CopyToClipboard
              variant="icon"
              textToCopy={answer}
              copyButtonAriaLabel={t('common.labelled', { field: t('repairs.answer.copy'), text })}
              copySuccessText={t('repairs.answer.copied')}
              copyErrorText={t('repairs.answer.copyFailed')}
            />
            <span lang={texts.locale}>{answer}</span>
          </div>
        );
      })}
    </SpaceBetween>
  );
};

/** Button that shows the message about the repair for the customer, to copy. It is the main action while the store has to call about a fee quote. */
export const CustomerAnswerButton = ({ repair }: { readonly repair: Repair }) => {
  const { t } = useTexts();
  const answers = <CustomerAnswers loadRepair={() => Promise.resolve(repair)} />;
  return (
    <Popover triggerType="custom" size="large" header={t('repairs.answer.copy')} content={answers}>
      <Button variant={repair.next?.promise === 'feeAnswer' ? 'primary' : 'normal'} iconName="copy" formAction="none">
        {t('repairs.answer.copy')}
      </Button>
    </Popover>
  );
};
