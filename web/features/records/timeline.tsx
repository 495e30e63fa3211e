import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import '#web/ui/timeline.css';
import type { ReactNode } from 'react';
import { regions } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { NamedKind } from './record-kind.ts';

type Entry = { readonly type: string; readonly at: string; readonly by?: string };
type Common = { readonly type: 'booked' } | { readonly type: 'rmaAssigned'; readonly rma: string };

const isCommon = (entry: Entry): entry is Entry & Common => entry.type === 'booked' || entry.type === 'rmaAssigned';

type Props<E extends Entry> = {
  readonly kind: NamedKind;
  readonly timeline: readonly E[];
  /** The words for what happens to this kind alone; what has none does not show. */
  readonly ownText?: (entry: E) => string | undefined;
  readonly renderMore?: (index: number) => ReactNode;
  readonly children?: ReactNode;
};

export const Timeline = <E extends Entry>({ kind: { name }, timeline, ownText, renderMore, children }: Props<E>) => {
  const { t, formatInstant } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const title = t(`${name}.timeline.title`);
  const textOf = (entry: E): string | undefined => {
    if (!isCommon(entry)) return ownText?.(entry);
    return entry.type === 'booked'
      ? t(`${name}.timeline.booked`)
      : t(`${name}.timeline.rmaAssigned`, { rma: entry.rma });
  };
  return (
    <Container header={<Header variant="h2">{title}</Header>}>
      <ol className="timeline" aria-label={title}>
        {timeline.map((entry, index) => {
          const text = textOf(entry);
          if (text === undefined) return null;
          return (
            // Entries of one instant stay in their order.
            <li key={`${entry.at} ${index}`}>
              <div className="timeline-what">{text}</div>
              <div className="timeline-when">
                <time dateTime={entry.at}>{formatInstant(entry.at, timeZone)}</time> ·{' '}
                {entry.by ?? t(`${name}.timeline.byProvider`)}
              </div>
              {renderMore?.(index)}
            </li>
          );
        })}
        {children}
      </ol>
    </Container>
  );
};
