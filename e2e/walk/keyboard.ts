import type { Page } from '@playwright/test';

/** What one press of Tab has come to: the number of a stop, or the end of the document; and what is wrong there. */
type Step = { readonly at: number | 'end'; readonly isFrame: boolean; readonly findings: readonly string[] };

/** Looked at within the page: which stops there are, and how each looks with and without the focus. */
const makeWalker = () => {
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')
    );
  };
  const modal = () =>
    document.querySelector('dialog:modal') ??
    [...document.querySelectorAll('[role=dialog]')].findLast((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );
  /** Of radio buttons that belong together one is a stop. */
  const stopOf = (element: Element) =>
    element instanceof HTMLInputElement && element.type === 'radio' ? `${element.form?.id} ${element.name}` : element;
  const words = (element: Element) => {
    const label =
      element.getAttribute('aria-label') ??
      (element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? element.name) : element.textContent);
    return `<${element.tagName.toLowerCase()}> ${(label ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 50)}`;
  };

  const styles = (
    'outline-style outline-width outline-color box-shadow background-color color opacity ' +
    'border-top-color border-top-width border-bottom-color text-decoration-line clip-path top'
  ).split(' ');
  const looksOf = (element: Element) => {
    const family = [element.parentElement, element.parentElement?.parentElement].flatMap((around) =>
      around && around !== document.body ? [around, ...[...around.children].slice(0, 8)] : [],
    );
    return (
      [element, ...element.children, ...family]
        // A control under its own picture shows nothing itself.
        .filter((one) => one.checkVisibility({ opacityProperty: true }))
        .flatMap((one) => [null, '::before', '::after'].map((pseudo) => getComputedStyle(one, pseudo)))
        .map((style) =>
          styles
            // The colour of an outline that isn't drawn changes, too.
            .filter((name) => !name.startsWith('outline-') || style.outlineStyle !== 'none')
            .map((name) => style.getPropertyValue(name))
            .join(' '),
        )
        .join('\n')
    );
  };

  /** Whether something else lies over all of it, or it is out of sight. */
  const hiddenBy = (element: Element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    // Drawn by something else, as a file's button is.
    if (width < 4 || height < 4) return undefined;
    const [x1, y1] = [Math.max(left, 0) + 1, Math.max(top, 0) + 1];
    const [x2, y2] = [Math.min(right, innerWidth) - 1, Math.min(bottom, innerHeight) - 1];
    if (x2 < x1 || y2 < y1) return 'is outside of what is seen';
    const hits = [
      [(x1 + x2) / 2, (y1 + y2) / 2],
      [x1, y1],
      [x2, y2],
      [x1, y2],
      [x2, y1],
    ].map(([x = 0, y = 0]) => document.elementFromPoint(x, y));
    const isOwn = (hit: Element | null) =>
      hit !== null &&
      (element.contains(hit) || hit.contains(element) || (hit.closest('label')?.control ?? null) === element);
    const [first] = hits;
    return hits.some(isOwn) ? undefined : `lies behind ${first ? words(first) : 'something'}`;
  };

  const isFixed = (element: Element) => {
    for (let around: Element | null = element; around; around = around.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(around).position)) return true;
    return false;
  };
  const areaOf = (element: Element) => element.closest('header, nav, main, footer, [role=dialog], dialog, table');

  /** Whether one stop stands above the one before it, in the same column of the same part of the page. */
  const goesUp = (before: Element, after: Element) => {
    const [one, other] = [before.getBoundingClientRect(), after.getBoundingClientRect()];
    const isAbove = other.bottom < one.top + 1 && other.left < one.right && one.left < other.right;
    return isAbove && areaOf(before) === areaOf(after) && !isFixed(before) && !isFixed(after);
  };

  const within = modal();
  const stops = [
    ...(within ?? document.body).querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, iframe, [tabindex]',
    ),
  ].filter((element) => element.tabIndex >= 0 && !element.matches(':disabled, [type=hidden]') && isShown(element));
  const expected = [...Map.groupBy(stops, stopOf).values()].flatMap(([first]) => first ?? []);
  if (!within) {
    // From the top, wherever the focus was.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  }
  const seen: Element[] = [];
  /** How each stop looks while the focus is elsewhere. */
  const unfocused = new Map(
    expected
      .filter((element) => element !== document.activeElement)
      .map((element): [Element, string] => [element, looksOf(element)]),
  );
  let last: Element | undefined;

  const arrive = async (): Promise<Step> => {
    await new Promise((done) => requestAnimationFrame(done));
    const findings: string[] = [];
    const element = document.activeElement;
    const before = last;
    last = undefined;
    if (!element || element === document.body) return { at: 'end', isFrame: false, findings };
    const known = seen.indexOf(element);
    const isFrame = element.tagName === 'IFRAME';
    if (known >= 0) return { at: known, isFrame, findings };
    const at = seen.push(element) - 1;
    if (isFrame) return { at, isFrame, findings };
    const hidden = hiddenBy(element);
    if (hidden !== undefined) findings.push(`With the focus on it, ${words(element)} ${hidden}`);
    if (unfocused.get(element) === looksOf(element)) findings.push(`Nothing shows the focus on ${words(element)}`);
    if (before?.isConnected && goesUp(before, element))
      findings.push(`The focus goes up from ${words(before)} to ${words(element)}`);
    last = element;
    return { at, isFrame, findings };
  };

  const finish = () => {
    const reached = new Set(seen.map(stopOf));
    return expected
      .filter((element) => element.isConnected && isShown(element) && !reached.has(stopOf(element)))
      .slice(0, 5)
      .map((element) => `Tab never reaches ${words(element)}`);
  };
  /** `isModal`: a dialog keeps the focus. */
  return { isModal: within !== undefined, arrive, finish };
};

const mostStops = 600;

/** Goes through a page by Tab alone: every stop is reached and seen, in the order of reading, and there is a way out. */
export const keyboardFindings = async (page: Page): Promise<string[]> => {
  const findings: string[] = [];
  const walker = await page.evaluateHandle(makeWalker);
  const isModal = await walker.evaluate((it) => it.isModal);
  let stops = 0;
  let ends = 0;
  let before: Step['at'] | undefined;
  for (let presses = 0; presses < mostStops; presses += 1) {
    await page.keyboard.press('Tab');
    const step = await walker.evaluate((it) => it.arrive());
    findings.push(...step.findings);
    if (step.at === 'end') {
      ends += 1;
      // A browser's own buttons stand between the end of a dialog and its beginning.
      if (!isModal || ends > 1) break;
    } else if (step.at < stops) {
      // A frame has stops of its own.
      if (!(step.isFrame && step.at === before)) break;
    } else stops += 1;
    before = step.at;
  }
  return [...findings, ...(await walker.evaluate((it) => it.finish()))];
};
