import { useEffect } from 'react';
import { useStable } from '#web/browser/use-stable.ts';

/** Rows of cells, as spreadsheets put them into the clipboard. */
const isTable = (text: string) => text.includes('\t') && text.trim().includes('\n');

const pastedFile = ({ clipboardData }: ClipboardEvent, name: string): File | undefined => {
  const [file] = clipboardData?.files ?? [];
  const text = clipboardData?.getData('text/plain') ?? '';
  // Excel also offers a picture of the cells, as a file.
  if (isTable(text)) return new File([text], name, { type: 'text/csv' });
  return file;
};

/** Takes rows that are pasted from a spreadsheet, or a file, wherever on the page: no field of it can hold more than a line. */
export const usePastedFile = (name: string, onFile: (file: File) => void) => {
  const take = useStable((event: ClipboardEvent) => {
    const file = pastedFile(event, name);
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
  useEffect(() => {
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [take]);
};

const refuse = (event: Event) => event.preventDefault();

/** A file that is dropped beside its place would take the page's: the browser would open it, and what is typed would be gone from the screen. */
export const useNoStrayDrops = () =>
  useEffect(() => {
    for (const type of ['dragover', 'drop']) addEventListener(type, refuse);
    return () => {
      for (const type of ['dragover', 'drop']) removeEventListener(type, refuse);
    };
  }, []);
