import { expect, test } from '@jest/globals';
import { createRateEvaluator } from './firewall.ts';

const buildRateRule = (Limit: number, RegexString?: string) => ({
  Statement: {
    RateBasedStatement: {
      AggregateKeyType: 'IP',
      EvaluationWindowSec: 300,
      Limit,
      ...(RegexString !== undefined && {
        ScopeDownStatement: {
          RegexMatchStatement: {
            RegexString,
            FieldToMatch: { UriPath: {} },
            TextTransformations: [{ Priority: 0, Type: 'URL_DECODE' }],
          },
        },
      }),
    },
  },
});
const managedRule = {
  Statement: { ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesCommonRuleSet' } },
};

test('blocks an IP above its rate until the window passes', () => {
  let now = 0;
  const evaluate = createRateEvaluator(
    { Rules: [buildRateRule(4), buildRateRule(2, '^/api/auth/'), managedRule] },
    () => now,
  );
  const isBlocked = (source: string, path: string) => evaluate({ source, path })?.status === 403;
  const isLoginBlocked = (source: string) => isBlocked(source, '/api/%61uth/nuk/login');
  expect([isLoginBlocked('192.0.2.1'), isLoginBlocked('192.0.2.1'), isLoginBlocked('192.0.2.1')]).toEqual([
    false,
    false,
    true,
  ]);
  expect([isLoginBlocked('192.0.2.2'), isBlocked('192.0.2.1', '/api/repairs/nuk')]).toEqual([false, false]);
  expect(isBlocked('192.0.2.1', '/api/repairs/nuk')).toBe(true);
  now += 300_000;
  expect(isLoginBlocked('192.0.2.1')).toBe(false);
});

test('returns the custom response of the first rule that blocks', () => {
  const buildBlockAction = (ResponseCode: number, CustomResponseBodyKey: string) => ({
    Action: {
      Block: {
        CustomResponse: {
          ResponseCode,
          CustomResponseBodyKey,
          ResponseHeaders: [{ Name: 'Retry-After', Value: '300' }],
        },
      },
    },
  });
  const CustomResponseBodies = { slow: { ContentType: 'APPLICATION_JSON', Content: '{"slow":true}' } };
  const Rules = [{ ...buildRateRule(1), ...buildBlockAction(429, 'slow') }, buildRateRule(1)];
  const evaluate = createRateEvaluator({ Rules, CustomResponseBodies }, () => 0);
  const request = { source: '192.0.2.1', path: '/' };
  expect(evaluate(request)).toBeUndefined();
  const { body, ...otherFields } = evaluate(request) ?? {};
  expect(otherFields).toEqual({
    status: 429,
    headers: { 'retry-after': '300', 'content-type': 'application/json' },
  });
  expect(String(body)).toBe('{"slow":true}');
  expect(() =>
    createRateEvaluator({ Rules: [{ ...buildRateRule(1), ...buildBlockAction(429, 'other') }] }, () => 0),
  ).toThrow('other');
});

test('rejects an unsupported rate-based rule', () => {
  const { Statement } = buildRateRule(4);
  const forwardedIpRule = {
    Statement: { RateBasedStatement: { ...Statement.RateBasedStatement, AggregateKeyType: 'FORWARDED_IP' } },
  };
  expect(() => createRateEvaluator({ Rules: [forwardedIpRule] }, () => 0)).toThrow();
});

test('challenges an IP above its rate, gives tokens to documents only, and limits each token', () => {
  const keys = [
    { IP: {} },
    { Cookie: { Name: 'aws-waf-token', TextTransformations: [{ Priority: 0, Type: 'NONE' }] } },
  ];
  const { Statement } = buildRateRule(1);
  const rulePerToken = {
    Statement: {
      RateBasedStatement: { ...Statement.RateBasedStatement, AggregateKeyType: 'CUSTOM_KEYS', CustomKeys: keys },
    },
  };
  const evaluate = createRateEvaluator(
    { Rules: [{ ...buildRateRule(1), Action: { Challenge: {} } }, rulePerToken] },
    () => 0,
  );
  const request = { source: '192.0.2.1', path: '/' };
  const requestToken = () =>
    String(evaluate({ ...request, isDocument: true })?.body).match(/aws-waf-token=([\w-]+)/)?.[1];
  const requestStatus = (token?: string) => evaluate({ ...request, cookies: { 'aws-waf-token': token } })?.status;
  expect([requestStatus(), requestStatus(), requestStatus('made-up')]).toEqual([undefined, 202, 202]);
  const firstToken = requestToken();
  const secondToken = requestToken();
  expect([requestStatus(firstToken), requestStatus(firstToken), requestStatus(secondToken)]).toEqual([
    undefined,
    403,
    undefined,
  ]);
});
