import { expect, test } from '@jest/globals';
import { environments } from '#shared/env.ts';
import { propertiesOf, spelled, synthesized } from './testing/synthesized.ts';

const { portal } = synthesized('qa with a sender');

const byId = (type: string, start: string) => {
  const [found, ...others] = propertiesOf(portal, type).filter(({ id }) => id.startsWith(start));
  if (!found || others.length > 0) throw new Error(`${start} is not exactly one ${type}`);
  return found;
};

const provider = ['Example Repairs Ltd', '1 Example Street', 'London EX1 1EX', 'United Kingdom'];
const fn = byId('AWS::Lambda::Function', 'Noticesnotices');
const lost = byId('AWS::SQS::Queue', 'NoticesLost');
const arnOfLost = { 'Fn::GetAtt': [lost.id, 'Arn'] };

test('what has happened to users is heard of from the first event on, few at a time, and tried for half a day; what is then not done is kept', () => {
  const mappings = propertiesOf(portal, 'AWS::Lambda::EventSourceMapping').filter(
    ({ FunctionName }) => FunctionName.Ref === fn.id,
  );
  expect(mappings).toEqual([
    expect.objectContaining({
      EventSourceArn: { 'Fn::GetAtt': [expect.stringMatching('^Dataaudit'), 'StreamArn'] },
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 10,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      // A stream remembers for 24 hours.
      MaximumRecordAgeInSeconds: 12 * 3600,
      DestinationConfig: { OnFailure: { Destination: arnOfLost } },
    }),
  ]);
  // Infinite: an SES that is away for hours loses nothing.
  expect(mappings[0]?.MaximumRetryAttempts ?? -1).toBe(-1);
  expect(fn.DeadLetterConfig).toEqual({ TargetArn: arnOfLost });
});

test('lost events are kept encrypted for 14 days', () =>
  expect(lost).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * 24 * 3600 }));

test('an alarm rings for the first lost event, and when notices are late', () => {
  const rings = propertiesOf(portal, 'AWS::CloudWatch::Alarm')
    .filter(({ id }) => id.startsWith('MonitoringAlarmsnotices'))
    .map(({ MetricName, Threshold, Dimensions: [{ Value }], AlarmDescription }) => [
      MetricName,
      Value.Ref ?? Value['Fn::GetAtt'][0],
      Threshold,
      AlarmDescription,
    ]);
  expect(rings).toEqual([
    ['IteratorAge', fn.id, 300_000, expect.stringMatching(/^Users .* hear of it minutes late/)],
    ['ApproximateNumberOfMessagesVisible', lost.id, 1, expect.stringMatching(/^Users are not told/)],
  ]);
});

test('the function is told exactly what it parses at start: the sender, and the region that SES knows it in', () => {
  const told = Object.fromEntries(
    Object.entries(fn.Environment.Variables).map(([variable, value]) => [variable, spelled(value)]),
  );
  const writers = {
    nuk: { lines: provider, ask: 'repairs-qa@example.com' },
    ndach: { lines: provider, ask: 'repairs-qa@example.com' },
    // Its legal texts are elsewhere.
    nfr: { lines: [], ask: 'support.example.fr/qa' },
  };
  expect(environments.notices.parse(told)).toEqual({ ...told, WRITERS: writers });
  expect(told).toEqual({
    STAGE: 'qa',
    EMAIL_FROM: 'portal@mail.example.com',
    SES_REGION: 'eu-west-1',
    USERS_TABLE: expect.stringContaining('Datausers'),
    LOST_NOTICES_URL: spelled({ Ref: lost.id }),
    WRITERS: JSON.stringify(writers),
  });
  expect(fn).toMatchObject({ Architectures: ['arm64'], Runtime: 'nodejs24.x', MemorySize: 512 });
  expect(fn).not.toHaveProperty('TracingConfig');
});
