import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import { resolveProjectPath } from '#infra/project.ts';
import { readAllStages, findResourceProperties, renderIntrinsic, readSynthesized } from '#infra/testing/synthesized.ts';
import { errorStatus } from '#shared/api/errors.ts';
import type { Route } from '#shared/api/route.ts';
import { features, routes } from '#shared/api/routes/table.ts';

const allStages = readAllStages();
const { portal, edgeWatch } = readSynthesized('prod');

const findAlarms = (template: Template) =>
  ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'].flatMap((type) =>
    findResourceProperties(template, type),
  );
const toName = ({ AlarmName }: { AlarmName?: string }) =>
  AlarmName?.replace(/^retailer-support-portal-(try-)?[a-z]+-/, '') ?? '';
const findAlarm = (template: Template, name: string) => findAlarms(template).find((alarm) => toName(alarm) === name);

type Policy = {
  Statement: {
    Effect: string;
    Action: string | string[];
    Principal?: { Service?: string };
    Resource: unknown;
    Condition?: unknown;
  }[];
};

const findAllowStatement = (document: Policy, action: string) =>
  document.Statement.find(
    ({ Effect, Action, Principal }) =>
      Effect === 'Allow' && [Action].flat().includes(action) && Principal?.Service === 'cloudwatch.amazonaws.com',
  );

describe.each(allStages)('alarms of $title', ({ stage, ...templates }) => {
  test.each(['portal', 'edgeWatch'] as const)(
    'in %s can reach a subscriber through topic and key policies',
    (stack) => {
      const template = templates[stack];
      const topics = findResourceProperties(template, 'AWS::SNS::Topic');
      const policies = findResourceProperties(template, 'AWS::SNS::TopicPolicy');
      const keys = findResourceProperties(template, 'AWS::KMS::Key');
      const subscriptions = findResourceProperties(template, 'AWS::SNS::Subscription');
      const accountCondition = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
      const alarms = findAlarms(template);
      // A stack without alarms has no topic, since its recipients would have to confirm a useless subscription.
      expect(alarms.length > 1).toBe(stack === 'portal' || stage.alarms === 'all');
      expect(topics).toHaveLength(alarms.length > 0 ? 1 : 0);
      expect(keys).toHaveLength(stage.customerKeys ? topics.length : 0);
      for (const { AlarmActions, OKActions = [], InsufficientDataActions = [] } of alarms) {
        expect(AlarmActions).toHaveLength(1);
        for (const { Ref: topicId } of [...AlarmActions, ...OKActions, ...InsufficientDataActions]) {
          const topic = topics.find(({ id }) => id === topicId);
          const policy = policies.find(({ Topics }) => Topics.some(({ Ref }: { Ref: string }) => Ref === topicId));
          expect(findAllowStatement(policy?.PolicyDocument, 'sns:Publish')).toMatchObject({
            Resource: { Ref: topicId },
            Condition: accountCondition,
          });
          expect(topic?.KmsMasterKeyId).toEqual(keys[0] && { 'Fn::GetAtt': [keys[0].id, 'Arn'] });
          for (const { KeyPolicy } of keys)
            for (const action of ['kms:GenerateDataKey*', 'kms:Decrypt'])
              expect(findAllowStatement(KeyPolicy, action)).toMatchObject({ Condition: accountCondition });
          expect(subscriptions.filter(({ TopicArn }) => TopicArn.Ref === topicId)).toEqual(
            expect.arrayContaining([
              expect.objectContaining({ Protocol: 'email', Endpoint: stage.alarmEmail }),
              ...stage.alarmEndpoints.map((Endpoint) => expect.objectContaining({ Protocol: 'https', Endpoint })),
            ]),
          );
        }
      }
    },
  );

  test('also notify when they end, unless they report new dead letters', () => {
    for (const alarm of [templates.portal, templates.edgeWatch].flatMap(findAlarms))
      expect([toName(alarm), alarm.OKActions]).toEqual([
        toName(alarm),
        toName(alarm).endsWith('-lost') ? undefined : alarm.AlarmActions,
      ]);
  });

  test('on dead letters fire for each new one, even while older ones remain', () => {
    const alarms = findAlarms(templates.portal).filter((alarm) => toName(alarm).endsWith('-lost'));
    expect(alarms.length).toBeGreaterThan(1);
    for (const { Metrics, Threshold, ComparisonOperator, TreatMissingData, ...periods } of alarms) {
      expect(periods).toMatchObject({ DatapointsToAlarm: 1, EvaluationPeriods: 3 });
      expect([Threshold, ComparisonOperator, TreatMissingData]).toEqual([
        1,
        'GreaterThanOrEqualToThreshold',
        'notBreaching',
      ]);
      expect(Metrics).toMatchObject([
        { Expression: 'DIFF(FILL(letters, 0))' },
        {
          Id: 'letters',
          MetricStat: { Metric: { MetricName: 'ApproximateNumberOfMessagesVisible' }, Period: 300, Stat: 'Maximum' },
        },
      ]);
    }
  });

  test('count refused requests of callers with a valid session only', () => {
    const { Metrics } = findAlarm(templates.portal, 'refused') ?? {};
    expect(Metrics).toMatchObject([
      { Expression: 'IF(FILL(every, 0) >= 30, 100 * FILL(some, 0) / every, 0)' },
      { Id: 'some', MetricStat: { Metric: { MetricName: 'refused' } } },
      { Id: 'every', MetricStat: { Metric: { MetricName: 'signed-in' } } },
    ]);
    const findPatterns = (name: string) =>
      findResourceProperties(templates.portal, 'AWS::Logs::MetricFilter')
        .filter(({ MetricTransformations: [{ MetricName }] }) => MetricName === name)
        .map(({ FilterPattern, LogGroupName }) => [FilterPattern, LogGroupName.Ref.replace(/^Features|log.*$/g, '')]);
    const toFeatureFilters = (pattern: string) => features.map((feature) => [pattern, feature.replaceAll('-', '')]);
    const signedIn = '($.message = "request") && ($.sub = "*")';
    expect(findPatterns('signed-in')).toEqual(toFeatureFilters(`{ ${signedIn} }`));
    expect(findPatterns('refused')).toEqual(toFeatureFilters(`{ ${signedIn} && ($.status = 403) }`));
  });

  test('detect missing traffic only where business hours are configured', () => {
    const noTrafficAlarm = findAlarm(templates.portal, 'no-traffic');
    expect(noTrafficAlarm !== undefined).toBe(stage.businessHours !== undefined);
    if (!stage.businessHours) return;
    const { Expression } = noTrafficAlarm?.Metrics[0] ?? {};
    const { from, to } = stage.businessHours;
    expect(Expression).toContain(`IF(DAY(people) > 5 OR HOUR(people) < ${from} OR HOUR(people) >= ${to} OR date == 2`);
    // CloudWatch's limit for expressions.
    expect(Expression.length).toBeLessThan(2048);
    // Christmas Day, New Year's Day and Easter Monday are holidays in every region; Boxing Day is not one in France.
    for (const day of ['20261225', '20270101', '20270329']) expect(Expression).toContain(` OR date == ${day}`);
    expect(Expression).not.toContain('20281226');
  });

  test("detect pending RMA numbers after the stage's hours, if configured", () => {
    const { rmaPendingHours: Threshold } = stage;
    const alarm = findAlarm(templates.portal, 'rma-pending');
    expect(alarm && { ...alarm }).toEqual(
      stage.alarms === 'all'
        ? Threshold && expect.objectContaining({ Threshold, Statistic: 'Maximum', Period: 900 })
        : undefined,
    );
  });

  test('are only those for rollback and lost data on a stage with essential alarms', () => {
    if (stage.alarms === 'all') return;
    const names = findAlarms(templates.portal).map(toName).toSorted().join(' ');
    expect(names).toBe('canary changes-late changes-lost refused reports-late reports-lost server-errors');
    expect(findResourceProperties(templates.portal, 'AWS::CloudWatch::Dashboard')).toEqual([]);
  });

  test('have the same recipients as the budget', () => {
    const Subscribers = [{ SubscriptionType: 'EMAIL', Address: stage.alarmEmail }];
    expect(findResourceProperties(templates.edge, 'AWS::Budgets::Budget')).toMatchObject([
      {
        Budget: { BudgetLimit: { Amount: stage.monthlyBudget, Unit: 'USD' } },
        NotificationsWithSubscribers: [{ Subscribers }, { Subscribers }],
      },
    ]);
  });
});

test('each alarm states its harm and links to its runbook section', () => {
  const text = readFileSync(resolveProjectPath('docs', 'runbooks', 'alarms.md'), 'utf8');
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  const linkedSections = allStages
    .flatMap(({ stage, ...templates }) =>
      [templates.portal, templates.edgeWatch].flatMap(findAlarms).map((alarm) => ({ stage, alarm })),
    )
    .map(({ stage, alarm }) => {
      const [harm = '', url = ''] = alarm.AlarmDescription.split(' Runbook: ');
      const [page, section = ''] = url.split('#');
      expect(page).toBe(`${stage.runbooks}/alarms.md`);
      expect(harm).toMatch(/^(Staff|Users|Admins|The provider)\b/);
      expect(toName(alarm)).toMatch(new RegExp(`(^|-)${section}$`));
      return section;
    });
  expect(sections.toSorted()).toEqual([...new Set([...linkedSections, 'Dead letters', 'budget'])].toSorted());
});

test.each(['users-are-hurt', 'server-errors', 'failing', 'slow', 'refused', 'canary', 'changes-late', 'reports-late'])(
  'the runbook section %s links to the rollback runbook',
  (section) => {
    const text = readFileSync(resolveProjectPath('docs', 'runbooks', 'alarms.md'), 'utf8');
    expect(text.split(/^## /m).find((each) => each.startsWith(`${section}\n`))).toContain('](rollback.md)');
  },
);

test('the firewall alarm counts challenges that were not passed', () => {
  const { Metrics = [] } = findAlarm(edgeWatch, 'firewall-blocks') ?? {};
  const toMetric = (MetricName: string) => ({ MetricStat: { Metric: { MetricName } } });
  expect(Metrics).toMatchObject([
    { Expression: 'FILL(blocked, 0) + FILL(challenged, 0) - FILL(passed, 0)' },
    toMetric('BlockedRequests'),
    toMetric('ChallengeRequests'),
    toMetric('RequestsWithValidChallengeToken'),
  ]);
});

test('the composite alarm contains only alarms that users notice', () => {
  const [composite] = findResourceProperties(portal, 'AWS::CloudWatch::CompositeAlarm');
  const rule = renderIntrinsic(composite?.AlarmRule);
  expect(rule.length).toBeLessThan(10_240);
  const alarmIds = [...rule.matchAll(/ALARM\("<MonitoringAlarms(\w+?)[0-9A-F]{8}\.Arn>"\)/g)].map(([, id]) => id);
  expect(alarmIds).toEqual(
    expect.arrayContaining(['servererrors', 'repairsfailing', 'signinslow', 'canary', 'notraffic']),
  );
  expect(alarmIds).not.toContain('changeslost');
  expect(composite).toMatchObject({ AlarmActions: composite?.OKActions });
});

test.each([
  ['bounce', 'BounceRate', 0.03],
  ['complaint', 'ComplaintRate', 0.001],
])("the %s rate alarm uses the hour's maximum from SES", (name, figure, Threshold) =>
  expect(findAlarm(readSynthesized('local').portal, `${name}-rate`)).toMatchObject({
    Namespace: 'AWS/SES',
    MetricName: `Reputation.${figure}`,
    Statistic: 'Maximum',
    Period: 3600,
    Threshold,
  }),
);

test('alarms fire on missing data of the canary, traffic and reconciliation', () => {
  for (const name of ['canary', 'no-traffic', 'reconciliation-failing'])
    expect(findAlarm(portal, name)).toMatchObject({
      TreatMissingData: 'missing',
      InsufficientDataActions: [{ Ref: expect.stringContaining('Topic') }],
    });
});

test('monitors write throttles of every table but the subscriptions, and of the state indexes of regions', () => {
  type Stat = { MetricStat?: { Metric: { Dimensions: { Value: string | { Ref: string } }[] } } };
  const listDimensions = (name: string) =>
    ((findAlarm(portal, name)?.Metrics ?? []) as Stat[])
      .flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions ?? [])
      .map(({ Value }) => Value);
  const tables = listDimensions('database-throttled').map((value) => (typeof value === 'string' ? value : value.Ref));
  const tableIds = findResourceProperties(portal, 'AWS::DynamoDB::Table')
    .map(({ id }) => id)
    // The table of subscriptions takes few writes, and an alarm has room for ten metrics.
    .filter((id) => !id.startsWith('Datasubscriptions'));
  expect(tableIds.length).toBeGreaterThan(8);
  expect(tables.length).toBeLessThanOrEqual(10);
  expect(new Set(tables)).toEqual(new Set(tableIds));
  const indexes = listDimensions('lists-database-throttled').filter((value) => typeof value === 'string');
  expect(indexes).toEqual(['byRegionAndState', 'byRegionAndState']);
});

describe('metric filters', () => {
  const filters = findResourceProperties(portal, 'AWS::Logs::MetricFilter');
  const featureByRouteKey = Object.fromEntries(
    features.flatMap((feature) =>
      Object.values<Route>(routes[feature]).map(({ method, path }) => [`${method} ${path}`, feature]),
    ),
  );

  test('match known routes and codes, in the log of the right function', () => {
    for (const { FilterPattern, LogGroupName } of filters) {
      for (const [, route = ''] of renderIntrinsic(FilterPattern).matchAll(/\$\.route = "([^"]+)"/g))
        expect(LogGroupName.Ref).toMatch(new RegExp(`^Features${featureByRouteKey[route]?.replaceAll('-', '')}log`));
      for (const [, code] of renderIntrinsic(FilterPattern).matchAll(/\$\.code = "([^"]+)"/g))
        expect(Object.keys(errorStatus)).toContain(code);
    }
    expect(filters.map(({ FilterPattern }) => renderIntrinsic(FilterPattern))).toEqual(
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

  test('each feed an alarm or the dashboard, which has at most 50 metrics', () => {
    const [dashboard] = findResourceProperties(portal, 'AWS::CloudWatch::Dashboard');
    const usages = JSON.stringify([findAlarms(portal), dashboard]);
    for (const { MetricTransformations } of filters) expect(usages).toContain(MetricTransformations[0].MetricName);
    const graphedMetrics = JSON.stringify(dashboard?.DashboardBody).match(/\[\\+"(AWS\/|RetailerSupportPortal)/g) ?? [];
    expect(graphedMetrics.length).toBeGreaterThan(20);
    // A dashboard of up to 50 metrics is free.
    expect(graphedMetrics.length).toBeLessThanOrEqual(50);
  });
});

test('saves log queries for all functions, with existing routes', () => {
  const queries = findResourceProperties(portal, 'AWS::Logs::QueryDefinition');
  const names = queries.map(({ Name }) => Name.replace('retailer-support-portal-prod/', ''));
  expect(names).toEqual(
    expect.arrayContaining(['Why did a booking of this store fail', 'Who was locked out', 'Is the provider silent']),
  );
  const text = readFileSync(resolveProjectPath('docs', 'runbooks', 'logs.md'), 'utf8');
  for (const name of names) expect(text).toContain(name);
  const booking = queries.find(({ Name }) => Name.endsWith('store fail'));
  expect(booking?.LogGroupNames).toHaveLength(features.length);
});

test("the canary expects the stage of the site's configuration, also on a temporary stage", () => {
  const readStage = (title: string) =>
    findResourceProperties(readSynthesized(title).portal, 'AWS::Lambda::Function')
      .filter(({ id }) => id.startsWith('Canary'))
      .map(({ Environment }) => [Environment.Variables.STAGE, Environment.Variables.SITE_STAGE]);
  expect(readStage('a temporary stage')).toEqual([['try-nightly', 'dev']]);
  expect(readStage('prod')).toEqual([['prod', 'prod']]);
});

test("the canary calls the site's URL every five minutes", () => {
  const [fn] = findResourceProperties(portal, 'AWS::Lambda::Function').filter(({ id }) => id.startsWith('Canary'));
  expect(renderIntrinsic(fn?.Environment.Variables.SITE_URL)).toMatch(
    /^https:\/\/<WebsiteDistribution\w+\.DomainName>$/,
  );
  expect(findResourceProperties(portal, 'AWS::Events::Rule')).toContainEqual(
    expect.objectContaining({
      ScheduleExpression: 'rate(5 minutes)',
      Targets: [expect.objectContaining({ Arn: { 'Fn::GetAtt': [fn?.id, 'Arn'] } })],
    }),
  );
});
