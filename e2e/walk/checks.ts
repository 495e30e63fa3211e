import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { brand } from '#shared/brand.ts';

/** Nothing of the page moves any more: its fonts are there, and transitions are over. */
export const settle = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    // One without an end is not waited for.
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    );
  });

/** What axe holds against the page; with names of rules, by these alone. */
export const axeFindings = async (page: Page, rules: readonly string[] = []): Promise<string[]> => {
  const axe = new AxeBuilder({ page });
  if (rules.length > 0) axe.withRules([...rules]);
  // WCAG 2.2 has it, axe leaves it off.
  else axe.options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await axe.analyze();
  return violations
    .map(({ id, nodes }) => ({
      id,
      // What lies under a bar just now can be scrolled out.
      nodes: nodes.filter(({ failureSummary = '' }) => !failureSummary.includes('partially obscured')),
    }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' ')}`);
};

/** What sticks out sideways, by its three widest; nothing where the page fits the window. */
export const overflowFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isClipped = (element: Element) => {
      for (let around = element.parentElement; around; around = around.parentElement)
        if (getComputedStyle(around).overflowX !== 'visible' && around !== document.body) return true;
      return false;
    };
    const words = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${(element.textContent ?? '').trim().slice(0, 40)}`;
    const culprits = [...document.querySelectorAll('body *')]
      .map((element) => ({ element, right: element.getBoundingClientRect().right + scrollX }))
      .filter(({ element, right }) => right > clientWidth + 0.5 && !isClipped(element))
      .toSorted((one, other) => other.right - one.right)
      .slice(0, 3)
      .map(({ element, right }) => `${words(element)} (${Math.round(right)} px)`);
    return [`The page is ${scrollWidth - clientWidth} px wider than the window: ${culprits.join('; ')}`];
  });

/** Words that do not fit their own button, heading or label, or the portal's name its place in the bar, so that they are cut or hang out. */
export const cutFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, [role=tab], h1, h2, h3, label, legend, th, summary, .wordmark > span',
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.clientWidth > 8 &&
          element.scrollWidth > element.clientWidth + 1,
      )
      .map(
        (element) =>
          `Words do not fit <${element.tagName.toLowerCase()}>: ${(element.textContent ?? '').trim().slice(0, 60)} (${element.scrollWidth} in ${element.clientWidth} px)`,
      ),
  );

/** Filled buttons where there is more than one: a page has one primary action. A dialog on top of it has its own. */
export const primaryFindings = (page: Page): Promise<string[]> =>
  page.evaluate((fills) => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colours = fills.map((fill) => {
      probe.style.backgroundColor = fill;
      return getComputedStyle(probe).backgroundColor;
    });
    probe.remove();
    const filled = [...document.querySelectorAll<HTMLElement>('button, a, [role=button]')].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('dialog, [role=dialog]') &&
        colours.includes(getComputedStyle(element).backgroundColor),
    );
    if (filled.length < 2) return [];
    return [`${filled.length} primary actions: ${filled.map((each) => (each.textContent ?? '').trim()).join('; ')}`];
  }, Object.values(brand));
