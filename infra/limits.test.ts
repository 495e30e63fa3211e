import { expect, test } from '@jest/globals';
import messages from '#shared/locales/errors.en.json' with { type: 'json' };
import { patterns } from '#shared/paths.ts';
import type { Route } from '#shared/route.ts';
import { features, routes } from '#shared/routes/table.ts';
import { propertiesOf, synthesized } from './testing/synthesized.ts';

const { portal, edge } = synthesized('prod');
const table = features.flatMap((feature) =>
  Object.values<Route>(routes[feature]).map((route) => ({ feature, key: `${route.method} ${route.path}`, ...route })),
);

const [firewall] = propertiesOf(edge, 'AWS::WAFv2::WebACL');
const blocks = (rule: string, { path }: { readonly path: string }) => {
  const { Statement } = firewall?.Rules.find(({ Name }: { Name: string }) => Name === rule) ?? {};
  const { RegexString } = Statement.RateBasedStatement.ScopeDownStatement.RegexMatchStatement;
  expect(RegexString.length).toBeLessThanOrEqual(512);
  return new RegExp(RegexString).test(`/api${path.replace('{region}', 'nuk')}`);
};

const ratesOf = (template: typeof edge) =>
  propertiesOf(template, 'AWS::WAFv2::WebACL')[0]?.Rules.filter(({ Name }: { Name: string }) =>
    Name.startsWith('rate'),
  );
const perAddress = (Limit: number) => ({
  Action: { Challenge: {} },
  Statement: { RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit } },
});

test('past what a head office’s staff send, an address of the internet has to show that browsers send it; one that floods is blocked, and its neighbours are not', () => {
  const keys = [{ IP: {} }, { Cookie: { Name: 'aws-waf-token' } }];
  expect(ratesOf(edge)).toMatchObject([
    perAddress(200),
    perAddress(200),
    perAddress(10_000),
    { Action: { Block: {} }, Statement: { RateBasedStatement: { Limit: 2000, CustomKeys: keys } } },
  ]);
});

test('files of the site are not counted, and each page is, since a browser shows by loading one that it is one', () => {
  const ofTable = Object.values(patterns).map((pattern) => pattern.replace(':prefix', 'UK').replace(':region', 'nuk'));
  const pages = [...ofTable, '/UK/nuk/R.1'];
  for (const { Statement } of ratesOf(edge)) {
    const { RegexString } = Statement.RateBasedStatement.ScopeDownStatement.RegexMatchStatement;
    const counted = [...pages, '/assets/index-1a2b.js', '/config.json', '/favicon.svg'].filter((path) =>
      new RegExp(RegexString).test(path),
    );
    expect(counted).toEqual(pages);
  }
});

test('an address that the stage knows for a retailer’s has ten times the room', () => {
  const { edge: withRetailers } = synthesized('prod with every option');
  const [{ id = '', Addresses } = {}] = propertiesOf(withRetailers, 'AWS::WAFv2::IPSet');
  expect(Addresses).toEqual(['203.0.113.0/24']);
  const isListed = { IPSetReferenceStatement: { Arn: { 'Fn::GetAtt': [id, 'Arn'] } } };
  const [others, retailers] = ratesOf(withRetailers);
  expect([others, retailers]).toMatchObject([perAddress(200), perAddress(2000)]);
  const who = [others, retailers].map(
    ({ Statement }) => Statement.RateBasedStatement.ScopeDownStatement.AndStatement.Statements[1],
  );
  expect(who).toEqual([{ NotStatement: { Statement: isListed } }, isListed]);
});

test('whoever is blocked for a rate is told so as the API would', () => {
  const [blocking, ...others] = ratesOf(edge).filter(({ Action }: { Action: object }) => 'Block' in Action);
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

/** What somebody could guess, or have an email sent by. */
const isGuessed = ({ input, audience }: Route) =>
  Object.keys(input.shape).some(
    (name) => /password|^code$|captcha/i.test(name) || (name === 'email' && audience === 'anyone'),
  );

/** Reads files, or begins work on many. */
const isHeavy = ({ feature, key }: (typeof table)[number]) =>
  feature.endsWith('-files') || /^POST \/jobs\/\{region\}\/(?!stop)/.test(key);

test.each([
  ['rate-of-passwords', 'a password or a code can be guessed', isGuessed],
  ['rate-of-files', 'files are read or work on many begins', isHeavy],
] as const)('%s counts each path on which %s, and no other', (rule, _, isCounted) => {
  const counted = table.filter((route) => blocks(rule, route)).map(({ key }) => key);
  expect(counted).toEqual(table.filter(isCounted).map(({ key }) => key));
});

test('what is guessed or weighs heavily has a limit of its own, so that a flood of it leaves the rest alone', () => {
  const [stage] = propertiesOf(portal, 'AWS::ApiGatewayV2::Stage');
  const isOfSessions = ({ key }: (typeof table)[number]) => /\/(refresh-token|logout)$/.test(key);
  const limited = table.filter((route) => isGuessed(route) || isHeavy(route) || isOfSessions(route));
  expect(Object.keys(stage?.RouteSettings).toSorted()).toEqual(limited.map(({ key }) => key).toSorted());
  for (const { ThrottlingRateLimit, ThrottlingBurstLimit } of Object.values<Record<string, number>>(
    stage?.RouteSettings,
  )) {
    expect(ThrottlingRateLimit).toBeLessThanOrEqual(stage?.DefaultRouteSettings.ThrottlingRateLimit / 3);
    expect(ThrottlingBurstLimit).toBeLessThanOrEqual(stage?.DefaultRouteSettings.ThrottlingBurstLimit / 3);
  }
});

test('a limit is set after the route that it is for', () => {
  const [stage] = Object.values(portal.findResources('AWS::ApiGatewayV2::Stage'));
  const ids = propertiesOf(portal, 'AWS::ApiGatewayV2::Route').map(({ id }) => id);
  expect(stage?.DependsOn).toEqual(expect.arrayContaining(ids));
});
