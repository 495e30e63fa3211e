import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Portal } from '#scripts/demo/portal.ts';
import { openBrowser } from '#scripts/testing/browser.ts';
import { routes } from '#shared/api/routes/table.ts';
import { buildRepairBooking } from '#shared/testing/repair.ts';

const region = 'nuk';
const { bookRepair, listRepairs } = routes.repairs;

/** Simulated store that books one repair after the other during the drill, independently of the operators' work. */
export type Till = {
  /** Ids of the bookings that the portal has accepted. */
  readonly bookedIds: readonly string[];
  /** Waits for further accepted bookings. */
  readonly waitForBookings: (count: number) => Promise<void>;
  /** Waits until the portal rejects a booking because of maintenance. */
  readonly waitForRejection: () => Promise<void>;
  /** Returns whether the store can read its list. */
  readonly canRead: () => Promise<boolean>;
  /** Stops booking. Throws if a booking failed for any other reason. */
  readonly close: () => Promise<void>;
};

export const openTill = async (portal: Portal): Promise<Till> => {
  const browser = openBrowser(portal, { triesWhenBusy: 20 });
  const { status: signInStatus } = await browser.login(region, `repairs@${region}.example`);
  if (signInStatus !== 200) throw new Error(`The store could not sign in: ${signInStatus}`);

  const bookedIds: string[] = [];
  let rejectionCount = 0;
  const abortController = new AbortController();
  let failure: unknown;

  const bookOne = async () => {
    const id = randomUUID();
    const body = buildRepairBooking({ id, storeRefNo: `DRILL-${id.slice(0, 13)}` });
    const { status, code } = await browser.send(bookRepair, region, { body });
    if (status === 201) bookedIds.push(id);
    else if (code === 'Maintenance') rejectionCount += 1;
    else throw new Error(`A booking failed: ${status} ${code}`);
  };
  const bookingLoop = (async () => {
    try {
      while (!abortController.signal.aborted) {
        await bookOne();
        await wait(100);
      }
    } catch (error) {
      failure = error;
    }
  })();

  const waitUntil = async (isReached: () => boolean) => {
    while (!isReached()) {
      if (failure) throw failure;
      await wait(50);
    }
  };

  return {
    bookedIds,
    waitForBookings: (count) => {
      const targetCount = bookedIds.length + count;
      return waitUntil(() => bookedIds.length >= targetCount);
    },
    waitForRejection: () => {
      const targetCount = rejectionCount + 1;
      return waitUntil(() => rejectionCount >= targetCount);
    },
    canRead: async () => (await browser.send(listRepairs, region)).status === 200,
    close: async () => {
      abortController.abort();
      await bookingLoop;
      if (failure) throw failure;
    },
  };
};
