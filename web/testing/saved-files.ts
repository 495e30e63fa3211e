import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { parse } from 'csv-parse/sync';
import { expect, vi } from 'vitest';
import { unescapeCsvCell } from './unescape-csv-cell.ts';

/** Collects the files that the page saves as downloads from now on. */
export const captureDownloads = () => {
  const savedFiles: { readonly file: Blob; readonly name: string }[] = [];
  let file = new Blob();
  URL.createObjectURL = (object) => {
    if (object instanceof Blob) file = object;
    return 'blob:file';
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    expect(this.href).toBe('blob:file');
    savedFiles.push({ file, name: this.download });
  });
  return savedFiles;
};

/** Saves CSV from a menu and returns the file name and the lines, without the apostrophes that prevent formulas. */
export const exportCsv = async (user: UserEvent, name: string) => {
  const savedFiles = captureDownloads();
  await user.click(await screen.findByRole('button', { name }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
  await waitFor(() => expect(savedFiles).toHaveLength(1));
  const lines: string[][] = parse((await savedFiles[0]?.file.text()) ?? '', { bom: true });
  return { fileName: savedFiles[0]?.name, lines: lines.map((cells) => cells.map(unescapeCsvCell).join('|')) };
};
