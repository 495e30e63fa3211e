import type { Page } from '@playwright/test';

/** Pause between typing and scanning, in milliseconds. */
const pickUpMs = 350;

/** Time between two keys of a scanner, in seconds. */
const intervalSeconds = 0.005;

const toKeyCode = (character: string) => {
  if (/\d/.test(character)) return `Digit${character}`;
  return /[a-z]/i.test(character) ? `Key${character.toUpperCase()}` : '';
};

const toCharacterKey = (character: string) => ({ key: character, text: character, code: toKeyCode(character) });

const enter = { key: 'Enter', text: '\r', code: 'Enter', windowsVirtualKeyCode: 13 };

/** Opens a scanner, which types each code and Enter at a fixed speed, even if the page is slower. */
export const openScanner = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const send = async (code: string) => {
    const keys = [...[...code].map(toCharacterKey), enter];
    const start = Date.now() / 1000 - keys.length * intervalSeconds;
    await Promise.all(
      keys.flatMap((key, index) =>
        (['keyDown', 'keyUp'] as const).map((type) =>
          session.send('Input.dispatchKeyEvent', {
            ...key,
            type,
            timestamp: start + index * intervalSeconds,
          }),
        ),
      ),
    );
  };
  /** Scans codes one after the other. */
  const scan = async (...codes: readonly string[]) => {
    // The page does not treat characters right after typing as a scan, so the scanner pauses first, as for a person picking it up.
    await page.waitForTimeout(pickUpMs);
    for (const code of codes) {
      // Waits as long as the scanner needs for the code, and for a short gap after the previous code.
      await page.waitForTimeout(code.length * intervalSeconds * 1000 + 50);
      await send(code);
    }
  };
  return { scan };
};
