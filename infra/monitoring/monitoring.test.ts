import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import { inProject } from '#infra/project.ts';
import { everyStage, propertiesOf, spelled, synthesized } from '#infra/testing/synthesized.ts';
import { errorStatus } from '#shared/errors.ts';
import type { Route } from '#shared/route.ts';
import { features, routes } from '#shared/routes/table.ts';

const every = everyStage();
const { portal, edgeWatch } = synthesized('prod');

const alarmsOf = (template: Template) =>
  ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'].flatMap((type) => propertiesOf(template, type));
const nameOf = ({ AlarmName }: { AlarmName?: string }) =>
  AlarmName?.replace(/^retailer-support-portal-(try-)?[a-z]+-/, '') ?? '';
const byName = (template: Template, name: string) => alarmsOf(template).find((alarm) => nameOf(alarm) === name);

type Policy = {
  Statement: {
    Effect: string;
    Action: string | string[];
    Principal?: { Service?: string };
    Resource: unknown;
    Condition?: unknown;
  }[];
};

const allowed = (document: Policy, action: string) =>
  document.Statement.find(
    ({ Effect, Action, Principal }) =>
      Effect === 'Allow' && [Action].flat().includes(action) && Principal?.Service === 'cloudwatch.amazonaws.com',
  );

describe.each(every)('alarms of $title', ({ stage, ...templates }) => {
  test.each(['portal', 'edgeWatch'] as const)(
    'each of %s can reach somebody: its topic lets CloudWatch publish, and a key of its own lets it encrypt',
    (stack) => {
      const template = templates[stack];
      const topics = propertiesOf(template, 'AWS::SNS::Topic');
      const policies = propertiesOf(template, 'AWS::SNS::TopicPolicy');
      const keys = propertiesOf(template, 'AWS::KMS::Key');
      const subscriptions = propertiesOf(template, 'AWS::SNS::Subscription');
      const own = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
      const alarms = alarmsOf(template);
      // What is not watched has no topic, whose address somebody would confirm for nothing.
      expect(alarms.length > 1).toBe(stack === 'portal' || stage.alarms === 'all');
      expect(topics).toHaveLength(alarms.length > 0 ? 1 : 0);
      expect(keys).toHaveLength(stage.customerKeys ? topics.length : 0);
      for (const { AlarmActions, OKActions = [], InsufficientDataActions = [] } of alarms) {
        expect(AlarmActions).toHaveLength(1);
        for (const { Ref: topicId } of [...AlarmActions, ...OKActions, ...InsufficientDataActions]) {
          const topic = topics.find(({ id }) => id === topicId);
          const policy = policies.find(({ Topics }) => Topics.some(({ Ref }: { Ref: string }) => Ref === topicId));
          expect(allowed(policy?.PolicyDocument, 'sns:Publish')).toMatchObject({
            Resource: { Ref: topicId },
            Condition: own,
          });
          expect(topic?.KmsMasterKeyId).toEqual(keys[0] && { 'Fn::GetAtt': [keys[0].id, 'Arn'] });
          for (const { KeyPolicy } of keys)
            for (const action of ['kms:GenerateDataKey*', 'kms:Decrypt'])
              expect(allowed(KeyPolicy, action)).toMatchObject({ Condition: own });
          expect(subscriptions).toContainEqual(
            expect.objectContaining({ TopicArn: { Ref: topicId }, Protocol: 'email', Endpoint: stage.alarmEmail }),
          );
        }
      }
    },
  );

  test('silence rings where somebody is always there, and nowhere else', () => {
    const silence = byName(templates.portal, 'no-traffic');
    expect(silence !== undefined).toBe(stage.businessHours !== undefined);
    if (!stage.businessHours) return;
    const { Expression } = silence?.Metrics[0] ?? {};
    const { from, to } = stage.businessHours;
    expect(Expression).toContain(`IF(DAY(people) > 5 OR HOUR(people) < ${from} OR HOUR(people) >= ${to} OR date == 2`);
    // CloudWatch takes no longer one.
    expect(Expression.length).toBeLessThan(2048);
    // Christmas Day, New Year's Day and Easter Monday are holidays everywhere; Boxing Day is none in France.
    for (const day of ['20261225', '20270101', '20270329']) expect(Expression).toContain(` OR date == ${day}`);
    expect(Expression).not.toContain('20281226');
  });

  test('a record without RMA number rings after the hours of the stage, and never where no provider assigns any', () => {
    const { rmaPendingHours: Threshold } = stage;
    const alarm = byName(templates.portal, 'rma-pending');
    expect(alarm && { ...alarm }).toEqual(
      stage.alarms === 'all'
        ? Threshold && expect.objectContaining({ Threshold, Statistic: 'Maximum', Period: 900 })
        : undefined,
    );
  });

  test('a light one has those that take a deployment back, and those of what is lost', () => {
    if (stage.alarms === 'all') return;
    const names = alarmsOf(templates.portal).map(nameOf).toSorted().join(' ');
    expect(names).toBe('canary changes-late changes-lost refused reports-late reports-lost server-errors');
    expect(propertiesOf(templates.portal, 'AWS::CloudWatch::Dashboard')).toEqual([]);
  });

  test('a budget tells the same people', () => {
    const Subscribers = [{ SubscriptionType: 'EMAIL', Address: stage.alarmEmail }];
    expect(propertiesOf(templates.edge, 'AWS::Budgets::Budget')).toMatchObject([
      {
        Budget: { BudgetLimit: { Amount: stage.monthlyBudget, Unit: 'USD' } },
        NotificationsWithSubscribers: [{ Subscribers }, { Subscribers }],
      },
    ]);
  });
});

test('each alarm says what users suffer and leads to a section of the runbook; each section belongs to an alarm', () => {
  const text = readFileSync(inProject('docs', 'runbooks', 'alarms.md'), 'utf8');
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  const led = every
    .flatMap(({ stage, ...of }) => [of.portal, of.edgeWatch].flatMap(alarmsOf).map((alarm) => ({ stage, alarm })))
    .map(({ stage, alarm }) => {
      const [harm = '', address = ''] = alarm.AlarmDescription.split(' Runbook: ');
      const [page, section = ''] = address.split('#');
      expect(page).toBe(`${stage.runbooks}/alarms.md`);
      expect(harm).toMatch(/^(Staff|Users|Admins|The provider)\b/);
      expect(nameOf(alarm)).toMatch(new RegExp(`(^|-)${section}$`));
      return section;
    });
  expect(sections.toSorted()).toEqual([...new Set([...led, 'budget'])].toSorted());
});

test('the firewall’s alarm counts what a challenge holds, too, and nobody who passes it', () => {
  const { Metrics = [] } = byName(edgeWatch, 'firewall-blocks') ?? {};
  const of = (MetricName: string) => ({ MetricStat: { Metric: { MetricName } } });
  expect(Metrics).toMatchObject([
    { Expression: 'FILL(blocked, 0) + FILL(challenged, 0) - FILL(passed, 0)' },
    of('BlockedRequests'),
    of('ChallengeRequests'),
    of('RequestsWithValidChallengeToken'),
  ]);
});

test('an alarm says when users are hurt and when it is over: of what they notice, not of what only waits', () => {
  const [composite] = propertiesOf(portal, 'AWS::CloudWatch::CompositeAlarm');
  const rule = spelled(composite?.AlarmRule);
  expect(rule.length).toBeLessThan(10_240);
  const inRule = [...rule.matchAll(/ALARM\("<MonitoringAlarms(\w+?)[0-9A-F]{8}\.Arn>"\)/g)].map(([, id]) => id);
  expect(inRule).toEqual(
    expect.arrayContaining(['servererrors', 'repairsfailing', 'signinslow', 'canary', 'notraffic']),
  );
  expect(inRule).not.toContain('changeslost');
  expect(composite).toMatchObject({ AlarmActions: composite?.OKActions });
});

test.each([
  ['bounce', 'BounceRate', 0.03],
  ['complaint', 'ComplaintRate', 0.001],
])('the %s rate is the worst that SES has said within the hour', (name, figure, Threshold) =>
  expect(byName(synthesized('local').portal, `${name}-rate`)).toMatchObject({
    Namespace: 'AWS/SES',
    MetricName: `Reputation.${figure}`,
    Statistic: 'Maximum',
    Period: 3600,
    Threshold,
  }),
);

test('nobody has to look in the console to hear that nobody looks: missing figures ring', () => {
  for (const name of ['canary', 'no-traffic'])
    expect(byName(portal, name)).toMatchObject({
      TreatMissingData: 'missing',
      InsufficientDataActions: [{ Ref: expect.stringContaining('Topic') }],
    });
});

test('no table turns calls away unheard, and it is told when all stores of a region book more than its indexes take', () => {
  type Stat = { MetricStat?: { Metric: { Dimensions: { Value: string | { Ref: string } }[] } } };
  const watchedBy = (name: string) =>
    ((byName(portal, name)?.Metrics ?? []) as Stat[])
      .flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions ?? [])
      .map(({ Value }) => Value);
  const tables = watchedBy('database-throttled').map((value) => (typeof value === 'string' ? value : value.Ref));
  const all = propertiesOf(portal, 'AWS::DynamoDB::Table').map(({ id }) => id);
  expect([all.length > 8, tables.length <= 10, new Set(tables)]).toEqual([true, true, new Set(all)]);
  const indexes = watchedBy('lists-database-throttled').filter((value) => typeof value === 'string');
  expect(indexes).toEqual(['byRegionAndState', 'byRegionAndState']);
});

describe('metrics out of logs', () => {
  const filters = propertiesOf(portal, 'AWS::Logs::MetricFilter');
  const featureOf = Object.fromEntries(
    features.flatMap((feature) =>
      Object.values<Route>(routes[feature]).map(({ method, path }) => [`${method} ${path}`, feature]),
    ),
  );

  test('look for lines that functions write: routes of the table, each in its function’s log, codes of the catalogue', () => {
    for (const { FilterPattern, LogGroupName } of filters) {
      for (const [, route = ''] of FilterPattern.matchAll(/\$\.route = "([^"]+)"/g))
        expect(LogGroupName.Ref).toMatch(new RegExp(`^Features${featureOf[route]?.replaceAll('-', '')}log`));
      for (const [, code] of FilterPattern.matchAll(/\$\.code = "([^"]+)"/g))
        expect(Object.keys(errorStatus)).toContain(code);
    }
    expect(filters.map(({ FilterPattern }) => FilterPattern)).toEqual(
      expect.arrayContaining([
        '{ ($.message = "request") && ($.route = "POST /auth/{region}/login") && ($.code = "CaptchaFailed") }',
        '{ ($.message = "request") && ($.status >= 500) }',
        '{ ($.status = "429") }',
        '{ ($.integrationError != "-") }',
        '{ ($.message = "failed") && ($.error.name = "TooManyRequestsException") }',
        '{ ($.message = "waiting for RMA") }',
      ]),
    );
  });

  test('each is looked at by an alarm or the dashboard, which shows as many as are free', () => {
    const [dashboard] = propertiesOf(portal, 'AWS::CloudWatch::Dashboard');
    const seen = JSON.stringify([alarmsOf(portal), dashboard]);
    for (const { MetricTransformations } of filters) expect(seen).toContain(MetricTransformations[0].MetricName);
    const shown = JSON.stringify(dashboard?.DashboardBody).match(/\[\\+"(AWS\/|RetailerSupportPortal)/g) ?? [];
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.length).toBeLessThanOrEqual(50);
  });
});

test('questions are saved for every function that may know the answer, and name routes that there are', () => {
  const queries = propertiesOf(portal, 'AWS::Logs::QueryDefinition');
  const names = queries.map(({ Name }) => Name.replace('retailer-support-portal-prod/', ''));
  expect(names).toEqual(
    expect.arrayContaining(['Why did a booking of this store fail', 'Who was locked out', 'Is the provider silent']),
  );
  const text = readFileSync(inProject('docs', 'runbooks', 'logs.md'), 'utf8');
  for (const name of names) expect(text).toContain(name);
  const booking = queries.find(({ Name }) => Name.endsWith('store fail'));
  expect(booking?.LogGroupNames).toHaveLength(features.length);
});

test('the canary is told the address that browsers know, and is called every five minutes', () => {
  const [fn] = propertiesOf(portal, 'AWS::Lambda::Function').filter(({ id }) => id.startsWith('Canary'));
  expect(spelled(fn?.Environment.Variables.SITE_URL)).toMatch(/^https:\/\/<WebsiteDistribution\w+\.DomainName>$/);
  expect(propertiesOf(portal, 'AWS::Events::Rule')).toContainEqual(
    expect.objectContaining({
      ScheduleExpression: 'rate(5 minutes)',
      Targets: [expect.objectContaining({ Arn: { 'Fn::GetAtt': [fn?.id, 'Arn'] } })],
    }),
  );
});
