import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { paths } from '#shared/api/paths.ts';
import { findAccessories, bookableProducts } from '#shared/catalogue/repairs.ts';
import { BookRepairPage } from '#web/features/repairs/book/book-repair-page.tsx';
import { choose, field, openPages, place } from './page.tsx';

export { choose, field, place };

export const openBooking = () =>
  openPages({ bookRepair: <BookRepairPage />, submittedRepairs: <p>The list</p> }, paths.bookRepair(place));

export const productsWithAccessories = bookableProducts.filter(({ key }) => findAccessories(key).length > 0);
export const product = productsWithAccessories[0]?.labels.en ?? '';
export const accessory = findAccessories(productsWithAccessories[0]?.key ?? '')[0]?.labels.en ?? '';

export const serialNumber = () => screen.getByLabelText('Serial number');
export const reference = () => screen.getByLabelText('Store reference number');
export const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Book repair' }));

/** Fills in a complete booking with a serial number that fits the product. */
export const fillIn = async (user: UserEvent) => {
  await choose(user, 'product', product);
  await choose(user, 'issue', 'Screen defect');
  // Paste, because the page renders on every key press.
  for (const [input, text] of [
    [serialNumber(), 'xaw10075273452'],
    [field('purchaseDate').getByRole('textbox'), '15/01/2026'],
    [reference(), 'REF-1'],
  ] as const) {
    await user.click(input);
    await user.paste(text);
  }
  await user.click(screen.getByRole('checkbox', { name: /The customer is present/ }));
  await user.click(screen.getByRole('checkbox', { name: /accepts the terms of service/ }));
};
