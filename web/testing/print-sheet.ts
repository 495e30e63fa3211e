import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { openPages, place } from './page.tsx';

const print = vi.fn();

export const getPrintSheets = () => [...document.querySelectorAll<HTMLElement>('body > .print-sheet')];

/** Presses a print button and waits for the sheet. */
export const pressPrint = async (user: Awaited<ReturnType<typeof openPages>>['user'], button: HTMLElement) => {
  const callsBefore = print.mock.calls.length;
  await user.click(button);
  await waitFor(() => expect(print).toHaveBeenCalledTimes(callsBefore + 1));
  const [sheet, ...extraSheets] = getPrintSheets();
  if (!sheet || extraSheets.length > 0) throw new Error(`${getPrintSheets().length} sheets`);
  return sheet;
};

/** Renders an element, presses its first button, which prints, and returns the sheet. */
export const renderAndPrint = async (element: ReactNode) => {
  vi.stubGlobal('print', print);
  const { user } = await openPages({ home: element }, paths.home(place));
  return { user, sheet: await pressPrint(user, screen.getAllByRole('button')[0] as HTMLElement) };
};

export const readFacts = (sheet: HTMLElement) =>
  Object.fromEntries(
    [...sheet.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

/** Returns each barcode on a sheet as a string of modules, with 1 for bars. */
export const readBarcodeModules = (sheet: HTMLElement) =>
  [...sheet.querySelectorAll('.print-code')].map((code) => {
    const modules = Array.from({ length: Number(code.getAttribute('viewBox')?.split(' ')[2]) }, () => '0');
    for (const bar of code.querySelectorAll('rect')) {
      const start = Number(bar.getAttribute('x'));
      modules.fill('1', start, start + Number(bar.getAttribute('width')));
    }
    return modules.join('');
  });
