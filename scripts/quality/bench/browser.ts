import type { Browser, CDPSession, Page } from '@playwright/test';
import { createSessionEntries } from './site.ts';

declare global {
  interface Window {
    /** Longest event duration per interaction, in milliseconds. */
    interactionDurations: Map<number, number>;
  }
}

/** Init script that records the browser's Event Timing entries of interactions (from 16 ms). */
export const recordInteractions = () => {
  const durations = new Map<number, number>();
  window.interactionDurations = durations;
  new PerformanceObserver((list) => {
    for (const { duration, interactionId = 0 } of list.getEntries() as (PerformanceEventTiming & {
      interactionId?: number;
    })[])
      if (interactionId > 0) durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
};

/** Waits until the browser has painted the last change and delivered its performance entries. */
export const settle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 400)));
      }),
  );

/** Returns the 98th percentile. */
export const p98 = (values: readonly number[]): number => {
  const sortedValues = values.toSorted((first, second) => first - second);
  return sortedValues[Math.max(0, Math.ceil(sortedValues.length * 0.98) - 1)] ?? 0;
};

/** Returns the duration of each interaction during `work`, from the input to the next paint, in milliseconds. */
export const measureInteractions = async (page: Page, work: () => Promise<void>): Promise<number[]> => {
  await settle(page);
  await page.evaluate(() => window.interactionDurations.clear());
  await work();
  await settle(page);
  return page.evaluate(() => [...window.interactionDurations.values()]);
};

/**
 * Runs a fixed workload that resembles a page's (sorting words, creating and laying out elements). Returns the median
 * of seven runs in milliseconds.
 */
export const measureConstantWork = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const times = Array.from({ length: 7 }, () => {
      const startedAt = performance.now();
      const words = Array.from({ length: 12_000 }, (_, index) => ((index * 7919) % 12_007).toString(36));
      words.sort((first, second) => (first < second ? -1 : 1));
      const box = document.createElement('div');
      box.style.cssText = 'position: absolute; inset: 0 auto auto -2000px; inline-size: 600px';
      for (const word of words.slice(0, 600)) {
        const cell = document.createElement('span');
        cell.style.display = 'inline-block';
        cell.textContent = word;
        box.append(cell);
      }
      document.body.append(box);
      void box.offsetHeight;
      box.remove();
      return performance.now() - startedAt;
    });
    return times.toSorted((first, second) => first - second)[3] ?? NaN;
  });

/** Returns the page's main-thread CPU time during `work` in milliseconds, independent of the machine's other load. */
export const measureProcessorTime = async (session: CDPSession, work: () => Promise<void>): Promise<number> => {
  const readTaskSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  };
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const secondsBefore = await readTaskSeconds();
  await work();
  const secondsAfter = await readTaskSeconds();
  await session.send('Performance.disable');
  return (secondsAfter - secondsBefore) * 1000;
};

/** Slows the page's processor down by a factor; 1 ends the throttling. */
export const throttleProcessor = (session: CDPSession, factor = 4) =>
  session.send('Emulation.setCPUThrottlingRate', { rate: factor });

/** Emulates a slow connection: 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms round trip. */
export const throttleNetwork = async (session: CDPSession) => {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
};

/**
 * Runs `work` in a page of a fresh browser context. Disables idle callbacks, in which the portal prefetches linked pages.
 */
export const runWithPage = async <Result>(
  browser: Browser,
  isSignedIn: boolean,
  work: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> => {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    // The certificate of HTTP/2 is not signed.
    ignoreHTTPSErrors: true,
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(
      (entries) => {
        window.requestIdleCallback = () => 0;
        for (const [name, value] of entries) localStorage.setItem(name, value);
      },
      isSignedIn ? createSessionEntries() : [],
    );
    return await work(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
};
