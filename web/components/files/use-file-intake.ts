import { useEffect, useEffectEvent, useState } from 'react';

/** Returns whether the text is rows of cells, as spreadsheets copy them. */
const isTable = (text: string) => text.includes('\t') && text.trim().includes('\n');

const getPastedFile = ({ clipboardData }: ClipboardEvent, name: string): File | undefined => {
  const [file] = clipboardData?.files ?? [];
  const text = clipboardData?.getData('text/plain') ?? '';
  // Rows are preferred to files, because Excel also copies a picture of the cells as a file.
  if (isTable(text)) return new File([text], name, { type: 'text/csv' });
  return file;
};

/** Handles spreadsheet rows or a file pasted anywhere on the page, even into a text field, because no field of these pages holds several lines. */
const usePastedFile = (name: string, onFile: (file: File) => void) => {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const file = getPastedFile(event, name);
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
  useEffect(() => {
    document.addEventListener('paste', handlePaste);
    return () => document.removeEventListener('paste', handlePaste);
  }, []);
};

const isFileDrag = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/**
 * Handles a file dropped anywhere on the page, which the browser would otherwise open, losing the user's input. Returns
 * whether a file is being dragged over the page.
 */
const useDroppedFile = (onFile: (file: File) => void): boolean => {
  const [isDragging, setDragging] = useState(false);
  const handleDrag = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    setDragging(isFileDrag(event));
  });
  const handleLeave = useEffectEvent(({ relatedTarget }: DragEvent) => {
    if (relatedTarget === null) setDragging(false);
  });
  const handleDrop = useEffectEvent((event: DragEvent) => {
    setDragging(false);
    // The page's drop zone has already handled the file.
    if (event.defaultPrevented) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) onFile(file);
  });
  useEffect(() => {
    addEventListener('dragover', handleDrag);
    addEventListener('dragleave', handleLeave);
    addEventListener('drop', handleDrop);
    return () => {
      removeEventListener('dragover', handleDrag);
      removeEventListener('dragleave', handleLeave);
      removeEventListener('drop', handleDrop);
    };
  }, []);
  return isDragging;
};

/** Handles files and spreadsheet rows that are pasted or dropped anywhere on the page. */
export const useFileIntake = (pastedName: string, onFile: (file: File) => void): { readonly isDragging: boolean } => {
  usePastedFile(pastedName, onFile);
  return { isDragging: useDroppedFile(onFile) };
};
