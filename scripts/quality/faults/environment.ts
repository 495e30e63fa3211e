import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { outputs } from '#infra/outputs.ts';
import type { RepairRow } from '#lambdas/lib/records/repair.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import type { Portal, PortalOptions } from '#scripts/demo/portal.ts';
import { startTemporaryPortal } from '#scripts/demo/portal.ts';
import { developerKey } from '#scripts/local-cloud/iam/iam.ts';
import { scanAll } from '#scripts/ops/records/scan.ts';
import { recountStatistics } from '#scripts/ops/statistics/recount.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { openBrowser } from '#scripts/testing/browser.ts';
import { eventSources, portalEvents } from '#shared/back-office/provider-events.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { TableName } from '#shared/config/tables.ts';
import type { Faults } from './faults.ts';
import { createFaults } from './faults.ts';

/** Reads what the portal has stored, directly from DynamoDB and without faults. */
export type StoredData = {
  readonly listRepairs: () => Promise<RepairRow[]>;
  /** Returns the email addresses of all users, one per row. */
  readonly listEmailAddresses: () => Promise<string[]>;
  /** Returns how many RMA numbers each of these bookings has. */
  readonly countRmaNumbers: (bookings: readonly { readonly id: string }[]) => Promise<number[]>;
  /** Returns the months of stores whose statistics differ from their records. */
  readonly findStatisticsDifferences: () => Promise<string[]>;
  readonly close: () => void;
};

const openStoredData = ({ endpoints, region, outputs: values }: Portal): StoredData => {
  const client = new DynamoDBClient({ region, endpoint: endpoints.DYNAMODB, credentials: developerKey });
  const db = DynamoDBDocumentClient.from(client);
  const readRows = (table: TableName) => scanAll(db, String(values[outputs.table(table)]));
  const listRepairs = async (): Promise<RepairRow[]> => (await readRows('repairs')).map((row) => repairKind.parse(row));
  return {
    listRepairs,
    listEmailAddresses: async (): Promise<string[]> => (await readRows('users')).map(({ email }) => String(email)),
    countRmaNumbers: async (bookings: readonly { readonly id: string }[]): Promise<number[]> => {
      const ids = new Set(bookings.map(({ id }) => id));
      return (await listRepairs())
        .filter(({ id }) => ids.has(id))
        .map(({ timeline }) => timeline.filter(({ type }) => type === 'rmaAssigned').length);
    },
    findStatisticsDifferences: async () => {
      const differences: string[] = [];
      const names = {
        repairs: String(values[outputs.table('repairs')]),
        returns: String(values[outputs.table('returns')]),
        statistics: String(values[outputs.table('statistics')]),
      };
      await recountStatistics({
        db,
        names,
        now: () => new Date(),
        wait: () => wait(1000),
        isDryRun: true,
        report: (difference) => differences.push(difference),
      });
      return differences;
    },
    close: () => client.destroy(),
  };
};

type SentEmail = { readonly id: number; readonly to: string };

const signInTimeoutMs = 120_000;

/** Environment of fault scenarios: a portal, its fault rates, its users, its stored data and its published events. */
export type Environment = {
  readonly portal: Portal;
  readonly faults: Faults;
  readonly storedData: StoredData;
  /** Ids of the repairs whose booking was published. */
  readonly publishedIds: ReadonlySet<string>;
  /** Returns all emails that were sent. */
  readonly listSentEmails: () => Promise<SentEmail[]>;
  /** Signs in with a new browser, before faults are injected. The access token is valid for ten minutes. */
  readonly signIn: (region: RegionId, name: string) => Promise<Browser>;
};

export const createEnvironment = (portal: Portal, faults: Faults): Environment => {
  const publishedIds = new Set<string>();
  portal.onEvent(({ source, 'detail-type': type, detail }) => {
    if (source === eventSources.portal && type === 'RepairBooked')
      publishedIds.add(portalEvents.RepairBooked.parse(detail).id);
  });
  const signIn = async (region: RegionId, name: string) => {
    const browser = openBrowser(portal);
    const deadline = performance.now() + signInTimeoutMs;
    let status = 503;
    // Server errors are retried, because a busy machine responds like a busy service.
    while (status >= 500 && performance.now() < deadline)
      ({ status } = await browser.login(region, `${name}@${region}.example`));
    if (status !== 200) throw new Error(`${name}@${region}.example could not sign in: ${status}`);
    return browser;
  };
  return {
    portal,
    faults,
    storedData: openStoredData(portal),
    publishedIds: publishedIds as ReadonlySet<string>,
    listSentEmails: async (): Promise<SentEmail[]> => (await fetch(`${portal.inboxUrl}/messages.json`)).json(),
    signIn,
  };
};

/** Environment with its own portal, which `close` stops and deletes. */
export type OpenedEnvironment = Environment & { readonly close: () => Promise<void> };

export const openEnvironment = async (
  options: Pick<PortalOptions, 'backOffice' | 'warm'> = {},
): Promise<OpenedEnvironment> => {
  const faults = createFaults();
  const portal = await startTemporaryPortal({
    backOffice: 'silent',
    ...options,
    interceptService: faults.interceptService,
  });
  const environment = createEnvironment(portal, faults);
  return {
    ...environment,
    close: async () => {
      faults.clear();
      environment.storedData.close();
      await portal.stop();
    },
  };
};
