import { describe, expect, test } from '@jest/globals';
import { environments } from '#shared/env.ts';
import { propertiesOf, spelled, synthesized } from './testing/synthesized.ts';

const { portal } = synthesized('dev');

const byId = (type: string, start: string) => {
  const [found, ...others] = propertiesOf(portal, type).filter(({ id }) => id.startsWith(start));
  if (!found || others.length > 0) throw new Error(`${start} is not exactly one ${type}`);
  return found;
};
const arnOf = ({ id }: { readonly id: string }) => ({ 'Fn::GetAtt': [id, 'Arn'] });

const queues = propertiesOf(portal, 'AWS::SQS::Queue');
const reports = byId('AWS::SQS::Queue', 'EventsReports');
const lostReports = byId('AWS::SQS::Queue', 'EventsLostReports');
const lostChanges = byId('AWS::SQS::Queue', 'EventsLostChanges');
const changes = byId('AWS::Lambda::Function', 'BackOfficechanges');
const backOffice = byId('AWS::Lambda::Function', 'BackOfficebackoffice');
const bus = byId('AWS::Events::EventBus', 'Events');
const mappingsOf = (fn: { readonly id: string }) =>
  propertiesOf(portal, 'AWS::Lambda::EventSourceMapping').filter(({ FunctionName }) => FunctionName.Ref === fn.id);

describe('what is told', () => {
  test('comes from the streams of repairs and of returns, each in its order, from the first change on; of returns, which are large, few at a time', () => {
    const ofTable = (name: string, BatchSize: number) =>
      expect.objectContaining({
        EventSourceArn: { 'Fn::GetAtt': [expect.stringMatching(`^Data${name}`), 'StreamArn'] },
        StartingPosition: 'TRIM_HORIZON',
        ParallelizationFactor: 1,
        BatchSize,
      });
    expect(mappingsOf(changes)).toEqual([ofTable('repairs', 100), ofTable('returns', 10)]);
  });

  test.each([0, 1])(
    'a disturbance of half a day loses nothing, and what is given up then is kept (stream %d)',
    (index) => {
      const mapping = mappingsOf(changes)[index];
      expect(mapping).toMatchObject({
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        DestinationConfig: { OnFailure: { Destination: arnOf(lostChanges) } },
      });
      // As often as it takes. A stream remembers for 24 hours.
      expect(mapping?.MaximumRetryAttempts).toBeUndefined();
      expect(mapping?.MaximumRecordAgeInSeconds).toBe(12 * 3600);
      expect(changes.DeadLetterConfig).toEqual({ TargetArn: arnOf(lostChanges) });
    },
  );
});

describe('what the provider reports', () => {
  test("is what has the provider's source on the portal's bus, and goes to a queue", () => {
    const rules = propertiesOf(portal, 'AWS::Events::Rule').filter(({ EventPattern }) => EventPattern !== undefined);
    expect(rules).toEqual([
      expect.objectContaining({
        EventBusName: { Ref: bus.id },
        EventPattern: { source: ['repair-provider'] },
        State: 'ENABLED',
        Targets: [{ Id: expect.any(String), Arn: arnOf(reports), DeadLetterConfig: { Arn: arnOf(lostReports) } }],
      }),
    ]);
    expect(bus.Name).toBe('retailer-support-portal-dev');
  });

  test('is tried ten times, with patience, and then kept', () => {
    expect(reports.RedrivePolicy).toEqual({ deadLetterTargetArn: arnOf(lostReports), maxReceiveCount: 10 });
    expect(reports.VisibilityTimeout).toBeGreaterThanOrEqual(6 * backOffice.Timeout);
  });

  test('reaches its function in small batches, each message for itself', () =>
    expect(mappingsOf(backOffice)).toEqual([
      expect.objectContaining({
        EventSourceArn: arnOf(reports),
        BatchSize: 10,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      }),
    ]));
});

describe('queues', () => {
  test('there are seven, two of them for jobs and two for codes, encrypted, and they keep what they have for 14 days', () => {
    expect(queues).toHaveLength(7);
    for (const queue of queues)
      expect(queue).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * 24 * 3600 });
  });

  test('speak TLS only, and take messages from the rule and from nobody else', () => {
    const rule = byId('AWS::Events::Rule', 'Events');
    for (const queue of queues) {
      const policies = propertiesOf(portal, 'AWS::SQS::QueuePolicy').filter(({ Queues }) => Queues[0].Ref === queue.id);
      const [refusal, ...allowed] = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      expect(refusal).toMatchObject({
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: 'sqs:*',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      });
      for (const statement of allowed) {
        expect(statement).toMatchObject({
          Principal: { Service: 'events.amazonaws.com' },
          Condition: { ArnEquals: { 'aws:SourceArn': arnOf(rule) } },
        });
      }
    }
  });

  test('an alarm rings for the first dead letter of each, and when anything is late', () => {
    const alarms = propertiesOf(portal, 'AWS::CloudWatch::Alarm').filter(
      ({ Namespace, MetricName }) => Namespace === 'AWS/SQS' || MetricName === 'IteratorAge',
    );
    const lostSlices = byId('AWS::SQS::Queue', 'JobsLostSlices');
    const lostCodes = byId('AWS::SQS::Queue', 'CodesLost');
    const names = new Map(
      [reports, lostReports, lostChanges, lostSlices, lostCodes, changes].map((each) => [each.id, each]),
    );
    const rings = alarms.map(({ MetricName, Threshold, Dimensions }) => {
      const [dimension] = Dimensions;
      const id = dimension.Value.Ref ?? dimension.Value['Fn::GetAtt'][0];
      return [MetricName, names.get(id)?.id.replace(/[0-9A-F]{8}$/, ''), Threshold];
    });
    expect(rings.toSorted()).toEqual([
      ['ApproximateAgeOfOldestMessage', 'EventsReports', 300],
      ['ApproximateNumberOfMessagesVisible', 'CodesLost', 1],
      ['ApproximateNumberOfMessagesVisible', 'EventsLostChanges', 1],
      ['ApproximateNumberOfMessagesVisible', 'EventsLostReports', 1],
      ['ApproximateNumberOfMessagesVisible', 'JobsLostSlices', 1],
      ['IteratorAge', 'BackOfficechanges', 300_000],
    ]);
    expect(alarms.map(({ AlarmDescription }) => AlarmDescription)).toContainEqual(
      expect.stringContaining(
        "The provider's reports about repairs and returns no longer arrive: RMA numbers stay pending.",
      ),
    );
  });
});

test.each([
  ['changes', changes],
  ['back-office', backOffice],
] as const)('%s is told exactly what it parses at start, and runs as the others do', (name, fn) => {
  const told = Object.fromEntries(
    Object.entries(fn.Environment.Variables).map(([variable, value]) => [variable, spelled(value)]),
  );
  expect(environments[name].parse(told)).toEqual(told);
  expect(fn).toMatchObject({ Architectures: ['arm64'], Runtime: 'nodejs24.x', MemorySize: 512 });
  expect(fn).not.toHaveProperty('TracingConfig');
});
