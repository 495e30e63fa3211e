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
  const isTooMany = ratesOf({ Rules: [rate(4), rate(2, '^/api/auth/'), ofAws] }, () => now);
  const guess = (source: string) => isTooMany(source, '/api/%61uth/nuk/login');
  expect([guess('192.0.2.1'), guess('192.0.2.1'), guess('192.0.2.1')]).toEqual([false, false, true]);
  expect([guess('192.0.2.2'), isTooMany('192.0.2.1', '/api/repairs/nuk')]).toEqual([false, false]);
  expect(isTooMany('192.0.2.1', '/api/repairs/nuk')).toBe(true);
  now += 300_000;
  expect(guess('192.0.2.1')).toBe(false);
});

test('a rule of rates that is not understood is refused, not passed over', () => {
  const { Statement } = rate(4);
  const byHeader = {
    Statement: { RateBasedStatement: { ...Statement.RateBasedStatement, AggregateKeyType: 'FORWARDED_IP' } },
  };
  expect(() => ratesOf({ Rules: [byHeader] }, () => 0)).toThrow();
});
