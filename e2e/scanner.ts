import type { Page } from '@playwright/test';

/** Time from typing to scanning. */
const pickUpMs = 350;

/** Time between two keys of a scanner, in seconds. */
const intervalSeconds = 0.005;

const toKeyCode = (character: string) => {
  if (/\d/.test(character)) return `Digit${character}`;
  return /[a-z]/i.test(character) ? `Key${character.toUpperCase()}` : '';
};

const toCharacterKey = (character: string) => ({ key: character, text: character, code: toKeyCode(character) });

const enter = { key: 'Enter', text: '\r', code: 'Enter', windowsVirtualKeyCode: 13 };

/** Opens a scanner, which types each code and Enter at its own pace, whether the page keeps up or not. */
export const openScanner = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const send = async (code: string) => {
    const keys = [...[...code].map(toCharacterKey), enter];
    const start = Date.now() / 1000 - keys.length * intervalSeconds;
    await Promise.all(
      keys.flatMap((key, place) =>
        (['keyDown', 'keyUp'] as const).map((type) =>
          session.send('Input.dispatchKeyEvent', {
            ...key,
            type,
            timestamp: start + place * intervalSeconds,
          }),
        ),
      ),
    );
  };
  /** Scans codes one after the other. */
  const scan = async (...codes: readonly string[]) => {
    // A person who has typed takes up the scanner first; what follows typing at once is no scan.
    await page.waitForTimeout(pickUpMs);
    for (const code of codes) {
      // The time that a scanner needs for it, and a moment after the one before.
      await page.waitForTimeout(code.length * intervalSeconds * 1000 + 50);
      await send(code);
    }
  };
  return { scan };
};
