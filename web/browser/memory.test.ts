import { describe, expect, test } from 'vitest';
import { browserMemory, memoryIn, ownName } from './memory.ts';

describe('what a browser remembers', () => {
  test('is there until it is forgotten', () => {
    browserMemory.set('list', 'wide');
    expect(browserMemory.get('list')).toBe('wide');
    browserMemory.remove('list');
    expect(browserMemory.get('list')).toBeUndefined();
  });

  test('is nothing where storage is refused', () => {
    const refusing = memoryIn(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    refusing.set('list', 'wide');
    refusing.remove('list');
    expect(refusing.get('list')).toBeUndefined();
  });
});

describe('a name of each user’s own', () => {
  const sam = { region: 'nuk', email: 'sam@nuk.example' } as const;

  test('differs by user and by region, and doesn’t hold the address', () => {
    const users = [sam, { ...sam, email: 'kim@nuk.example' }, { ...sam, region: 'nfr' as const }, { ...sam }];
    const [own, ...others] = users.map((user) => ownName('list', user));
    expect(new Set([own, ...others]).size).toBe(3);
    expect(others.at(-1)).toBe(own);
    expect(own).not.toContain('sam');
  });
});
