import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { answerCalls, openPages, place, signInAs, readTexts } from '#web/testing/page.tsx';
import type { Scan } from './classify-scan.ts';
import { useScans } from './use-scans.ts';
import type { ScanOutcome, Scans } from './use-scans.ts';

const toScan = (text: string): Scan => ({ kind: 'text', text });
const toTakenOutcome = ({ text }: Scan): ScanOutcome => ({ status: 'taken', text: `Took ${text}` });

let placeScan: (scan: Scan) => ScanOutcome | Promise<ScanOutcome>;
let read: Scans['read'];

const Page = () => {
  const scans = useScans({ isTaken: () => true, describe: () => undefined, place: (scan) => placeScan(scan) });
  useEffect(() => {
    ({ read } = scans);
  });
  return <p>{scans.outcome?.text}</p>;
};

const open = async () => {
  answerCalls(() => ({ body: {} }));
  await openPages({ bookRepair: <Page /> }, paths.bookRepair(place));
};

beforeEach(() => signInAs('nuk'));

test('places a scan only once the previous one has been placed', async () => {
  const order: string[] = [];
  const firstPlacement = Promise.withResolvers<void>();
  placeScan = (scan) => {
    order.push(scan.text);
    return scan.text === 'A1' ? firstPlacement.promise.then(() => toTakenOutcome(scan)) : toTakenOutcome(scan);
  };
  await open();
  const outcomes = act(() => Promise.all(['A1', 'B2', 'C3'].map((text) => read(toScan(text), undefined))));
  expect(order).toEqual(['A1']);
  firstPlacement.resolve();
  expect((await outcomes).map(({ text }) => text)).toEqual(['Took A1', 'Took B2', 'Took C3']);
  expect(order).toEqual(['A1', 'B2', 'C3']);
});

test('refuses a scan whose placing fails, and places the next one', async () => {
  placeScan = (scan) => (scan.text === 'A1' ? Promise.reject(new Error('Offline')) : toTakenOutcome(scan));
  await open();
  const [refusedOutcome, placedOutcome] = await act(() =>
    Promise.all(['A1', 'B2'].map((text) => read(toScan(text), undefined))),
  );
  expect(refusedOutcome?.status).toBe('refused');
  expect(placedOutcome?.text).toBe('Took B2');
  expect(readTexts(screen.getAllByText('Took B2'))).not.toEqual([]);
});
