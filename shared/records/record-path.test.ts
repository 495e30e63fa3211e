import { expect, test } from '@jest/globals';
import { toRecordPath, parseRecordQuery } from './record-path.ts';

const identity = { storeId: 'UK-001', storeRefNo: 'A & B/7 #ä', id: '3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11' };

test('parseRecordQuery returns the identity in the URL of toRecordPath', () =>
  expect(parseRecordQuery(new URL(toRecordPath('/UK/nuk/list', identity), 'https://portal.example').search)).toEqual(
    identity,
  ));

test.each([
  '',
  '?id=3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11',
  '?storeId=UK001&state=submitted',
  '?storeId=UK001&ref=1&id=nonsense',
  `?storeId=UK001&ref=${'x'.repeat(99)}&id=${identity.id}`,
])('parseRecordQuery returns undefined for %j', (query) => expect(parseRecordQuery(query)).toBeUndefined());
