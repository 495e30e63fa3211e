import { randomUUID } from 'node:crypto';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { AccessKey } from '#scripts/local-cloud/iam/iam.ts';
import type { ProviderEvent, ProviderEventType } from '#shared/back-office/events.ts';
import { eventSources, eventVersion, providerEvents } from '#shared/back-office/events.ts';
import type { ProviderState } from '#shared/repairs/lifecycle.ts';
import type { KnownRepair } from './known-repairs.ts';

/** What the provider's system says of a repair; of a return only its RMA number. */
export type Report = { readonly rma: string } | { readonly status: ProviderState };

type Options = {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: AccessKey;
  readonly now: () => Date;
};

/** The provider's way to the bus: as the real one would, through EventBridge itself. */
export const reporter = ({ endpoint, region: awsRegion, credentials, now }: Options) => {
  const client = new EventBridgeClient({ endpoint, region: awsRegion, credentials });

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
    /** Throws when the bus does not take it. */
    send: async (
      bus: string,
      { kind, region, storeId, storeRefNo, id }: KnownRepair,
      report: Report,
    ): Promise<void> => {
      const common = {
        version: eventVersion,
        region,
        storeId,
        storeRefNo,
        id,
        eventId: randomUUID(),
        occurredAt: now().toISOString(),
      } as const;
      if ('rma' in report) await put(bus, 'RmaAssigned', { ...common, kind, rma: report.rma });
      else await put(bus, 'RepairStatusChanged', { ...common, status: report.status });
    },
    close: (): void => client.destroy(),
  };
};

export type Reporter = ReturnType<typeof reporter>;
