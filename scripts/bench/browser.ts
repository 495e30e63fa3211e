import type { Browser, CDPSession, Page } from '@playwright/test';
import { sessionMarks } from './site.ts';

declare global {
  interface Window {
    /** By interaction, in milliseconds. */
    recorded: Map<number, number>;
  }
}

/** Runs in a page before anything of it does: keeps what the browser itself says of interactions (Event Timing, from 16 ms on). */
export const record = () => {
  const recorded = new Map<number, number>();
  window.recorded = recorded;
  new PerformanceObserver((list) => {
    for (const { duration, interactionId = 0 } of list.getEntries() as (PerformanceEventTiming & {
      interactionId?: number;
    })[])
      if (interactionId > 0) recorded.set(interactionId, Math.max(duration, recorded.get(interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
};

/** Until the browser has painted what was done last, and told of it. */
export const settle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 400)));
      }),
  );

/** The value below which 98 of a hundred lie. */
export const p98 = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.98) - 1)] ?? 0;
};

/** How long each interaction of some work took, from the press to the next paint, in milliseconds. */
export const interactionsOf = async (page: Page, work: () => Promise<void>): Promise<number[]> => {
  await settle(page);
  await page.evaluate(() => window.recorded.clear());
  await work();
  await settle(page);
  return page.evaluate(() => [...window.recorded.values()]);
};

/** A piece of work that is always the same, made of what a page does: words sorted, elements made and laid out. Milliseconds of the middle one of several. */
export const constantWork = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const times = Array.from({ length: 7 }, () => {
      const begin = performance.now();
      const words = Array.from({ length: 12_000 }, (_, index) => ((index * 7919) % 12_007).toString(36));
      words.sort((one, other) => (one < other ? -1 : 1));
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
      return performance.now() - begin;
    });
    return times.toSorted((one, other) => one - other)[3] ?? NaN;
  });

/** Milliseconds of processor time that the page's main thread takes for some work, whatever else the machine does. */
export const processorTime = async (session: CDPSession, work: () => Promise<void>): Promise<number> => {
  const taskSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  };
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await taskSeconds();
  await work();
  const after = await taskSeconds();
  await session.send('Performance.disable');
  return (after - before) * 1000;
};

export const slowProcessor = (session: CDPSession, rate = 4) =>
  session.send('Emulation.setCPUThrottlingRate', { rate });

/** A bad line: 1.6 Mbit a second down, 0.75 up, and 150 ms there and back for each request. */
export const slowLine = async (session: CDPSession) => {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
};

/** Works in a page of a browser that has never been here, in which `watch` runs before anything of it does; the pages behind its links, which are fetched when it is idle, are left out. */
export const withPage = async <T>(
  browser: Browser,
  { isSignedIn, watch }: { readonly isSignedIn: boolean; readonly watch: () => void },
  work: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> => {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(
      (marks) => {
        window.requestIdleCallback = () => 0;
        for (const [name, value] of marks) localStorage.setItem(name, value);
      },
      isSignedIn ? sessionMarks() : [],
    );
    await page.addInitScript(watch);
    return await work(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
};
