import { useState } from 'react';
import { lookUpEan } from '#shared/catalogue/returns.ts';
import { parseTypedDate } from '#shared/dates/dates.ts';
import { isSerialNumber } from '#web/components/scan/is-serial-number.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { useReturnLinesContext } from './use-return-lines.ts';

export const isProductCode = (text: string) => 'item' in lookUpEan(text);

/** Returns whether a text in the field of the reference is the bar code of a product or a serial number. */
export const isScanInReference = (text: string) => isProductCode(text) || isSerialNumber(text);

/** Returns whether a text in a date field is a code: no date is that long without a separator. */
export const isScanInDate = (text: string) =>
  isProductCode(text) || (/^[A-Z0-9-]{9,}$/i.test(text.trim()) && parseTypedDate(text) === undefined);

type Options = {
  /** Text of the field before it got the focus; a scanner types behind it. */
  readonly before: string;
  readonly isScan: (text: string) => boolean;
  /** Restores the field. */
  readonly onRestore: () => void;
};

/** Finds codes that were pasted, or typed by a slow scanner, in a field meant for something else. The field keeps its value, and the scan row takes the code. */
export const useMisplacedScan = ({ before, isScan, onRestore }: Options) => {
  const { t } = useTexts();
  const { scanRow } = useReturnLinesContext();
  const [note, setNote] = useState<string>();
  /** Returns whether the scan row has taken a code. */
  const pass = async (code: string, canPass: boolean): Promise<boolean> => {
    if (!canPass) return false;
    try {
      const { classifyCode } = await import('#web/components/scan/classify-scan.ts');
      const scan = classifyCode(code);
      return scan.kind !== 'gs1' && scanRow.take(scan, undefined)?.status === 'taken';
    } catch {
      // The rules could not be loaded: the user scans again.
      return false;
    }
  };
  /** Returns whether the text was a code. `canPass` is false if the user has left the field. */
  const take = (text: string, canPass: boolean): boolean => {
    const scanned = before !== '' && text.startsWith(before) ? text.slice(before.length) : text;
    const code = scanned.trim();
    if (!isScan(code)) {
      setNote(undefined);
      return false;
    }
    onRestore();
    void pass(code, canPass).then((isPassed) => {
      const newNote = t(isPassed ? 'returns.book.scanPassed' : 'returns.book.scanNotPassed', { code });
      setNote(newNote);
      announce(newNote);
    });
    return true;
  };
  return { note, take, clearNote: () => setNote(undefined) };
};
