import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { AccessKey } from '#scripts/local-cloud/iam/iam.ts';
import type { ProviderEvent, ProviderEventType } from '#shared/back-office/events.ts';
import { eventSources, eventVersion, providerEvents } from '#shared/back-office/events.ts';
import type { KnownRepair, Sent } from './known-repairs.ts';

type Options = {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: AccessKey;
};

/** The provider's way to the bus: as the real one would, through EventBridge itself. */
export const reporter = ({ endpoint, region: awsRegion, credentials }: Options) => {
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
      { said, ...stamp }: Sent,
    ): Promise<void> => {
      const common = { version: eventVersion, region, storeId, storeRefNo, id, ...stamp } as const;
      if ('rma' in said) await put(bus, 'RmaAssigned', { ...common, kind, ...said });
      else await put(bus, 'RepairStatusChanged', { ...common, ...said });
    },
    close: (): void => client.destroy(),
  };
};

export type Reporter = ReturnType<typeof reporter>;
