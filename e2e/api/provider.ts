import { randomUUID } from 'node:crypto';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { ListQueuesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { outputs } from '#infra/outputs.ts';
import type { Portal } from '#scripts/demo/portal.ts';
import { developerKey } from '#scripts/local-cloud/iam/iam.ts';
import { eventSources, eventVersion } from '#shared/back-office/provider-events.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { toIdentity } from './bookings.ts';

/** Creates the detail (the payload) of a provider event about a record. */
export const createProviderEvent = (
  region: RegionId,
  record: RecordIdentity,
  change: Record<string, unknown> = {},
) => ({
  version: eventVersion,
  region,
  ...toIdentity(record),
  eventId: randomUUID(),
  occurredAt: new Date().toISOString(),
  ...change,
});

/** Publishes events as the provider's system does, and reads queues as an operator does. */
export const openProvider = ({ endpoints, region, outputs: deployedOutputs }: Portal) => {
  const clientOptions = { region, credentials: developerKey };
  const eventBridge = new EventBridgeClient({ ...clientOptions, endpoint: endpoints.EVENTBRIDGE });
  const sqs = new SQSClient({ ...clientOptions, endpoint: endpoints.SQS });
  const findQueueUrl = async (queue: string) => {
    const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
    const url = QueueUrls.find((candidate) => candidate.includes(queue));
    if (!url) throw new Error(`There is no queue ${queue}.`);
    return url;
  };
  return {
    put: (DetailType: string, detail: object) => {
      const entry = {
        EventBusName: String(deployedOutputs[outputs.eventBus]),
        Source: eventSources.provider,
        DetailType,
      };
      return eventBridge.send(new PutEventsCommand({ Entries: [{ ...entry, Detail: JSON.stringify(detail) }] }));
    },
    /** Returns the messages waiting in a queue, parsed, and leaves them there. */
    peekMessages: async (queue: string): Promise<Record<string, unknown>[]> => {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: await findQueueUrl(queue),
          MaxNumberOfMessages: 10,
          VisibilityTimeout: 0,
        }),
      );
      return Messages.map(({ Body = '' }) => JSON.parse(Body));
    },
  };
};
