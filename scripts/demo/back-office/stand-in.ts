import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { EventBridge } from '#scripts/local-cloud/events/event-bridge.ts';
import { developerKey } from '#scripts/local-cloud/iam/iam.ts';
import type { ProviderEvent, ProviderEventType } from '#shared/back-office/events.ts';
import { eventSources, eventVersion, providerEvents } from '#shared/back-office/events.ts';
import { createBackOffice } from './back-office.ts';
import type { BackOfficeMode, Reporter } from './back-office.ts';
import { knownRepair, openKnownRepairs } from './known-repairs.ts';
import type { KnownRepair } from './known-repairs.ts';

/** The provider's way to the bus: as the real one would, through EventBridge itself. */
const reporter = (endpoint: string, awsRegion: string): Reporter => {
  const client = new EventBridgeClient({ endpoint, region: awsRegion, credentials: developerKey });

  const put = async <Type extends ProviderEventType>(bus: string, type: Type, detail: ProviderEvent<Type>) => {
    const entry = {
      EventBusName: bus,
      Source: eventSources.provider,
      DetailType: type,
      Detail: JSON.stringify(providerEvents[type].parse(detail)),
    };
    const { Entries = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }));
    const failed = Entries.find(({ ErrorCode }) => ErrorCode !== undefined);
    if (failed) throw new Error(`${failed.ErrorCode}: ${failed.ErrorMessage}`);
  };

  return {
    send: async (bus, { kind, region, storeId, storeRefNo, id }, { said, ...stamp }) => {
      const common = { version: eventVersion, region, storeId, storeRefNo, id, ...stamp } as const;
      if ('rma' in said) await put(bus, 'RmaAssigned', { ...common, kind, ...said });
      else await put(bus, 'RepairStatusChanged', { ...common, ...said });
    },
    close: () => client.destroy(),
  };
};

type Options = {
  readonly stateFile: string;
  readonly bridge: EventBridge;
  /** Of EventBridge. */
  readonly endpoint: string;
  readonly region: string;
  readonly mode: BackOfficeMode;
  readonly warn: (message: string) => void;
};

type Rememberable = Pick<KnownRepair, 'region' | 'storeId' | 'storeRefNo' | 'id' | 'storeName' | 'createdAt'> &
  Partial<Pick<KnownRepair, 'kind' | 'product' | 'serialNumber' | 'numberOfProducts'>> & {
    readonly timeline: readonly {
      readonly type: string;
      readonly at: string;
      readonly rma?: string;
      readonly status?: KnownRepair['status'];
    }[];
  };

// As the provider's system would have heard of it, event by event.
const asKnown = ({ timeline, ...facts }: Rememberable): KnownRepair => {
  const status = timeline.findLast(({ type }) => type === 'status');
  return knownRepair.parse({
    product: '',
    serialNumber: '',
    ...facts,
    rma: timeline.findLast(({ type }) => type === 'rmaAssigned')?.rma ?? null,
    status: status?.status ?? null,
    statusAt: status?.at ?? '',
    withdrawn: timeline.some(({ type }) => type === 'withdrawn'),
  });
};

/** The provider's stand-in on the portal's bus. It does nothing by itself before it is started. */
export const providerStandIn = ({ stateFile, bridge, endpoint, region, mode, warn }: Options) => {
  const backOffice = createBackOffice({
    known: openKnownRepairs(stateFile),
    reporter: reporter(endpoint, region),
    mode,
    bus: () => bridge.buses().find((name) => name !== 'default') ?? 'default',
    now: Date.now,
    warn,
  });
  bridge.onEvent(backOffice.hear);
  return {
    ...backOffice,
    /** Knows these repairs, and leaves it to the page to report anything of them. */
    remember: (repairs: readonly Rememberable[]): void => backOffice.remember(repairs.map(asKnown)),
  };
};
