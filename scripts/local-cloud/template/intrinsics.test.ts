import { describe, expect, test } from '@jest/globals';
import { resolve } from './intrinsics.ts';
import type { Names } from './intrinsics.ts';

const names: Names = {
  ref: async (name) => `ref-of-${name}`,
  attribute: async (id, attribute) => `${id}/${attribute}`,
  outputOf: (stack, output) => `${stack}:${output}`,
  finish: (text) => text.replace('{{secret}}', 's3cr3t'),
};

describe('intrinsic functions', () => {
  test.each([
    [{ 'Fn::Join': ['-', ['a', { Ref: 'B' }, 3]] }, 'a-ref-of-B-3'],
    [{ 'Fn::Join': ['', ['{{sec', 'ret}}']] }, 's3cr3t'],
    [
      { Ref: 'A', other: 1 },
      { Ref: 'A', other: 1 },
    ],
  ])('%j is %j', async (expression, value) => {
    expect(await resolve(expression, names)).toEqual(value);
  });

  test.each([
    [{ a: { 'Fn::Transform': {} } }, 'Fn::Transform'],
    [{ 'Fn::Select': [3, ['a']] }, 'no element 3'],
  ])('%j is refused', async (expression, message) => {
    await expect(resolve(expression, names)).rejects.toThrow(message);
  });
});
