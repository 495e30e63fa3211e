import { describe, expect, test } from '@jest/globals';
import { propertiesOf, spelled, synthesized } from '#infra/testing/synthesized.ts';
import { limits } from '#shared/limits.ts';

// Its sender is known to SES in its own region: everything is there.
const { portal } = synthesized('local');

const all = (type: string) => propertiesOf(portal, type);
const byId = (type: string, id: string) => {
  const [found, ...others] = all(type).filter((each) => new RegExp(`^${id}[0-9A-F]{8}$`).test(each.id));
  if (!found || others.length > 0) throw new Error(`${id} is not exactly one ${type}`);
  return found;
};
const queue = (id: string) => byId('AWS::SQS::Queue', id);
const fn = (id: string) => byId('AWS::Lambda::Function', id);
const arnOf = ({ id }: { readonly id: string }) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const mappingsOf = (id: string) =>
  all('AWS::Lambda::EventSourceMapping').filter(({ FunctionName }) => FunctionName.Ref === fn(id).id);

describe.each([
  ['BackOfficechanges', ['repairs', 'returns'], [100, 10], 'EventsLostChanges'],
  ['Noticesnotices', ['audit'], [10], 'NoticesLost'],
] as const)('%s', (id, tables, sizes, lost) => {
  test('hears of changes from the first on, of large ones few at a time', () =>
    expect(mappingsOf(id)).toEqual(
      tables.map((table, at) =>
        expect.objectContaining({
          EventSourceArn: { 'Fn::GetAtt': [expect.stringMatching(`^Data${table}`), 'StreamArn'] },
          StartingPosition: 'TRIM_HORIZON',
          BatchSize: sizes[at],
        }),
      ),
    ));

  test('loses nothing by a disturbance of half a day, and what is given up then is kept', () => {
    for (const mapping of mappingsOf(id)) {
      expect(mapping).toMatchObject({
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        DestinationConfig: { OnFailure: { Destination: arnOf(queue(lost)) } },
        // A stream remembers for 24 hours.
        MaximumRecordAgeInSeconds: 12 * 3600,
      });
      // As often as it takes.
      expect(mapping.MaximumRetryAttempts).toBeUndefined();
    }
    expect(fn(id).DeadLetterConfig).toEqual({ TargetArn: arnOf(queue(lost)) });
  });
});

test('changes of one record are told in their order', () =>
  expect(mappingsOf('BackOfficechanges').map(({ ParallelizationFactor }) => ParallelizationFactor)).toEqual([1, 1]));

test.each([
  { id: 'BackOfficebackoffice', works: 'EventsReports', lost: 'EventsLostReports', tries: 10, BatchSize: 10, most: 10 },
  {
    id: 'Jobsjobworker',
    works: 'JobsSlices',
    lost: 'JobsLostSlices',
    tries: limits.bulk.sliceTries,
    BatchSize: 1,
    most: 2,
  },
  {
    id: 'Jobsjobworker',
    works: 'JobsRevocations',
    lost: 'JobsLostRevocations',
    tries: limits.bulk.sliceTries,
    BatchSize: 1,
    most: 2,
  },
  { id: 'Codescodes', works: 'CodesRequests', lost: 'CodesLost', tries: 3, BatchSize: 1, most: 5 },
  { id: 'Bouncesbounces', works: 'BouncesWaiting', lost: 'BouncesLost', tries: 10, BatchSize: 10, most: 2 },
])(
  '$id works $works off: messages are tried $tries times, each for itself, long after the one before has ended',
  (row) => {
    const { id, works, lost, tries, BatchSize, most } = row;
    expect(queue(works)).toMatchObject({
      RedrivePolicy: { deadLetterTargetArn: arnOf(queue(lost)), maxReceiveCount: tries },
      VisibilityTimeout: 6 * fn(id).Timeout,
    });
    const source = arnOf(queue(works));
    expect(mappingsOf(id).filter(({ EventSourceArn }) => spelled(EventSourceArn) === spelled(source))).toEqual([
      expect.objectContaining({
        BatchSize,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: most },
      }),
    ]);
  },
);

test('the worker of jobs has a reserved execution for each slice that its queues may hand out at once', () => {
  const { portal: prod } = synthesized('prod');
  const [worker] = propertiesOf(prod, 'AWS::Lambda::Function').filter(({ id }) => id.startsWith('Jobsjobworker'));
  const mappings = propertiesOf(prod, 'AWS::Lambda::EventSourceMapping').filter(
    ({ FunctionName }) => FunctionName.Ref === worker?.id,
  );
  const atOnce = mappings.map(({ ScalingConfig }) => Number(ScalingConfig.MaximumConcurrency));
  expect(atOnce).toHaveLength(2);
  expect(worker?.ReservedConcurrentExecutions).toBe(atOnce.reduce((sum, most) => sum + most, 0));
});

const name = 'retailer-support-portal-local';

test("what has the provider's source on the portal's bus, and emails of this stage that came back, wait in a queue", () => {
  const bus = byId('AWS::Events::EventBus', 'EventsBus');
  expect(bus.Name).toBe(name);
  const rules = all('AWS::Events::Rule').filter(({ EventPattern }) => EventPattern !== undefined);
  const to = (waiting: string, lost: string) => [
    expect.objectContaining({ Arn: arnOf(queue(waiting)), DeadLetterConfig: { Arn: arnOf(queue(lost)) } }),
  ];
  expect(rules.map(({ EventBusName, EventPattern, Targets }) => [EventBusName, EventPattern, Targets])).toEqual([
    [
      undefined,
      {
        source: ['aws.ses'],
        'detail-type': ['Email Bounced', 'Email Complaint Received'],
        detail: { mail: { tags: { 'ses:configuration-set': [name] } } },
      },
      to('BouncesWaiting', 'BouncesLost'),
    ],
    [{ Ref: bus.id }, { source: ['repair-provider'] }, to('EventsReports', 'EventsLostReports')],
  ]);
  // So that the users whom emails came back from are there.
  expect(queue('BouncesWaiting').DelaySeconds).toBe(5);
});

test('SES tells the default bus which emails of the pools came back', () => {
  const set = byId('AWS::SES::ConfigurationSet', 'BouncesEmails');
  const [destination] = all('AWS::SES::ConfigurationSetEventDestination');
  expect([set.Name, destination?.ConfigurationSetName]).toEqual([name, { Ref: set.id }]);
  expect(destination?.EventDestination).toMatchObject({ MatchingEventTypes: ['bounce', 'complaint'], Enabled: true });
  expect(spelled(destination?.EventDestination.EventBridgeDestination.EventBusArn)).toBe(
    'arn:aws:events:eu-central-1:<AWS::AccountId>:event-bus/default',
  );
  expect(all('AWS::Cognito::UserPool').map(({ EmailConfiguration }) => EmailConfiguration.ConfigurationSet)).toEqual(
    Array.from({ length: 3 }, () => ({ Ref: set.id })),
  );
  // Notices are sent under it, too.
  const notices = all('AWS::Lambda::Function').find(({ id }) => id.startsWith('Noticesnotices'));
  expect(notices?.Environment.Variables.CONFIGURATION_SET).toEqual({ Ref: set.id });
});

test.each(['dev', 'qa with a sender'])('%s has no sender in its own region, so nothing of bounces', (title) =>
  expect(JSON.stringify(synthesized(title).portal.toJSON())).not.toMatch(/Bounces|ConfigurationSet/),
);

describe('queues', () => {
  const queues = all('AWS::SQS::Queue');

  test('are encrypted, and keep what they have for 14 days', () => {
    expect(queues).toHaveLength(12);
    for (const each of queues)
      expect(each).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * 24 * 3600 });
  });

  test('take messages from a rule and from nobody else', () => {
    const rules = all('AWS::Events::Rule').map(arnOf);
    // That they speak TLS only is a finding of AwsSolutions otherwise.
    const statements = all('AWS::SQS::QueuePolicy').flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    const allowed = statements.filter(({ Effect }) => Effect !== 'Deny');
    expect(allowed.length).toBeGreaterThan(0);
    for (const { Principal, Condition } of allowed) {
      expect(Principal).toEqual({ Service: 'events.amazonaws.com' });
      expect(rules).toContainEqual(Condition.ArnEquals['aws:SourceArn']);
    }
  });
});

test('an alarm rings for the first dead letter of each, and when anything is late', () => {
  const alarms = all('AWS::CloudWatch::Alarm').filter(
    ({ Namespace, MetricName }) => Namespace === 'AWS/SQS' || MetricName === 'IteratorAge',
  );
  const rings = alarms.map(({ MetricName, Threshold, Dimensions: [{ Value }] }) =>
    [MetricName, (Value.Ref ?? Value['Fn::GetAtt'][0]).replace(/[0-9A-F]{8}$/, ''), Threshold].join(' '),
  );
  expect(rings.toSorted()).toEqual([
    'ApproximateAgeOfOldestMessage EventsReports 300',
    ...[
      'BouncesLost',
      'CodesLost',
      'EventsLostChanges',
      'EventsLostReports',
      'JobsLostRevocations',
      'JobsLostSlices',
      'NoticesLost',
    ].map((lost) => `ApproximateNumberOfMessagesVisible ${lost} 1`),
    'IteratorAge BackOfficechanges 300000',
    'IteratorAge Noticesnotices 300000',
  ]);
});

test('whoever begins jobs, or asks for a code, writes to the very queue that is worked off', () => {
  const told = (id: string) => fn(id).Environment.Variables;
  for (const id of ['Featuresjobs', 'Jobsjobworker'])
    expect(told(id)).toMatchObject({
      JOBS_QUEUE_URL: { Ref: queue('JobsSlices').id },
      REVOCATIONS_QUEUE_URL: { Ref: queue('JobsRevocations').id },
    });
  expect(told('Featuresauth').CODES_QUEUE_URL).toEqual({ Ref: queue('CodesRequests').id });
});

test('nobody waits for what runs in the background: it has half the memory, and is not traced', () => {
  const ours = all('AWS::Lambda::Function').filter(({ Description }) =>
    String(Description).startsWith('Retailer support portal'),
  );
  const found = ours.filter(({ id }) => !id.startsWith('Features'));
  expect(found.length).toBeGreaterThan(8);
  for (const each of found) {
    expect(each).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], MemorySize: 512 });
    expect(each).not.toHaveProperty('TracingConfig');
  }
});

test('emails say who answers for a region, and notices are sent from where SES knows the sender', () => {
  const [told] = propertiesOf(synthesized('qa with a sender').portal, 'AWS::Lambda::Function')
    .filter(({ id }) => id.startsWith('Noticesnotices'))
    .map(({ Environment }) => Environment.Variables);
  const lines = ['Example Repairs Ltd', '1 Example Street', 'London EX1 1EX', 'United Kingdom'];
  expect(told).toMatchObject({ EMAIL_FROM: 'portal@mail.example.com', SES_REGION: 'eu-west-1' });
  expect(JSON.parse(told.WRITERS)).toEqual({
    nuk: { lines, ask: 'repairs-qa@example.com' },
    ndach: { lines, ask: 'repairs-qa@example.com' },
    // Its legal texts are elsewhere.
    nfr: { lines: [], ask: 'support.example.fr/qa' },
  });
});
