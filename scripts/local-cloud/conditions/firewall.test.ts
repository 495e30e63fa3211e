import { expect, test } from '@jest/globals';
import { ratesOf } from './firewall.ts';

const rate = (Limit: number, RegexString?: string) => ({
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
const ofAws = { Statement: { ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesCommonRuleSet' } } };

test('an address of the internet is blocked past its rate, on the paths that are meant, until it has been quiet', () => {
  let now = 0;
  const answerTo = ratesOf({ Rules: [rate(4), rate(2, '^/api/auth/'), ofAws] }, () => now);
  const isTooMany = (source: string, path: string) => answerTo({ source, path })?.status === 403;
  const guess = (source: string) => isTooMany(source, '/api/%61uth/nuk/login');
  expect([guess('192.0.2.1'), guess('192.0.2.1'), guess('192.0.2.1')]).toEqual([false, false, true]);
  expect([guess('192.0.2.2'), isTooMany('192.0.2.1', '/api/repairs/nuk')]).toEqual([false, false]);
  expect(isTooMany('192.0.2.1', '/api/repairs/nuk')).toBe(true);
  now += 300_000;
  expect(guess('192.0.2.1')).toBe(false);
});

test('who is blocked is answered as the first rule that blocks says', () => {
  const own = (ResponseCode: number, CustomResponseBodyKey: string) => ({
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
  const Rules = [{ ...rate(1), ...own(429, 'slow') }, rate(1)];
  const answerTo = ratesOf({ Rules, CustomResponseBodies }, () => 0);
  const request = { source: '192.0.2.1', path: '/' };
  expect(answerTo(request)).toBeUndefined();
  const { body, ...answered } = answerTo(request) ?? {};
  expect(answered).toEqual({
    status: 429,
    headers: { 'retry-after': '300', 'content-type': 'application/json' },
  });
  expect(String(body)).toBe('{"slow":true}');
  expect(() => ratesOf({ Rules: [{ ...rate(1), ...own(429, 'other') }] }, () => 0)).toThrow('other');
});

test('a rule of rates that is not understood is refused, not passed over', () => {
  const { Statement } = rate(4);
  const byHeader = {
    Statement: { RateBasedStatement: { ...Statement.RateBasedStatement, AggregateKeyType: 'FORWARDED_IP' } },
  };
  expect(() => ratesOf({ Rules: [byHeader] }, () => 0)).toThrow();
});

test('an address past its rate has to show that a browser is there: documents do, scripts are held, and what is held counts for no rule behind', () => {
  const keys = [
    { IP: {} },
    { Cookie: { Name: 'aws-waf-token', TextTransformations: [{ Priority: 0, Type: 'NONE' }] } },
  ];
  const { Statement } = rate(1);
  const perBrowser = {
    Statement: {
      RateBasedStatement: { ...Statement.RateBasedStatement, AggregateKeyType: 'CUSTOM_KEYS', CustomKeys: keys },
    },
  };
  const answerTo = ratesOf({ Rules: [{ ...rate(1), Action: { Challenge: {} } }, perBrowser] }, () => 0);
  const request = { source: '192.0.2.1', path: '/' };
  const tokenOf = () => String(answerTo({ ...request, isDocument: true })?.body).match(/aws-waf-token=([\w-]+)/)?.[1];
  const statusOf = (token?: string) => answerTo({ ...request, cookies: { 'aws-waf-token': token } })?.status;
  expect([statusOf(), statusOf(), statusOf('made-up')]).toEqual([undefined, 202, 202]);
  const [one, other] = [tokenOf(), tokenOf()];
  expect([statusOf(one), statusOf(one), statusOf(other)]).toEqual([undefined, 403, undefined]);
});
