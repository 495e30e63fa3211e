import { expect, test } from 'vitest';
import { toOtpauthUri } from './qr-code.tsx';

test('encodes issuer and email in the key URI', () =>
  expect(toOtpauthUri({ issuer: 'Händlerportal DE', email: 'anna+x@ndach.example', secret: 'ABCDEFGH' })).toBe(
    'otpauth://totp/H%C3%A4ndlerportal%20DE:anna%2Bx%40ndach.example?secret=ABCDEFGH&issuer=H%C3%A4ndlerportal%20DE',
  ));
