import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Icon from '@cloudscape-design/components/icon';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigationType } from 'react-router';
import { usePlace } from '#web/browser/place.ts';
import { backgroundCall } from '#web/data/api.ts';
import { isSameData } from '#web/data/use-query.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Page } from '#web/ui/page.tsx';
import type { RecordKindView, SubmittedRecord } from './record-kind-view.ts';
import { toRecordPath } from './record-path.ts';
import { announceRma, CopyRma, Rma } from './rma.tsx';

/** Booked record. `isAsSent` is false if an earlier attempt, whose response was lost, booked other values; `isElsewhere` if it booked for another store. */
type Booked<Full> = { readonly record: Full; readonly isAsSent: boolean; readonly isElsewhere: boolean };

export type LastBooking<Full> = {
  readonly booked: Booked<Full> | undefined;
  readonly setBooked: (booked: Booked<Full>) => void;
  /** Starts the next booking. */
  readonly next: () => void;
};

/** State of the last booking. It is cleared when the next booking starts, which focuses the first of these fields, or when the user navigates to the page again. */
export const useLastBooking = <Full,>(firstFields: readonly string[]): LastBooking<Full> => {
  const [booked, setBooked] = useState<Booked<Full>>();
  const { key, pathname } = useLocation();
  const navigationType = useNavigationType();
  const [lastLocation, setLastLocation] = useState({ key, pathname });
  if (lastLocation.key !== key) {
    setLastLocation({ key, pathname });
    // Pushed by the navigation drawer. Ending a draft replaces the entry, and switching the language changes the path.
    if (navigationType === 'PUSH' && lastLocation.pathname === pathname) setBooked(undefined);
  }
  const next = () => {
    flushSync(() => setBooked(undefined));
    focusField(firstFields);
  };
  return { booked, setBooked, next };
};

type Props<Summary extends SubmittedRecord, Full extends Summary> = {
  readonly kind: RecordKindView<Summary, Full>;
  readonly booked: Booked<Full>;
  readonly renderPrint: (record: Full) => ReactNode;
  readonly onNext: () => void;
};

export const BookedPage = <Summary extends SubmittedRecord, Full extends Summary>(props: Props<Summary, Full>) => {
  const { kind, booked, renderPrint, onNext } = props;
  const texts = useTexts();
  const { t } = texts;
  const place = usePlace();
  const { name } = kind;
  const [record, setRecord] = useState(booked.record);
  const { id, storeId, storeName, storeRefNo, rma } = record;
  const isPending = kind.isPending(record);
  const message = booked.isElsewhere
    ? t(`${name}.book.doneBeforeElsewhere`, { reference: storeRefNo, store: storeName })
    : t(booked.isAsSent ? `${name}.book.done` : `${name}.book.doneBefore`, { reference: storeRefNo });

  const announceMessage = useEffectEvent(() => announce(message));
  useEffect(() => {
    announceMessage();
    // The submit button may have been far down the page.
    document.documentElement.scrollTop = 0;
  }, []);
  const refresh = async () => {
    const refreshed = await backgroundCall(kind.routes.find, { region: place.region, storeId, storeRefNo, id });
    announceRma(kind, texts, [record], [refreshed]);
    setRecord(refreshed);
    return !isSameData(refreshed, record);
  };
  useRefreshWhilePending({ isPending, refreshInBackground: refresh });

  return (
    <div className="booked">
      <Container>
        <div className="booked-parts">
          <Icon name="status-positive" variant="success" size="large" />
          <Page
            title={t(`${name}.book.booked.title`, { reference: storeRefNo })}
            view={`booked ${id}`}
            description={kind.productsText(record, texts)}
          >
            {!booked.isAsSent && <Alert type="warning">{message}</Alert>}
            <div>
              <Box variant="awsui-key-label">{t(`${name}.fields.rma`)}</Box>
              <Box variant="span" fontSize="heading-m">
                <Rma kind={kind} record={record} />
              </Box>{' '}
              {isPending ? (
                <Box color="text-body-secondary">{t('outcome.rmaAppears')}</Box>
              ) : (
                rma !== null && <CopyRma rma={rma} />
              )}
            </div>
            <Box variant="p">{t(`${name}.book.booked.hint`)}</Box>
            {renderPrint(record)}
            <SpaceBetween direction="horizontal" size="l">
              <Button variant="inline-link" onClick={onNext}>
                {t(`${name}.book.booked.next`)}
              </Button>
              <LinkButton variant="inline-link" href={toRecordPath(kind.paths.list(place), record)}>
                {t(`${name}.book.booked.see`)}
              </LinkButton>
            </SpaceBetween>
          </Page>
        </div>
      </Container>
    </div>
  );
};
