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
const expectedRate = (Limit: number) => ({
  Action: { Challenge: {} },
  Statement: { RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit } },
});

test('challenges addresses above the rate limits and blocks single browsers', () => {
  const keys = [{ IP: {} }, { Cookie: { Name: 'aws-waf-token' } }];
  expect(findRateRules(edge)).toMatchObject([
    expectedRate(200),
    expectedRate(200),
    expectedRate(10_000),
    { Action: { Block: {} }, Statement: { RateBasedStatement: { Limit: 2000, CustomKeys: keys } } },
  ]);
});

test('counts pages, where a challenge can be solved, but not files', () => {
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

test("allows ten times the rate for listed retailers' addresses", () => {
  const { edge: withRetailers } = readSynthesized('prod with every option');
  const [{ id = '', Addresses } = {}] = findResourceProperties(withRetailers, 'AWS::WAFv2::IPSet');
  expect(Addresses).toEqual(['203.0.113.0/24']);
  const isListed = { IPSetReferenceStatement: { Arn: { 'Fn::GetAtt': [id, 'Arn'] } } };
  const [others, retailers] = findRateRules(withRetailers);
  expect([others, retailers]).toMatchObject([expectedRate(200), expectedRate(2000)]);
  const conditions = [others, retailers].map(
    ({ Statement }) => Statement.RateBasedStatement.ScopeDownStatement.AndStatement.Statements[1],
  );
  expect(conditions).toEqual([{ NotStatement: { Statement: isListed } }, isListed]);
});

test("blocks with the API's error response", () => {
  const [blocking, ...others] = findRateRules(edge).filter(({ Action }: { Action: object }) => 'Block' in Action);
  expect(others).toEqual([]);
  const { CustomResponseBodyKey, ...response } = blocking.Action.Block.CustomResponse;
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

/** Routes that accept a secret to guess or send an email. */
const isGuessable = ({ input, audience }: Route) =>
  Object.keys(input.shape).some(
    (name) => /password|^code$|captcha/i.test(name) || (name === 'email' && audience === 'anyone'),
  );

/** Routes that read files or start bulk jobs. */
const isHeavy = ({ feature, key }: (typeof routeTable)[number]) =>
  feature.endsWith('-files') || /^POST \/jobs\/\{region\}\/(?!stop)/.test(key);

test.each([
  ['rate-of-passwords', 'a password or a code can be guessed', isGuessable],
  ['rate-of-files', 'files are read or work on many begins', isHeavy],
] as const)('%s counts exactly the paths on which %s', (rule, _, isCounted) => {
  const matchedPaths = routeTable.filter((route) => matchesRule(rule, route)).map(({ key }) => key);
  expect(matchedPaths).toEqual(routeTable.filter(isCounted).map(({ key }) => key));
});

test.each(['X', 'NUK', 'x1', 'a-b', 'ü', 'a/b', '\n', ''])(
  'rate rules count a route for the region %j, which its throttle counts, too',
  (region) => {
    for (const route of routeTable) {
      if (isGuessable(route))
        expect([route.key, matchesRule('rate-of-passwords', route, region)]).toEqual([route.key, true]);
      if (isHeavy(route)) expect([route.key, matchesRule('rate-of-files', route, region)]).toEqual([route.key, true]);
      expect([route.key, matchesRule('rate', route, region)]).toEqual([route.key, true]);
    }
  },
);

test('throttles routes with secrets or heavy work separately', () => {
  const [stage] = findResourceProperties(portal, 'AWS::ApiGatewayV2::Stage');
  const isOpen = ({ key }: (typeof routeTable)[number]) => /\/(refresh-token|logout|unsubscribe)$/.test(key);
  const limited = routeTable.filter((route) => isGuessable(route) || isHeavy(route) || isOpen(route));
  expect(Object.keys(stage?.RouteSettings).toSorted()).toEqual(limited.map(({ key }) => key).toSorted());
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
