import { randomUUID } from 'node:crypto';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { ListQueuesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { outputs } from '#infra/outputs.ts';
import type { Portal } from '#scripts/demo/portal.ts';
import { developerKey } from '#scripts/local-cloud/iam/iam.ts';
import { eventSources, eventVersion } from '#shared/back-office/events.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import type { RegionId } from '#shared/regions.ts';
import { identityOf } from './bookings.ts';

/** What an event says of a repair beside its own facts. */
export const reportOf = (region: RegionId, record: RecordIdentity, change: Record<string, unknown> = {}) => ({
  version: eventVersion,
  region,
  ...identityOf(record),
  eventId: randomUUID(),
  occurredAt: new Date().toISOString(),
  ...change,
});

/** What the provider's system does on the bus, and what an operator looks up in the queues. */
export const providerOf = ({ endpoints, region, outputs: deployed }: Portal) => {
  const common = { region, credentials: developerKey };
  const bridge = new EventBridgeClient({ ...common, endpoint: endpoints.EVENTBRIDGE });
  const sqs = new SQSClient({ ...common, endpoint: endpoints.SQS });
  const urlOf = async (queue: string) => {
    const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
    const url = QueueUrls.find((candidate) => candidate.includes(queue));
    if (!url) throw new Error(`There is no queue ${queue}.`);
    return url;
  };
  return {
    put: (DetailType: string, detail: object) => {
      const entry = { EventBusName: String(deployed[outputs.eventBus]), Source: eventSources.provider, DetailType };
      return bridge.send(new PutEventsCommand({ Entries: [{ ...entry, Detail: JSON.stringify(detail) }] }));
    },
    /** The messages that wait in the queue of this name, as objects. They stay there. */
    waitingIn: async (queue: string): Promise<Record<string, unknown>[]> => {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: await urlOf(queue), MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
      );
      return Messages.map(({ Body = '' }) => JSON.parse(Body));
    },
  };
};
