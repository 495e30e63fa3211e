import type { Page } from '@playwright/test';

/** Result of pressing Tab: the index of the focused tab stop or the end of the document, and its problems. */
type Step = { readonly position: number | 'end'; readonly isFrame: boolean; readonly findings: readonly string[] };

/** Runs in the page: finds the tab stops, and compares each one's appearance with and without focus. */
const createWalker = () => {
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')
    );
  };
  const findOpenDialog = () =>
    document.querySelector('dialog:modal') ??
    [...document.querySelectorAll('[role=dialog]')].findLast((dialog) =>
      dialog.checkVisibility({ visibilityProperty: true }),
    );
  /** Returns a key of the element's tab stop, because the radio buttons of a group share one. */
  const toStopKey = (element: Element) =>
    element instanceof HTMLInputElement && element.type === 'radio' ? `${element.form?.id} ${element.name}` : element;
  const describe = (element: Element) => {
    const label =
      element.getAttribute('aria-label') ??
      (element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? element.name) : element.textContent);
    return `<${element.tagName.toLowerCase()}> ${(label ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 50)}`;
  };

  /** Properties that may show the focus. */
  const styleProperties = (
    'outline-style outline-width outline-color box-shadow background-color color opacity ' +
    'border-top-color border-top-width border-bottom-color text-decoration-line clip-path top'
  ).split(' ');
  const computeAppearance = (element: Element) => {
    const relatedElements = [element.parentElement, element.parentElement?.parentElement].flatMap((ancestor) =>
      ancestor && ancestor !== document.body ? [ancestor, ...[...ancestor.children].slice(0, 8)] : [],
    );
    return (
      [element, ...element.children, ...relatedElements]
        // An invisible control, such as a styled checkbox, shows its focus on another element.
        .filter((visibleElement) => visibleElement.checkVisibility({ opacityProperty: true }))
        .flatMap((visibleElement) =>
          [null, '::before', '::after'].map((pseudo) => getComputedStyle(visibleElement, pseudo)),
        )
        .map((style) =>
          styleProperties
            // Ignores the color of an outline that isn't drawn, which changes as well.
            .filter((name) => !name.startsWith('outline-') || style.outlineStyle !== 'none')
            .map((name) => style.getPropertyValue(name))
            .join(' '),
        )
        .join('\n')
    );
  };

  /** Describes what covers the whole element or that it is outside the viewport; undefined if it is visible. */
  const findObstruction = (element: Element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    // Ignores controls that another element draws, such as file inputs.
    if (width < 4 || height < 4) return undefined;
    const x1 = Math.max(left, 0) + 1;
    const y1 = Math.max(top, 0) + 1;
    const x2 = Math.min(right, innerWidth) - 1;
    const y2 = Math.min(bottom, innerHeight) - 1;
    if (x2 < x1 || y2 < y1) return 'is outside the viewport';
    const hits = [
      [(x1 + x2) / 2, (y1 + y2) / 2],
      [x1, y1],
      [x2, y2],
      [x1, y2],
      [x2, y1],
    ].map(([x = 0, y = 0]) => document.elementFromPoint(x, y));
    const isPartOfElement = (hit: Element | null) =>
      hit !== null &&
      (element.contains(hit) || hit.contains(element) || (hit.closest('label')?.control ?? null) === element);
    const [first] = hits;
    return hits.some(isPartOfElement) ? undefined : `lies behind ${first ? describe(first) : 'something'}`;
  };

  const isFixed = (element: Element) => {
    for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(ancestor).position)) return true;
    return false;
  };
  const findArea = (element: Element) => element.closest('header, nav, main, footer, [role=dialog], dialog, table');

  /** Checks whether a tab stop is above the previous one, in the same column and part of the page. */
  const isBackwards = (previous: Element, current: Element) => {
    const previousBox = previous.getBoundingClientRect();
    const currentBox = current.getBoundingClientRect();
    const isAbove =
      currentBox.bottom < previousBox.top + 1 &&
      currentBox.left < previousBox.right &&
      previousBox.left < currentBox.right;
    return isAbove && findArea(previous) === findArea(current) && !isFixed(previous) && !isFixed(current);
  };

  const openDialog = findOpenDialog();
  const stops = [
    ...(openDialog ?? document.body).querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, iframe, [tabindex]',
    ),
  ].filter((element) => element.tabIndex >= 0 && !element.matches(':disabled, [type=hidden]') && isShown(element));
  const expectedElements = [...Map.groupBy(stops, toStopKey).values()].flatMap(([first]) => first ?? []);
  if (!openDialog) {
    // Resets the focus to the top of the page.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  }
  const visitedElements: Element[] = [];
  /** Appearance of each tab stop without the focus. */
  const unfocusedAppearances = new Map(
    expectedElements
      .filter((element) => element !== document.activeElement)
      .map((element): [Element, string] => [element, computeAppearance(element)]),
  );
  let lastElement: Element | undefined;

  const checkFocus = async (): Promise<Step> => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const findings: string[] = [];
    const element = document.activeElement;
    const previous = lastElement;
    lastElement = undefined;
    if (!element || element === document.body) return { position: 'end', isFrame: false, findings };
    const visitedIndex = visitedElements.indexOf(element);
    const isFrame = element.tagName === 'IFRAME';
    if (visitedIndex >= 0) return { position: visitedIndex, isFrame, findings };
    const position = visitedElements.push(element) - 1;
    if (isFrame) return { position, isFrame, findings };
    const obstruction = findObstruction(element);
    if (obstruction !== undefined) findings.push(`With the focus on it, ${describe(element)} ${obstruction}`);
    if (unfocusedAppearances.get(element) === computeAppearance(element))
      findings.push(`Nothing shows the focus on ${describe(element)}`);
    if (previous?.isConnected && isBackwards(previous, element))
      findings.push(`The focus goes up from ${describe(previous)} to ${describe(element)}`);
    lastElement = element;
    return { position, isFrame, findings };
  };

  const describeUnreachedStops = () => {
    const reachedStops = new Set(visitedElements.map(toStopKey));
    return expectedElements
      .filter((element) => element.isConnected && isShown(element) && !reachedStops.has(toStopKey(element)))
      .slice(0, 5)
      .map((element) => `Tab never reaches ${describe(element)}`);
  };
  /** `isModal` means that a dialog traps the focus. */
  return { isModal: openDialog !== undefined, checkFocus, describeUnreachedStops };
};

/** Maximum number of key presses on a page, in case the focus never returns to a known tab stop. */
const maxPresses = 600;

/**
 * Presses Tab through the whole page. Returns the tab stops that are not reached, not visible or out of order, and keyboard
 * traps.
 */
export const findKeyboardProblems = async (page: Page): Promise<string[]> => {
  const findings: string[] = [];
  const walker = await page.evaluateHandle(createWalker);
  const isModal = await walker.evaluate(({ isModal: isDialogOpen }) => isDialogOpen);
  let stopCount = 0;
  let endCount = 0;
  let previousStop: Step['position'] | undefined;
  for (let presses = 0; presses < maxPresses; presses += 1) {
    await page.keyboard.press('Tab');
    const step = await walker.evaluate(({ checkFocus }) => checkFocus());
    findings.push(...step.findings);
    if (step.position === 'end') {
      endCount += 1;
      // Between the end and the start of a dialog, the focus passes the browser's own buttons.
      if (!isModal || endCount > 1) break;
    } else if (step.position < stopCount) {
      // A frame has its own tab stops.
      if (!(step.isFrame && step.position === previousStop)) break;
    } else stopCount += 1;
    previousStop = step.position;
  }
  return [...findings, ...(await walker.evaluate(({ describeUnreachedStops }) => describeUnreachedStops()))];
};
