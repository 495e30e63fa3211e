import { eventually } from '#scripts/local-cloud/testing/eventually.ts';
import type { Tab } from './driver.ts';

/**
 * Returns the position of a visible element with this text, or else one that contains it. Scrolls to it and returns
 * false if another element covers it.
 */
const locate = (selector: string, text: string, mustBeClickable: boolean) => {
  const toText = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const visibleElements = [...document.querySelectorAll(selector)].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
  const match =
    visibleElements.find((element) => toText(element) === text) ??
    visibleElements.find((element) => toText(element).includes(text));
  if (!match) return false;
  const { left, top, width, height } = match.getBoundingClientRect();
  const x = Math.round(left + width / 2);
  const y = Math.round(top + height / 2);
  const hit = document.elementFromPoint(x, y);
  const isUncovered = hit !== null && (match.contains(hit) || hit.contains(match));
  if (isUncovered || !mustBeClickable) return { x, y, left: Math.round(left) };
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

/** Sets the value of the field with this label as the browser would, and returns whether there is one. */
const setFieldValue = (labelText: string, value: string) => {
  const field = [...document.querySelectorAll('input')].find(({ labels }) =>
    [...(labels ?? [])].some((label) => label.textContent.includes(labelText)),
  );
  if (!field) return false;
  // React overrides the property of the element itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
};

/** Interactions of a user with a browser tab. */
export const createInteractions = <TabType extends Tab>(driver: TabType) => {
  const waitForText = (selector: string, text = '') =>
    eventually(`${selector} shows “${text}”`, () => driver.evaluate(locate, selector, text, false));

  const press = (...keys: readonly string[]) =>
    driver.performActions({
      type: 'key',
      id: 'keys',
      actions: keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    });

  /** Types with the pauses of a person, because the page may take faster key presses for a scan. */
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
  const click = async (selector: string, text = '', withinMs?: number) => {
    let previousPositionText = '';
    const { x, y } = await eventually(
      `${selector} “${text}” can be clicked`,
      async () => {
        const position = await driver.evaluate(locate, selector, text, true);
        const positionText = JSON.stringify(position);
        const hasStoppedMoving = positionText === previousPositionText;
        previousPositionText = positionText;
        return hasStoppedMoving && position;
      },
      withinMs,
    );
    await clickAt(x, y);
  };

  const readValue = (selector: string) =>
    driver.evaluate((query: string) => document.querySelector<HTMLInputElement>(query)?.value, selector);

  return {
    ...driver,
    waitForText,
    press,
    click,
    clickAt,
    readValue,
    type,
    /** Types into the empty field with this label. */
    fill: async (label: string, text: string) => {
      await eventually(`“${label}” has the focus`, async () => {
        await click('label', label);
        return driver.evaluate(hasFocus, label);
      });
      await type(text);
    },
    /** Fills in the field with this label without keys, which the drivers do not send to a second tab reliably. */
    fillByScript: (label: string, text: string) =>
      eventually(`“${label}” has been filled in`, () => driver.evaluate(setFieldValue, label, text)),
    waitForPath: (path: string) =>
      eventually(`the path is ${path}`, async () => (await driver.evaluate(() => location.pathname)) === path),
  };
};

export type Interactions<TabType extends Tab> = ReturnType<typeof createInteractions<TabType>>;
