import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { brand } from '#shared/config/brand.ts';

/** Waits until the page is stable: fonts and the texts of the scan bar are loaded, and transitions have ended. */
export const settle = async (page: Page) => {
  await page.locator('.scan-mark p:empty').waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    // Ignores endless animations.
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    );
  });
};

/** Returns axe's violations, optionally of some rules only. */
export const findAxeViolations = async (page: Page, rules: readonly string[] = []): Promise<string[]> => {
  const axe = new AxeBuilder({ page });
  if (rules.length > 0) axe.withRules([...rules]);
  // WCAG 2.2 requires it, but axe disables it by default.
  else axe.options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await axe.analyze();
  return violations
    .map(({ id, nodes }) => ({
      id,
      // Ignores elements partially obscured by a bar, since they can be scrolled into view.
      nodes: nodes.filter(({ failureSummary = '' }) => !failureSummary.includes('partially obscured')),
    }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' ')}`);
};

/** Returns the horizontal overflow with its three widest elements, or nothing if the page fits the window. */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isClipped = (element: Element) => {
      for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement)
        if (getComputedStyle(ancestor).overflowX !== 'visible' && ancestor !== document.body) return true;
      return false;
    };
    const describe = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${(element.textContent ?? '').trim().slice(0, 40)}`;
    const widestElements = [...document.querySelectorAll('body *')]
      .map((element) => ({ element, right: element.getBoundingClientRect().right + scrollX }))
      .filter(({ element, right }) => right > clientWidth + 0.5 && !isClipped(element))
      .toSorted((first, second) => second.right - first.right)
      .slice(0, 3)
      .map(({ element, right }) => `${describe(element)} (${Math.round(right)} px)`);
    return [`The page is ${scrollWidth - clientWidth} px wider than the window: ${widestElements.join('; ')}`];
  });

/** Returns buttons, headings, labels and similar elements whose text is truncated or overflows. */
export const findCutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        [
          'button, [role=tab], h1, h2, h3, label, legend, th, summary, .wordmark > span, .report-table .data-table-prose',
          // On phones, the second line of a row in a list.
          ...(matchMedia('(max-width: 687px)').matches
            ? ['.data-table [data-phone=line]', '.data-table [data-phone=line] .data-table-prose']
            : []),
        ].join(),
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

/**
 * Returns the filled buttons if there is more than one, since a page has one primary action. Ignores dialogs, which have
 * primary actions of their own, and the logo, which lies on the brand's color on pages before signing in.
 */
export const findExtraPrimaryActions = (page: Page): Promise<string[]> =>
  page.evaluate((fills) => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colors = fills.map((fill) => {
      probe.style.backgroundColor = fill;
      return getComputedStyle(probe).backgroundColor;
    });
    probe.remove();
    const filledControls = [...document.querySelectorAll<HTMLElement>('button, a, [role=button]')].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('dialog, [role=dialog], .wordmark') &&
        colors.includes(getComputedStyle(element).backgroundColor),
    );
    if (filledControls.length < 2) return [];
    return [
      `${filledControls.length} primary actions: ${filledControls.map((control) => (control.textContent ?? '').trim()).join('; ')}`,
    ];
  }, Object.values(brand));
