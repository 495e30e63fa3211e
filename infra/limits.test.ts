import { expect, test } from '@jest/globals';
import { patterns } from '#shared/api/paths.ts';
import type { Route } from '#shared/api/route.ts';
import { features, routes } from '#shared/api/routes/table.ts';
import messages from '#shared/locales/errors.en.json' with { type: 'json' };
import { findResourceProperties, readSynthesized } from './testing/synthesized.ts';

const { portal, edge } = readSynthesized('prod');
const routeTable = features.flatMap((feature) =>
  Object.values<Route>(routes[feature]).map((route) => ({ feature, key: `${route.method} ${route.path}`, ...route })),
);

const [firewall] = findResourceProperties(edge, 'AWS::WAFv2::WebACL');
const matchesRule = (rule: string, { path }: { readonly path: string }, region = 'nuk') => {
  const { Statement } = firewall?.Rules.find(({ Name }: { Name: string }) => Name === rule) ?? {};
  const { RegexString } = Statement.RateBasedStatement.ScopeDownStatement.RegexMatchStatement;
  expect(RegexString.length).toBeLessThanOrEqual(512);
  return new RegExp(RegexString).test(`/api${path.replace('{region}', region)}`);
};

const findRateRules = (template: typeof edge) =>
  findResourceProperties(template, 'AWS::WAFv2::WebACL')[0]?.Rules.filter(({ Name }: { Name: string }) =>
    Name.startsWith('rate'),
  );
const toExpectedRule = (Limit: number) => ({
  Action: { Challenge: {} },
  Statement: { RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit } },
});

test('challenges IP addresses, and blocks browsers, above the rate limits', () => {
  const keys = [{ IP: {} }, { Cookie: { Name: 'aws-waf-token' } }];
  expect(findRateRules(edge)).toMatchObject([
    toExpectedRule(200),
    toExpectedRule(200),
    toExpectedRule(10_000),
    { Action: { Block: {} }, Statement: { RateBasedStatement: { Limit: 2000, CustomKeys: keys } } },
  ]);
});

test('rate rules count pages but no other files of the site', () => {
  const patternPaths = Object.values(patterns).map((pattern) =>
    pattern.replace(':prefix', 'UK').replace(':region', 'nuk'),
  );
  const pages = [...patternPaths, '/UK/nuk/R.1'];
  for (const { Statement } of findRateRules(edge)) {
    const { RegexString } = Statement.RateBasedStatement.ScopeDownStatement.RegexMatchStatement;
    const matchedPaths = [...pages, '/assets/index-1a2b.js', '/config.json', '/favicon.svg'].filter((path) =>
      new RegExp(RegexString).test(path),
    );
    expect(matchedPaths).toEqual(pages);
  }
});

test('allows ten times the rate for the IP addresses of listed retailers', () => {
  const { edge: edgeWithRetailers } = readSynthesized('prod with every option');
  const [{ id = '', Addresses } = {}] = findResourceProperties(edgeWithRetailers, 'AWS::WAFv2::IPSet');
  expect(Addresses).toEqual(['203.0.113.0/24']);
  const listedAddressStatement = { IPSetReferenceStatement: { Arn: { 'Fn::GetAtt': [id, 'Arn'] } } };
  const [generalRule, retailersRule] = findRateRules(edgeWithRetailers);
  expect([generalRule, retailersRule]).toMatchObject([toExpectedRule(200), toExpectedRule(2000)]);
  const conditions = [generalRule, retailersRule].map(
    ({ Statement }) => Statement.RateBasedStatement.ScopeDownStatement.AndStatement.Statements[1],
  );
  expect(conditions).toEqual([{ NotStatement: { Statement: listedAddressStatement } }, listedAddressStatement]);
});

test("responds to blocked requests in the API's error format", () => {
  const [blockingRule, ...unexpected] = findRateRules(edge).filter(
    ({ Action }: { Action: object }) => 'Block' in Action,
  );
  expect(unexpected).toEqual([]);
  const { CustomResponseBodyKey, ...response } = blockingRule.Action.Block.CustomResponse;
  expect(response).toEqual({
    ResponseCode: 429,
    ResponseHeaders: [
      { Name: 'Retry-After', Value: '300' },
      { Name: 'Cache-Control', Value: 'no-store' },
    ],
  });
  const { ContentType, Content } = firewall?.CustomResponseBodies[CustomResponseBodyKey] ?? {};
  const error = { code: 'LimitExceededException', message: messages.LimitExceededException };
  expect([ContentType, JSON.parse(Content)]).toEqual(['APPLICATION_JSON', { error }]);
});

/** Returns true for routes that accept a secret, which could be guessed, or that send an email. */
const takesSecretOrSendsEmail = ({ input, audience }: Route) =>
  Object.keys(input.shape).some(
    (name) => /password|^code$|captcha/i.test(name) || (name === 'email' && audience === 'anyone'),
  );

/** Returns true for routes that read files or start bulk jobs. */
const isHeavy = ({ feature, key }: (typeof routeTable)[number]) =>
  feature.endsWith('-files') || /^POST \/jobs\/\{region\}\/(?!stop)/.test(key);

test.each([
  ['rate-of-passwords', 'that accept a secret or send an email', takesSecretOrSendsEmail],
  ['rate-of-files', 'that read files or start bulk jobs', isHeavy],
] as const)('%s counts exactly the paths of routes %s', (rule, _, isCounted) => {
  const matchedPaths = routeTable.filter((route) => matchesRule(rule, route)).map(({ key }) => key);
  expect(matchedPaths).toEqual(routeTable.filter(isCounted).map(({ key }) => key));
});

test.each(['X', 'NUK', 'x1', 'a-b', 'ü', 'a/b', '\n', ''])(
  'rate rules count requests for the invalid region %j, as throttles do',
  (region) => {
    for (const route of routeTable) {
      if (takesSecretOrSendsEmail(route))
        expect([route.key, matchesRule('rate-of-passwords', route, region)]).toEqual([route.key, true]);
      if (isHeavy(route)) expect([route.key, matchesRule('rate-of-files', route, region)]).toEqual([route.key, true]);
      expect([route.key, matchesRule('rate', route, region)]).toEqual([route.key, true]);
    }
  },
);

test('throttles routes with secrets or heavy work separately', () => {
  const [stage] = findResourceProperties(portal, 'AWS::ApiGatewayV2::Stage');
  const isLimitedAnonymousRoute = ({ key }: (typeof routeTable)[number]) =>
    /\/(refresh-token|logout|unsubscribe)$/.test(key);
  const throttledRoutes = routeTable.filter(
    (route) => takesSecretOrSendsEmail(route) || isHeavy(route) || isLimitedAnonymousRoute(route),
  );
  expect(Object.keys(stage?.RouteSettings).toSorted()).toEqual(throttledRoutes.map(({ key }) => key).toSorted());
  for (const { ThrottlingRateLimit, ThrottlingBurstLimit } of Object.values<Record<string, number>>(
    stage?.RouteSettings,
  )) {
    expect(ThrottlingRateLimit).toBeLessThanOrEqual(stage?.DefaultRouteSettings.ThrottlingRateLimit / 3);
    expect(ThrottlingBurstLimit).toBeLessThanOrEqual(stage?.DefaultRouteSettings.ThrottlingBurstLimit / 3);
  }
});

test('creates a throttle after its route', () => {
  const [stage] = Object.values(portal.findResources('AWS::ApiGatewayV2::Stage'));
  const ids = findResourceProperties(portal, 'AWS::ApiGatewayV2::Route').map(({ id }) => id);
  expect(stage?.DependsOn).toEqual(expect.arrayContaining(ids));
});
