import { expect, test } from '@jest/globals';
import { startChecksum } from './checksums.ts';

// The check values that the algorithms' definitions give for the nine digits.
test.each([
  ['x-amz-checksum-crc32', 'cbf43926'],
  ['x-amz-checksum-crc32c', 'e3069283'],
  ['x-amz-checksum-crc64nvme', 'ae8b14860a799888'],
  ['x-amz-checksum-sha1', 'f7c3bc1d808e04732adf679965ccc34ca7ae3441'],
  ['x-amz-checksum-sha256', '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225'],
] as const)('%s of 123456789, in two chunks', (name, hex) => {
  const digest = startChecksum(name);
  digest.update(Buffer.from('1234'));
  digest.update(Buffer.from('56789'));
  expect(Buffer.from(digest.base64(), 'base64').toString('hex')).toBe(hex);
});
