import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useLocation } from 'react-router';
import { repairs as routes } from '#shared/api/routes/repairs.ts';
import { regions } from '#shared/config/regions.ts';
import type { Device } from '#shared/records/device.ts';
import { recordKinds } from '#shared/records/record.ts';
import { tidySerialNumber } from '#shared/repairs/serial-number.ts';
import { usePlace } from '#web/browser/place.ts';
import { LoadFailed, Loading } from '#web/components/lists/loading.tsx';
import { useQuery } from '#web/data/use-query.ts';
import { toRecordEntry, RecordLinks } from '#web/features/records/record-links.tsx';
import { toTimelineItems, Timeline } from '#web/features/records/timeline.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Page } from '#web/ui/page.tsx';
import { Pictogram } from '#web/ui/pictogram.tsx';
import { useFollowLink } from '#web/ui/use-follow-link.ts';
import { summarizeDevice } from './device-summary.ts';
import './device.css';
import type { DeviceKinds } from './print-device.tsx';
import { PrintDevice } from './print-device.tsx';

const DeviceTimeline = ({ device }: { readonly device: Device }) => {
  const { t } = useTexts();
  const items = recordKinds
    .flatMap((name) =>
      device[name].flatMap(({ storeRefNo, timeline }) => {
        const title = t(`${name}.details.title`, { reference: storeRefNo });
        return toTimelineItems(name, timeline, t).map((item) => ({
          ...item,
          by: item.by === undefined ? title : `${item.by} · ${title}`,
        }));
      }),
    )
    // Sorts before reversing, so that entries of the same instant are reversed, too.
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .toReversed();
  return <Timeline name="repairs" items={items} />;
};

export const DevicePage = ({ kinds }: { readonly kinds: DeviceKinds }) => {
  const texts = useTexts();
  const { t, language } = texts;
  const place = usePlace();
  const { region } = place;
  const follow = useFollowLink();
  const recordsTitle = t(useSession()?.isRegisterReturnsAllowed ? 'devices.records.both' : 'devices.records.repairs');
  const serialNumber = tidySerialNumber(new URLSearchParams(useLocation().search).get('serialNumber') ?? '');
  const input = { region, serialNumber };
  const isSerialNumber = routes.findDevice.input.safeParse(input).success;
  const query = useQuery(routes.findDevice, isSerialNumber ? input : undefined);
  const device = query.status === 'loaded' ? query.data : undefined;
  const isEmpty = !isSerialNumber || (device && device.repairs.length + device.returns.length === 0);
  const knownDevice = isEmpty ? undefined : device;

  const renderContent = () => {
    if (query.status === 'loading') return <Loading text={t('devices.loading')} />;
    if (query.status === 'failed') return <LoadFailed failure={query} onRetry={query.reload} />;
    if (!knownDevice) return <EmptyState title={t('devices.none')} hint={t('devices.noneHint')} />;
    const { sentences } = summarizeDevice(knownDevice, regions[region].timeZone, texts);
    const entries = [
      ...knownDevice.repairs.map((record) => ({
        ...toRecordEntry(kinds.repairs, record, place),
        createdAt: record.createdAt,
      })),
      ...knownDevice.returns.map((record) => ({
        ...toRecordEntry(kinds.returns, record, place),
        createdAt: record.createdAt,
      })),
    ].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    return (
      <SpaceBetween size="l">
        {sentences.length > 0 && (
          <Container>
            <SpaceBetween size="xs">
              {sentences.map((sentence) => (
                <Box key={sentence} fontSize="heading-s">
                  {sentence}
                </Box>
              ))}
            </SpaceBetween>
          </Container>
        )}
        <Container header={<Header variant="h2">{recordsTitle}</Header>}>
          <RecordLinks label={recordsTitle} entries={entries} />
          {knownDevice.hasMore && (
            <Box color="text-body-secondary">
              {t('devices.many')}{' '}
              <Link
                variant="primary"
                href={`${kinds.repairs.paths.list(place)}?${new URLSearchParams({ search: serialNumber })}`}
                onFollow={(event) => follow(event, event.detail.href)}
              >
                {t('repairs.short.matching')}
              </Link>
            </Box>
          )}
        </Container>
        <div className="device-timeline">
          <DeviceTimeline device={knownDevice} />
        </div>
      </SpaceBetween>
    );
  };

  const title = t('devices.tabTitle', { serialNumber });
  return (
    <Page
      title={(knownDevice && kinds.productText(knownDevice, language)) ?? (knownDevice ? t('devices.unknown') : title)}
      tabTitle={title}
      pictogram={knownDevice && <Pictogram name={kinds.findPictogram(knownDevice)} />}
      description={knownDevice && t('devices.serialNumber', { serialNumber })}
      actions={
        knownDevice ? (
          <PrintDevice kinds={kinds} device={knownDevice} serialNumber={serialNumber} />
        ) : (
          isEmpty && (
            <LinkButton variant="primary" href={kinds.repairs.paths.book(place)}>
              {t('repairs.empty.book')}
            </LinkButton>
          )
        )
      }
    >
      {renderContent()}
    </Page>
  );
};
