import { describe, expect, test } from '@jest/globals';
import { findResourceProperties, renderIntrinsic, readSynthesized } from '#infra/testing/synthesized.ts';
import { limits } from '#shared/config/limits.ts';

// This stage has every function, because it sends emails by SES in its own region.
const { portal } = readSynthesized('local');

const findAll = (type: string) => findResourceProperties(portal, type);
const findById = (type: string, id: string) => {
  const [match, ...unexpected] = findAll(type).filter((each) => new RegExp(`^${id}[0-9A-F]{8}$`).test(each.id));
  if (!match || unexpected.length > 0) throw new Error(`${id} is not exactly one ${type}`);
  return match;
};
const findQueue = (id: string) => findById('AWS::SQS::Queue', id);
const findFunction = (id: string) => findById('AWS::Lambda::Function', id);
const toArn = ({ id }: { readonly id: string }) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const findMappings = (id: string) =>
  findAll('AWS::Lambda::EventSourceMapping').filter(({ FunctionName }) => FunctionName.Ref === findFunction(id).id);

describe.each([
  ['BackOfficechanges', ['repairs', 'returns'], [100, 10], 'EventsLostChanges'],
  ['Noticesnotices', ['audit'], [10], 'NoticesLost'],
] as const)('%s', (id, tables, batchSizes, deadLetterQueueId) => {
  test('reads its streams from the start, with a batch size for each table', () =>
    expect(findMappings(id)).toEqual(
      tables.map((table, index) =>
        expect.objectContaining({
          EventSourceArn: { 'Fn::GetAtt': [expect.stringMatching(`^Data${table}`), 'StreamArn'] },
          StartingPosition: 'TRIM_HORIZON',
          BatchSize: batchSizes[index],
        }),
      ),
    ));

  test('retries for twelve hours, then keeps failed records in a dead-letter queue', () => {
    for (const mapping of findMappings(id)) {
      expect(mapping).toMatchObject({
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        DestinationConfig: { OnFailure: { Destination: toArn(findQueue(deadLetterQueueId)) } },
        // A stream retains records for 24 hours.
        MaximumRecordAgeInSeconds: 12 * 3600,
      });
      // The number of retries within that time is unlimited.
      expect(mapping.MaximumRetryAttempts).toBeUndefined();
    }
    expect(findFunction(id).DeadLetterConfig).toEqual({ TargetArn: toArn(findQueue(deadLetterQueueId)) });
  });
});

test('processes the changes of one record in order', () =>
  expect(findMappings('BackOfficechanges').map(({ ParallelizationFactor }) => ParallelizationFactor)).toEqual([1, 1]));

test.each([
  {
    id: 'BackOfficebackoffice',
    queueId: 'EventsReports',
    deadLetterQueueId: 'EventsLostReports',
    maxAttempts: 10,
    BatchSize: 10,
    maxConcurrency: 10,
  },
  {
    id: 'Jobsjobworker',
    queueId: 'JobsSlices',
    deadLetterQueueId: 'JobsLostSlices',
    maxAttempts: limits.bulk.maxSliceDeliveries,
    BatchSize: 1,
    maxConcurrency: 2,
  },
  {
    id: 'Jobsjobworker',
    queueId: 'JobsRevocations',
    deadLetterQueueId: 'JobsLostRevocations',
    maxAttempts: limits.bulk.maxSliceDeliveries,
    BatchSize: 1,
    maxConcurrency: 2,
  },
  {
    id: 'Codescodes',
    queueId: 'CodesRequests',
    deadLetterQueueId: 'CodesLost',
    maxAttempts: 3,
    BatchSize: 1,
    maxConcurrency: 5,
  },
  {
    id: 'Bouncesbounces',
    queueId: 'BouncesWaiting',
    deadLetterQueueId: 'BouncesLost',
    maxAttempts: 10,
    BatchSize: 10,
    maxConcurrency: 2,
  },
  {
    id: 'DailyEmailssender',
    queueId: 'DailyEmailsWaiting',
    deadLetterQueueId: 'DailyEmailsLost',
    maxAttempts: limits.dailyEmail.maxDeliveries,
    BatchSize: 1,
    maxConcurrency: 2,
  },
])('$id consumes $queueId with $maxAttempts attempts per message', (row) => {
  const { id, queueId, deadLetterQueueId, maxAttempts, BatchSize, maxConcurrency } = row;
  expect(findQueue(queueId)).toMatchObject({
    RedrivePolicy: { deadLetterTargetArn: toArn(findQueue(deadLetterQueueId)), maxReceiveCount: maxAttempts },
    VisibilityTimeout: 6 * findFunction(id).Timeout,
  });
  const source = toArn(findQueue(queueId));
  expect(
    findMappings(id).filter(({ EventSourceArn }) => renderIntrinsic(EventSourceArn) === renderIntrinsic(source)),
  ).toEqual([
    expect.objectContaining({
      BatchSize,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: maxConcurrency },
    }),
  ]);
});

test('reserves concurrency for each slice that the job queues deliver', () => {
  const { portal: prodPortal } = readSynthesized('prod');
  const [worker] = findResourceProperties(prodPortal, 'AWS::Lambda::Function').filter(({ id }) =>
    id.startsWith('Jobsjobworker'),
  );
  const mappings = findResourceProperties(prodPortal, 'AWS::Lambda::EventSourceMapping').filter(
    ({ FunctionName }) => FunctionName.Ref === worker?.id,
  );
  const concurrencies = mappings.map(({ ScalingConfig }) => Number(ScalingConfig.MaximumConcurrency));
  expect(concurrencies).toHaveLength(2);
  expect(worker?.ReservedConcurrentExecutions).toBe(concurrencies.reduce((sum, concurrency) => sum + concurrency, 0));
});

const name = 'retailer-support-portal-local';

test("queues the provider's events and bounces of the stage's emails", () => {
  const bus = findById('AWS::Events::EventBus', 'EventsBus');
  expect(bus.Name).toBe(name);
  const rules = findAll('AWS::Events::Rule').filter(({ EventPattern }) => EventPattern !== undefined);
  const toTarget = (queueId: string, deadLetterQueueId: string) => [
    expect.objectContaining({
      Arn: toArn(findQueue(queueId)),
      DeadLetterConfig: { Arn: toArn(findQueue(deadLetterQueueId)) },
    }),
  ];
  expect(rules.map(({ EventBusName, EventPattern, Targets }) => [EventBusName, EventPattern, Targets])).toEqual([
    [
      undefined,
      {
        source: ['aws.ses'],
        'detail-type': ['Email Bounced', 'Email Complaint Received'],
        detail: { mail: { tags: { 'ses:configuration-set': [name] } } },
      },
      toTarget('BouncesWaiting', 'BouncesLost'),
    ],
    [{ Ref: bus.id }, { source: ['repair-provider'] }, toTarget('EventsReports', 'EventsLostReports')],
  ]);
  // The delay allows time to write an invited user before the bounce is processed.
  expect(findQueue('BouncesWaiting').DelaySeconds).toBe(5);
});

test("reports bounces of the pools' emails to the default bus", () => {
  const configurationSet = findById('AWS::SES::ConfigurationSet', 'BouncesEmails');
  const [destination] = findAll('AWS::SES::ConfigurationSetEventDestination');
  expect([configurationSet.Name, destination?.ConfigurationSetName]).toEqual([name, { Ref: configurationSet.id }]);
  expect(destination?.EventDestination).toMatchObject({ MatchingEventTypes: ['bounce', 'complaint'], Enabled: true });
  expect(renderIntrinsic(destination?.EventDestination.EventBridgeDestination.EventBusArn)).toBe(
    'arn:aws:events:eu-central-1:<AWS::AccountId>:event-bus/default',
  );
  expect(
    findAll('AWS::Cognito::UserPool').map(({ EmailConfiguration }) => EmailConfiguration.ConfigurationSet),
  ).toEqual(Array.from({ length: 3 }, () => ({ Ref: configurationSet.id })));
  // Notices use the same configuration set.
  const notices = findAll('AWS::Lambda::Function').find(({ id }) => id.startsWith('Noticesnotices'));
  expect(notices?.Environment.Variables.CONFIGURATION_SET).toEqual({ Ref: configurationSet.id });
});

test.each(['dev', 'qa with a sender'])('%s handles no bounces, because it has no sender in its own region', (title) =>
  expect(JSON.stringify(readSynthesized(title).portal.toJSON())).not.toMatch(/Bounces|ConfigurationSet/),
);

describe('queues', () => {
  const queues = findAll('AWS::SQS::Queue');

  test('are encrypted and retain messages for 14 days', () => {
    expect(queues).toHaveLength(14);
    for (const queue of queues)
      expect(queue).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * 24 * 3600 });
  });

  test('accept messages from event rules only', () => {
    const rules = findAll('AWS::Events::Rule').map(toArn);
    // AwsSolutions checks that they require TLS.
    const statements = findAll('AWS::SQS::QueuePolicy').flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    const allowStatements = statements.filter(({ Effect }) => Effect !== 'Deny');
    expect(allowStatements.length).toBeGreaterThan(0);
    for (const { Principal, Condition } of allowStatements) {
      expect(Principal).toEqual({ Service: 'events.amazonaws.com' });
      expect(rules).toContainEqual(Condition.ArnEquals['aws:SourceArn']);
    }
  });
});

test('has alarms for every dead-letter queue and for delayed streams and provider events', () => {
  const alarms = findAll('AWS::CloudWatch::Alarm')
    // An alarm on new dead letters has its metric in an expression.
    .map((alarm) => ({ ...alarm, ...alarm.Metrics?.[1]?.MetricStat?.Metric }))
    .filter(({ Namespace, MetricName }) => Namespace === 'AWS/SQS' || MetricName === 'IteratorAge');
  const alarmLines = alarms.map(({ MetricName, Threshold, Dimensions: [{ Value }] }) =>
    [MetricName, (Value.Ref ?? Value['Fn::GetAtt'][0]).replace(/[0-9A-F]{8}$/, ''), Threshold].join(' '),
  );
  expect(alarmLines.toSorted()).toEqual([
    'ApproximateAgeOfOldestMessage EventsReports 300',
    ...[
      'BouncesLost',
      'CodesLost',
      'DailyEmailsLost',
      'EventsLostChanges',
      'EventsLostReports',
      'JobsLostRevocations',
      'JobsLostSlices',
      'NoticesLost',
    ].map((queueId) => `ApproximateNumberOfMessagesVisible ${queueId} 1`),
    'IteratorAge BackOfficechanges 300000',
    'IteratorAge Noticesnotices 300000',
  ]);
});

test('passes queue URLs to the functions that send to the queues', () => {
  const readEnvironment = (id: string) => findFunction(id).Environment.Variables;
  for (const id of ['Featuresjobs', 'Jobsjobworker'])
    expect(readEnvironment(id)).toMatchObject({
      JOBS_QUEUE_URL: { Ref: findQueue('JobsSlices').id },
      REVOCATIONS_QUEUE_URL: { Ref: findQueue('JobsRevocations').id },
    });
  expect(readEnvironment('Featuresauth').CODES_QUEUE_URL).toEqual({ Ref: findQueue('CodesRequests').id });
});

test('gives background functions 512 MB and no tracing', () => {
  const portalFunctions = findAll('AWS::Lambda::Function').filter(({ Description }) =>
    String(Description).startsWith('Retailer support portal'),
  );
  const backgroundFunctions = portalFunctions.filter(({ id }) => !id.startsWith('Features'));
  expect(backgroundFunctions.length).toBeGreaterThan(8);
  for (const fn of backgroundFunctions) {
    expect(fn).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], MemorySize: 512 });
    expect(fn).not.toHaveProperty('TracingConfig');
  }
});

test("passes each region's provider to emails and SES's region to notices", () => {
  const [environment] = findResourceProperties(readSynthesized('qa with a sender').portal, 'AWS::Lambda::Function')
    .filter(({ id }) => id.startsWith('Noticesnotices'))
    .map(({ Environment }) => Environment.Variables);
  const lines = ['Example Repairs Ltd', '1 Example Street', 'London EX1 1EX', 'United Kingdom'];
  expect(environment).toMatchObject({ EMAIL_FROM: 'portal@mail.example.com', SES_REGION: 'eu-west-1' });
  expect(JSON.parse(environment.WRITERS)).toEqual({
    nuk: { lines, ask: 'repairs-qa@example.com' },
    ndach: { lines, ask: 'repairs-qa@example.com' },
    // The legal texts of this region are on an external site.
    nfr: { lines: [], ask: 'support.example.fr/qa' },
  });
});
