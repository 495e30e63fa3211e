import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import type { Tab } from './driver.ts';

/**
 * Returns the position of a visible element with this text, or else one that contains it. Scrolls to it and returns
 * false if another element covers it.
 */
const locate = (selector: string, text: string, mustBeClickable: boolean) => {
  const toText = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const visible = [...document.querySelectorAll(selector)].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
  const match =
    visible.find((element) => toText(element) === text) ?? visible.find((element) => toText(element).includes(text));
  if (!match) return false;
  const { left, top, width, height } = match.getBoundingClientRect();
  const x = Math.round(left + width / 2);
  const y = Math.round(top + height / 2);
  const hit = document.elementFromPoint(x, y);
  const isFree = hit !== null && (match.contains(hit) || hit.contains(match));
  if (isFree || !mustBeClickable) return { x, y, left: Math.round(left) };
  match.scrollIntoView({ block: 'center' });
  return false;
};

const hasFocus = (labelText: string) => {
  const field = document.activeElement;
  return (
    field instanceof HTMLInputElement &&
    [...(field.labels ?? [])].some((label) => label.textContent.includes(labelText))
  );
};

/** Interactions of a user with a browser tab. */
export const createInteractions = <Hand extends Tab>(driver: Hand) => {
  const sees = (selector: string, words = '') =>
    eventually(`${selector} says “${words}”`, () => driver.evaluate(locate, selector, words, false));

  const press = (...keys: readonly string[]) =>
    driver.performActions({
      type: 'key',
      id: 'keys',
      actions: keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    });

  /** Types with a person's pauses: characters without them may be taken for a scan, or not, by the machine's speed. */
  const type = (text: string) =>
    driver.performActions({
      type: 'key',
      id: 'keys',
      actions: [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
        { type: 'pause', duration: 40 },
      ]),
    });

  const clickAt = (x: number, y: number) =>
    driver.performActions({
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', x, y, duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });

  /** Clicks an element once it has stopped moving. */
  const click = async (selector: string, words = '', withinMs?: number) => {
    let previousPosition = '';
    const { x, y } = await eventually(
      `${selector} “${words}” can be clicked`,
      async () => {
        const place = await driver.evaluate(locate, selector, words, true);
        const position = JSON.stringify(place);
        const isStill = position === previousPosition;
        previousPosition = position;
        return isStill && place;
      },
      withinMs,
    );
    await clickAt(x, y);
  };

  const valueOf = (selector: string) =>
    driver.evaluate((query: string) => document.querySelector<HTMLInputElement>(query)?.value, selector);

  return {
    ...driver,
    sees,
    press,
    click,
    clickAt,
    valueOf,
    type,
    /** Types into the empty field with this label. */
    fill: async (label: string, text: string) => {
      await eventually(`“${label}” has the focus`, async () => {
        await click('label', label);
        return driver.evaluate(hasFocus, label);
      });
      await type(text);
    },
    isAt: (path: string) =>
      eventually(`the path is ${path}`, async () => (await driver.evaluate(() => location.pathname)) === path),
  };
};

export type Interactions<Hand extends Tab> = ReturnType<typeof createInteractions<Hand>>;
