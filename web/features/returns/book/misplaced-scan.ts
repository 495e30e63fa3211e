import { useState } from 'react';
import { lookUpEan } from '#shared/catalogue/returns.ts';
import { parseTypedDate } from '#shared/dates/parse-date.ts';
import { isSerialNumber } from '#web/components/scan/is-serial-number.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { useReturnLinesContext } from './use-return-lines.ts';

export const isProductCode = (text: string) => 'item' in lookUpEan(text);

/** Returns whether a text in the reference field is the bar code of a product or a serial number. */
export const isScanInReference = (text: string) => isProductCode(text) || isSerialNumber(text);

/** Returns whether a text in a date field is a code. No date is as long as a code without having a separator. */
export const isScanInDate = (text: string) =>
  isProductCode(text) || (/^[A-Z0-9-]{9,}$/i.test(text.trim()) && parseTypedDate(text) === undefined);

type Options = {
  /** Text of the field when it received the focus; a scanner types after it. */
  readonly originalText: string;
  readonly isScan: (text: string) => boolean;
  /** Restores the original text of the field. */
  readonly onRestore: () => void;
};

/** Handles codes that were pasted, or typed by a slow scanner, into the wrong field. Restores the field's text and passes the code to the scan row. */
export const useMisplacedScan = ({ originalText, isScan, onRestore }: Options) => {
  const { t } = useTexts();
  const { scanRow } = useReturnLinesContext();
  const [note, setNote] = useState<string>();
  /** Passes a code to the scan row. Returns whether the row has taken it. */
  const passToScanRow = async (code: string, canPass: boolean): Promise<boolean> => {
    if (!canPass) return false;
    try {
      const { classifyCode } = await import('#web/components/scan/classify-scan.ts');
      const scan = classifyCode(code);
      return scan.kind !== 'gs1' && scanRow.take(scan, undefined)?.status === 'taken';
    } catch {
      // The rules could not be loaded, so the user has to scan again.
      return false;
    }
  };
  /** Takes a code from the field's text. Returns whether the text was a code. `canPass` is false if the user has left the field. */
  const takeCode = (text: string, { canPass }: { readonly canPass: boolean }): boolean => {
    const scannedText = originalText !== '' && text.startsWith(originalText) ? text.slice(originalText.length) : text;
    const code = scannedText.trim();
    if (!isScan(code)) {
      setNote(undefined);
      return false;
    }
    onRestore();
    void passToScanRow(code, canPass).then((isPassed) => {
      const newNote = t(isPassed ? 'returns.book.scanPassed' : 'returns.book.scanNotPassed', { code });
      setNote(newNote);
      announce(newNote);
    });
    return true;
  };
  return { note, takeCode, clearNote: () => setNote(undefined) };
};
