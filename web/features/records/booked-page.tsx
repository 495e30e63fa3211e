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
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Page } from '#web/ui/page.tsx';
import { recordAddress } from './record-address.ts';
import type { RecordKind, SubmittedRecord } from './record-kind.ts';
import { announceRma, CopyRma, Rma } from './rma.tsx';

/** What was booked, and whether it is what was sent: an attempt whose answer was lost may have booked it before something was changed, perhaps the store. */
type Booked<Full> = { readonly record: Full; readonly isAsSent: boolean; readonly isElsewhere: boolean };

/** What was booked last, until the next booking begins, at the first of these fields, or somebody comes to the page anew. */
export const useBooked = <Full,>(first: readonly string[]) => {
  const [booked, setBooked] = useState<Booked<Full>>();
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const [at, setAt] = useState({ key, pathname });
  if (at.key !== key) {
    setAt({ key, pathname });
    // By its entry in the drawer. A draft that ends takes the place of its address, and a switch of language has another path.
    if (type === 'PUSH' && at.pathname === pathname) setBooked(undefined);
  }
  const next = () => {
    flushSync(() => setBooked(undefined));
    focusField(first);
  };
  return { booked, setBooked, next };
};

type Props<Summary extends SubmittedRecord, Full extends Summary> = {
  readonly kind: RecordKind<Summary, Full>;
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
  const done = booked.isElsewhere
    ? t(`${name}.book.doneBeforeElsewhere`, { reference: storeRefNo, store: storeName })
    : t(booked.isAsSent ? `${name}.book.done` : `${name}.book.doneBefore`, { reference: storeRefNo });

  const say = useEffectEvent(() => announce(done));
  useEffect(() => {
    say();
    // The button that was pressed may have been far down.
    document.documentElement.scrollTop = 0;
  }, []);
  const refresh = async () => {
    const found = await backgroundCall(kind.routes.find, { region: place.region, storeId, storeRefNo, id });
    announceRma(kind, texts, [record], [found]);
    setRecord(found);
    return !isSameData(found, record);
  };
  useRefreshWhilePending({ isPending, refresh });

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
            {!booked.isAsSent && <Alert type="warning">{done}</Alert>}
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
              <LinkButton variant="inline-link" href={recordAddress(kind.paths.list(place), record)}>
                {t(`${name}.book.booked.see`)}
              </LinkButton>
            </SpaceBetween>
          </Page>
        </div>
      </Container>
    </div>
  );
};
