import { expect, test } from '@jest/globals';
import { ratesOf } from './rates.ts';

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
  const isTooMany = (source: string, path: string) => answerTo(source, path)?.status === 403;
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
  expect(answerTo('192.0.2.1', '/')).toBeUndefined();
  const { body, ...answered } = answerTo('192.0.2.1', '/') ?? {};
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
