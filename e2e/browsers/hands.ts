import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import type { Tab } from './driver.ts';

/** Where what one looks for is, in the window: the visible one that says exactly this, else one that has it in what it says. */
const lookFor = (selector: string, words: string, isToBeHit: boolean) => {
  const said = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const seen = [...document.querySelectorAll(selector)].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
  const found =
    seen.find((element) => said(element) === words) ?? seen.find((element) => said(element).includes(words));
  if (!found) return false;
  const { left, top, width, height } = found.getBoundingClientRect();
  const x = Math.round(left + width / 2);
  const y = Math.round(top + height / 2);
  const hit = document.elementFromPoint(x, y);
  const isFree = hit !== null && (found.contains(hit) || hit.contains(found));
  if (isFree || !isToBeHit) return { x, y, left: Math.round(left) };
  found.scrollIntoView({ block: 'center' });
  return false;
};

const hasFocus = (label: string) => {
  const field = document.activeElement;
  return field instanceof HTMLInputElement && [...(field.labels ?? [])].some((one) => one.textContent.includes(label));
};

/** What somebody does with a pointer and keys, and sees. */
export const handsOn = <Hand extends Tab>(driver: Hand) => {
  const sees = (selector: string, words = '') =>
    eventually(`${selector} says “${words}”`, () => driver.ask(lookFor, selector, words, false));

  const press = (...keys: readonly string[]) =>
    driver.act({
      type: 'key',
      id: 'keys',
      actions: keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    });

  const clickAt = (x: number, y: number) =>
    driver.act({
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', x, y, duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });

  /** Clicks what doesn't move any more. */
  const click = async (selector: string, words = '', withinMs?: number) => {
    let last = '';
    const { x, y } = await eventually(
      `${selector} “${words}” can be clicked`,
      async () => {
        const place = await driver.ask(lookFor, selector, words, true);
        const now = JSON.stringify(place);
        const isStill = now === last;
        last = now;
        return isStill && place;
      },
      withinMs,
    );
    await clickAt(x, y);
  };

  const valueOf = (selector: string) =>
    driver.ask((at: string) => document.querySelector<HTMLInputElement>(at)?.value, selector);

  return {
    ...driver,
    sees,
    press,
    click,
    clickAt,
    valueOf,
    type: (text: string) => press(...text),
    /** Types into the field with this label, which is empty. */
    fill: async (label: string, text: string) => {
      await eventually(`“${label}” has the focus`, async () => {
        await click('label', label);
        return driver.ask(hasFocus, label);
      });
      await press(...text);
    },
    isAt: (path: string) =>
      eventually(`the address is ${path}`, async () => (await driver.ask(() => location.pathname)) === path),
  };
};

export type Hands<Hand extends Tab> = ReturnType<typeof handsOn<Hand>>;
