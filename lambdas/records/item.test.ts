import { expect, test } from '@jest/globals';
import { bookedRow } from '#lambdas/testing/repair-row.ts';
import { bookedReturn, storedLines } from '#lambdas/testing/return-row.ts';
import { fieldsOf, itemOf } from './item.ts';
import { newRepairRow, repairKind } from './repair.ts';
import { newReturnRow, returnKind } from './return.ts';

const repair = bookedRow();
const returned = bookedReturn();

test('what lists show of a record stands in one map, and nothing else, beside what others ask for by name', () => {
  const item = itemOf('repairs', repair);
  expect(item['listed']).not.toHaveProperty('purchaseDate');
  expect(item).toMatchObject({
    store: 'nuk#UK001',
    reference: 'ref-1',
    region: 'nuk',
    id: repair.id,
    storeRefNo: 'REF-1',
    createdAt: repair.createdAt,
    stateAt: repair.stateAt,
    version: 1,
    listed: { rma: null, state: 'submitted', storeId: 'UK001', storeName: 'Oxford Street', product: 'switch-2' },
  });
  // What the provider may read of a return (docs/back-office.md).
  expect(itemOf('returns', returned)).toMatchObject({ id: returned.id, storeRefNo: 'Ret 1', lines: returned.lines });
});

test('a list names the three products that a return has most of, and counts all', () => {
  const lines = ['d', 'a', 'b', 'c', 'b', 'a', 'a'].flatMap((product) => storedLines(1, { product }));
  expect(itemOf('returns', bookedReturn({ lines }))).toMatchObject({
    listed: { products: ['a', 'b', 'd'], kindsOfProducts: 4, numberOfProducts: 7 },
  });
});

test('a row takes nothing over that it does not have, and no key that somebody made up', () => {
  const madeUp = { store: 'nfr#FR-1', reference: 'other', rma: 'MINE', state: 'registered', groups: ['admin'] };
  const others = { customerPresence: true, numberOfProducts: 0 };
  expect(newRepairRow({ ...repair, ...madeUp, ...others })).toStrictEqual(repair);
  expect(newReturnRow({ ...returned, ...madeUp, ...others })).toStrictEqual(returned);
});

test('a record is read as it was written', () => {
  expect(repairKind.parse(itemOf('repairs', repair))).toEqual(repair);
  expect(returnKind.parse(itemOf('returns', returned))).toEqual(returned);
});

test('a record that was written when a column was none yet, or was one still, is read all the same', () => {
  const { listed, ...others } = itemOf('repairs', repair);
  const { product, ...fewer } = listed as Record<string, unknown>;
  expect(repairKind.parse({ ...others, product, listed: fewer })).toEqual(repair);
  const { purchaseDate, ...rest } = others;
  expect(repairKind.parse({ ...rest, listed: { ...fewer, product, purchaseDate } })).toEqual(repair);
});

test('what is no item is left to the schema', () => expect(fieldsOf(undefined)).toBeUndefined());
