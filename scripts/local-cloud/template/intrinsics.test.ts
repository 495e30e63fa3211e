import { describe, expect, test } from '@jest/globals';
import { noValue, resolve } from './intrinsics.ts';
import type { Names } from './intrinsics.ts';

const names: Names = {
  ref: async (name) => (name === 'AWS::NoValue' ? noValue : `ref-of-${name}`),
  attribute: async (id, attribute) => `${id}/${attribute}`,
  outputOf: (stack, output) => `${stack}:${output}`,
  finish: (text) => text.replace('{{secret}}', 's3cr3t'),
};

describe('intrinsic functions', () => {
  test.each([
    [{ Ref: 'Table' }, 'ref-of-Table'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'Table/Arn'],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'B' }, 3]] }, 'a-ref-of-B-3'],
    [{ 'Fn::Sub': 'x-${A}-${B.Arn}-${!C}' }, 'x-ref-of-A-B/Arn-${C}'],
    [{ 'Fn::Sub': ['${A}/${B}', { A: { Ref: 'Other' } }] }, 'ref-of-Other/ref-of-B'],
    [{ 'Fn::Select': [2, { 'Fn::Split': ['/', 'https://api.example.com'] }] }, 'api.example.com'],
    [{ 'Fn::GetStackOutput': { StackName: 'edge', Region: 'us-east-1', OutputName: 'Acl' } }, 'edge:Acl'],
    [{ 'Fn::Join': ['', ['{{sec', 'ret}}']] }, 's3cr3t'],
  ])('%j is %j', async (expression, value) => {
    expect(await resolve(expression, names)).toEqual(value);
  });

  test('what is AWS::NoValue is left out', async () => {
    expect(await resolve({ a: { Ref: 'AWS::NoValue' }, b: ['x', { Ref: 'AWS::NoValue' }] }, names)).toEqual({
      b: ['x'],
    });
  });

  test('an object that only looks like one stays as it is', async () => {
    expect(await resolve({ Ref: 'A', other: 1 }, names)).toEqual({ Ref: 'A', other: 1 });
  });

  test('an unknown function is refused by name', async () => {
    await expect(resolve({ a: { 'Fn::Transform': {} } }, names)).rejects.toThrow('Fn::Transform');
  });

  test('a list index that is not there is refused', async () => {
    await expect(resolve({ 'Fn::Select': [3, ['a']] }, names)).rejects.toThrow('no element 3');
  });
});
