import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import * as z from 'zod/mini';
import { toReturnItemLabel, returnItems } from '#shared/catalogue/returns.ts';
import { returnRecord } from '#shared/returns/return.ts';
import type { EarlierReturn } from '#shared/returns/return.ts';
import type { ReturnBooking } from '#shared/testing/return.ts';
import { buildReturn, buildReturnLine } from '#shared/testing/return.ts';
import { toDraftPath } from '#web/components/drafts/draft-kind.ts';
import { drafts } from '#web/components/drafts/drafts.ts';
import { BookReturnPage } from '#web/features/returns/book/book-return-page.tsx';
import { returnDrafts } from '#web/features/returns/book/return-drafts.ts';
import { apiError } from './auth.ts';
import { answerCalls, field, openPages, place, fillField, signInAs } from './page.tsx';

export { field, place };

export const today = '2026-11-21';

/** Sets the clock to the morning of `today` and signs in a user who may book returns. */
export const signInAtMorning = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T09:00:00Z`) });
  signInAs('nuk', { hasReturns: true });
};

const itemAt = (index: number) => {
  const catalogItem = returnItems[index];
  if (!catalogItem) throw new Error('The catalogue is too small.');
  return { ...catalogItem, label: toReturnItemLabel(catalogItem, 'en') };
};
export const item = itemAt(0);
export const otherItem = itemAt(1);

const stores = [
  { storeId: 'UK002', storeName: 'Princes Street' },
  { storeId: 'UK001', storeName: 'Oxford Street' },
];

const serialNumberQuery = z.object({ serialNumbers: z.array(z.string()), storeId: z.optional(z.string()) });

export const toReturnRecord = (body: Record<string, unknown> | undefined) => {
  const { id, storeRefNo, lines } = body as ReturnBooking;
  const createdAt = '2026-11-21T10:00:00.000Z';
  return returnRecord.parse(
    buildReturn({
      id,
      storeRefNo,
      lines,
      createdAt,
      timeline: [{ type: 'booked', at: createdAt, by: 'sam@nuk.example' }],
    }),
  );
};

type Answer = { readonly status?: number; readonly body: unknown };

type Answers = {
  readonly ownStore?: Answer;
  /** Response to a booking in place of success. */
  readonly booking?: () => Answer;
  readonly sentBefore?: readonly EarlierReturn[];
  readonly fallback?: (path: string) => Answer;
};

/** Answers the requests of the pages for returns. The result gives access to the requests sent since. */
export const answerReturns = ({ ownStore = { body: stores[1] }, booking, sentBefore = [], fallback }: Answers = {}) => {
  const requests = answerCalls(({ method, url, body }) => {
    const path = url.pathname.replace('/api', '');
    if (path === '/stores/nuk') return { body: { items: stores } };
    if (path === '/stores/nuk/own') return ownStore;
    if (path === '/returns/nuk/serial-numbers')
      return {
        body: {
          items: sentBefore.filter(({ serialNumber }) =>
            serialNumberQuery.parse(body).serialNumbers.includes(serialNumber),
          ),
        },
      };
    if (path === '/returns/nuk' && method === 'POST') return booking?.() ?? { status: 201, body: toReturnRecord(body) };
    return fallback?.(path) ?? apiError('NotFound', 404);
  });
  return {
    requests,
    bookings: () => requests.filter(({ method, url }) => method === 'POST' && url.pathname === '/api/returns/nuk'),
    /** Bodies of the requests that look up earlier returns of serial numbers. */
    serialNumberLookups: () =>
      requests
        .filter(({ url }) => url.pathname.endsWith('/serial-numbers'))
        .map(({ body }) => serialNumberQuery.parse(body)),
  };
};

const draftId = '3f0c7a52-6f0e-4a57-9a83-0c1f6a2d9a11';

/** Opens the booking page and continues a stored draft, if any. */
export const openReturn = async () => {
  const isDraftStored = Object.keys({ ...localStorage }).some((key) => key.includes(draftId));
  const page = await openPages(
    { bookReturn: <BookReturnPage />, submittedReturns: <p>The list</p> },
    toDraftPath(returnDrafts, place, isDraftStored ? draftId : undefined),
    place,
  );
  await waitFor(() => void field('storeRefNo'));
  return page;
};

const findInput = (name: string) => field(name).getByRole('textbox');
export const ean = () => findInput('entry.ean');
/** Purchase date of all lines. */
export const purchaseDate = () => findInput('dates');
export const serialNumber = () => findInput('entry.serialNumber');
export const reference = () => screen.getByLabelText('Store return reference number');
export const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Book return' }));

/** Returns the table's lines from top to bottom: number, EAN and serial number. */
export const rows = () =>
  [...document.querySelectorAll('[data-line]')].map((row) =>
    ['th', '.line-product small', '.line-serialNumber > div'].map((part) => row.querySelector(part)?.textContent),
  );

/** Enters a line as a barcode scanner does, with Enter after each value. Pastes the values, because the page renders on every key press. */
export const scanLine = async (user: UserEvent, serial: string, code = item.ean) => {
  await user.click(ean());
  for (const value of [code, serial]) {
    await user.paste(value);
    await user.keyboard('{Enter}');
  }
  await waitFor(() => expect(serialNumber()).toHaveValue(''));
};

/** Enters the purchase date of all lines. */
export const enterPurchaseDate = (user: UserEvent, date = '01/11/2026') =>
  fillField(user, purchaseDate(), `${date}{Enter}`);

/** Shows the collapsed fields of the next line. */
export const unfold = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: 'No EAN code? Another date?' }));

export const bookOneLine = async (user: UserEvent) => {
  await fillField(user, reference(), 'RET-1');
  await enterPurchaseDate(user);
  await scanLine(user, 'XKW1');
  await submit(user);
};

export const buildDraftLines = (count: number, change: (index: number) => Record<string, string> = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({
    key: index + 1,
    ...buildReturnLine({
      product: item.key,
      productDescription: item.label,
      purchaseDate: '2026-11-01',
      returnDate: today,
      serialNumber: `S${index + 1}`,
    }),
    ...change(index),
  }));

/** Stores a return draft with these lines, as from an earlier visit. */
export const storeDraft = (lines: readonly object[], header: Readonly<Record<string, unknown>> = {}) =>
  drafts
    .getDrafts({ region: 'nuk', email: 'sam@nuk.example', form: 'bookReturn' })
    .slot(draftId)
    .write({ id: draftId, storeRefNo: 'RET-1', files: [], lines, ...header });
