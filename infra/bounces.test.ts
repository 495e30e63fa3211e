import { expect, test } from '@jest/globals';
import { environments } from '#shared/env.ts';
import { propertiesOf, spelled, synthesized } from './testing/synthesized.ts';

const { portal } = synthesized('local');

const byId = (type: string, start: string) => {
  const [found, ...others] = propertiesOf(portal, type).filter(({ id }) => id.startsWith(start));
  if (!found || others.length > 0) throw new Error(`${start} is not exactly one ${type}`);
  return found;
};

const fn = byId('AWS::Lambda::Function', 'Bouncesbounces');
const lost = byId('AWS::SQS::Queue', 'BouncesLost');
const waiting = byId('AWS::SQS::Queue', 'BouncesWaiting');
const name = 'retailer-support-portal-local';

test('SES tells the default bus which emails of the pools came back', () => {
  const set = byId('AWS::SES::ConfigurationSet', 'BouncesEmails');
  expect(set.Name).toBe(name);
  const destination = byId('AWS::SES::ConfigurationSetEventDestination', 'BouncesEmails');
  expect(destination.ConfigurationSetName).toEqual({ Ref: set.id });
  expect(destination.EventDestination).toMatchObject({ MatchingEventTypes: ['bounce'], Enabled: true });
  expect(spelled(destination.EventDestination.EventBridgeDestination.EventBusArn)).toMatch(
    /^arn:aws:events:eu-central-1:<AWS::AccountId>:event-bus\/default$/,
  );
  const pools = propertiesOf(portal, 'AWS::Cognito::UserPool');
  expect(pools).toHaveLength(3);
  for (const { EmailConfiguration } of pools)
    expect(EmailConfiguration).toMatchObject({ ConfigurationSet: { Ref: set.id } });
});

test('those of this stage alone are waited for, for a moment, so that their users are there', () => {
  const rules = propertiesOf(portal, 'AWS::Events::Rule').filter(({ id }) => id.startsWith('Bounces'));
  const arnOf = ({ id }: { readonly id: string }) => ({ 'Fn::GetAtt': [id, 'Arn'] });
  expect(rules).toEqual([
    expect.objectContaining({
      EventPattern: {
        source: ['aws.ses'],
        'detail-type': ['Email Bounced'],
        detail: { mail: { tags: { 'ses:configuration-set': [name] } } },
      },
      Targets: [expect.objectContaining({ Arn: arnOf(waiting), DeadLetterConfig: { Arn: arnOf(lost) } })],
    }),
  ]);
  expect(waiting).toMatchObject({
    DelaySeconds: 5,
    VisibilityTimeout: 120,
    SqsManagedSseEnabled: true,
    RedrivePolicy: { deadLetterTargetArn: arnOf(lost), maxReceiveCount: 10 },
  });
});

test('an alarm rings for the first that could not be noted', () => {
  const rings = propertiesOf(portal, 'AWS::CloudWatch::Alarm').filter(({ id }) =>
    id.startsWith('MonitoringAlarmsbounceslost'),
  );
  expect(rings).toEqual([
    expect.objectContaining({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Threshold: 1,
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [lost.id, 'QueueName'] } }],
    }),
  ]);
});

test('the function is told exactly what it parses at start', () => {
  const told = Object.fromEntries(
    Object.entries(fn.Environment.Variables).map(([variable, value]) => [variable, spelled(value)]),
  );
  expect(environments.bounces.parse(told)).toEqual(told);
});

test.each(['dev', 'qa with a sender'])('%s has no sender in its own region, so nothing of them', (title) => {
  const other = synthesized(title).portal;
  expect(other.findResources('AWS::SES::ConfigurationSet')).toEqual({});
  expect(Object.keys(other.findResources('AWS::Lambda::Function')).filter((id) => /bounces/i.test(id))).toEqual([]);
  for (const { EmailConfiguration } of propertiesOf(other, 'AWS::Cognito::UserPool'))
    expect(EmailConfiguration?.ConfigurationSet).toBeUndefined();
});
