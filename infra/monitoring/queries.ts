import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { stackName } from '#infra/outputs.ts';
import { features, routes } from '#shared/routes/table.ts';
import { routeKeyOf } from './metrics.ts';
import type { Watched } from './watched.ts';

const of = (route: Parameters<typeof routeKeyOf>[0]) => `route = "${routeKeyOf(route)}"`;
const signInRoutes = [routes.auth.login, routes.auth.answerCode, routes.auth.requestCode, routes.auth.resetPassword];

/** The questions that are asked on the phone, in CloudWatch Logs Insights under the stage's name. `docs/runbooks/logs.md` says how to use them. */
export const saveQueries = (scope: Construct, { stage, api, functions, backOffice, canary }: Watched): void => {
  const ofFeatures = features.map((feature) => functions[feature].logGroup);
  const save = (name: string, logGroups: logs.ILogGroup[], ...lines: string[]) =>
    new logs.CfnQueryDefinition(scope, `Query ${name}`, {
      name: `${stackName(stage.name)}/${name}`,
      logGroupNames: logGroups.map(({ logGroupName }) => logGroupName),
      queryString: lines.join('\n| '),
    });

  save(
    'Why did a booking of this store fail',
    ofFeatures,
    'fields @timestamp, route, status, code, problems, durationMs, sub, requestId, traceId, cloudFrontId',
    'filter message = "request" and store = "UK-1001" and status >= 400',
    'sort @timestamp desc',
    'limit 200',
  );
  save(
    'What happened to this request',
    [...ofFeatures, api.accessLog],
    'fields @timestamp, @message',
    'filter requestId = "…" or cloudFrontId = "…"',
    'sort @timestamp asc',
  );
  save(
    'Who was locked out',
    [functions.auth.logGroup],
    'filter message = "request" and code = "LimitExceededException"',
    'stats count() as refusals, min(@timestamp) as first, max(@timestamp) as last by region, route, address, sub',
    'sort refusals desc',
  );
  save(
    'Why can this address not sign in',
    [functions.auth.logGroup],
    'fields @timestamp, region, route, code, requestId, cloudFrontId',
    `filter message = "request" and address = "…" and (${signInRoutes.map(of).join(' or ')})`,
    'sort @timestamp desc',
  );
  save(
    'Who has signed in',
    [functions.auth.logGroup],
    'fields @timestamp, region, sub, route, requestId',
    `filter message = "request" and status < 300 and ispresent(sub) and (${[routes.auth.login, routes.auth.answerCode, routes.auth.setPassword].map(of).join(' or ')})`,
    'sort @timestamp desc',
  );
  save(
    'Is the provider silent',
    [backOffice.changes.logGroup, backOffice.reports.logGroup, canary.fn.logGroup],
    'filter message in ["published", "report applied", "report not applied", "waiting for RMA"]',
    'stats count() as times, max(@timestamp) as last, max(counts.hours) as hoursWithoutRma by message, event, region',
    'sort last desc',
  );
  save(
    'Which routes fail or are slow',
    ofFeatures,
    'filter message = "request"',
    'stats count() as requests, pct(durationMs, 50) as p50, pct(durationMs, 99) as p99 by route, status, code',
    'sort status desc, p99 desc',
  );
};
