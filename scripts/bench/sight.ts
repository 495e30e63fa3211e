/** When the largest of what first shows was painted (milliseconds), and how much has moved by itself. */
export type Seen = { lcp: number; shift: number };

declare global {
  interface Window {
    seen: Seen;
  }
}

/** Runs in a page before anything of it does. */
export const watchSight = () => {
  const seen: Seen = { lcp: 0, shift: 0 };
  window.seen = seen;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcp = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const moved of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!moved.hadRecentInput) seen.shift += moved.value;
  }).observe({ type: 'layout-shift', buffered: true });
};
