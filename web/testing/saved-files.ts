import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { parse } from 'csv-parse/sync';
import { expect, vi } from 'vitest';
import { meant } from './unguarded.ts';

/** The files that are handed to the browser's downloads from now on. */
export const keepSavedFiles = () => {
  const saved: { readonly file: Blob; readonly name: string }[] = [];
  let file = new Blob();
  URL.createObjectURL = (made) => {
    if (made instanceof Blob) file = made;
    return 'blob:file';
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    expect(this.href).toBe('blob:file');
    saved.push({ file, name: this.download });
  });
  return saved;
};

/** What a menu saves as CSV: the name of the file, and its lines, as they are meant. */
export const savedCsv = async (user: UserEvent, name: string) => {
  const saved = keepSavedFiles();
  await user.click(await screen.findByRole('button', { name }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const lines: string[][] = parse((await saved[0]?.file.text()) ?? '', { bom: true });
  return { fileName: saved[0]?.name, lines: lines.map((cells) => cells.map(meant).join('|')) };
};
