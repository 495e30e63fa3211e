import { describe, expect, test } from '@jest/globals';
import { isOwnKey, uploadKey } from './upload-key.ts';

const id = '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11';

describe('a key', () => {
  test('is its maker’s own', () => expect(isOwnKey(uploadKey('nuk', 'sub-1', id), 'nuk', 'sub-1')).toBe(true));

  test.each([
    ['of somebody else', `uploads/nuk/sub-2/${id}`],
    ['of another region', `uploads/ndach/sub-1/${id}`],
    ['of somebody whose name begins so', `uploads/nuk/sub-10/${id}`],
    ['that goes up and down again', `uploads/nuk/sub-1/../sub-2/${id}`],
    ['one folder further down', `uploads/nuk/sub-1/x/${id}`],
    ['with something behind it', `uploads/nuk/sub-1/${id}.csv`],
    ['with something before it', `x/uploads/nuk/sub-1/${id}`],
    ['of the folder itself', 'uploads/nuk/sub-1/'],
    ['in capitals', `uploads/nuk/sub-1/${id.toUpperCase()}`],
    ['of nothing', ''],
  ])('%s is not', (_, key) => expect(isOwnKey(key, 'nuk', 'sub-1')).toBe(false));
});
