import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { requiredLine } from '#shared/api/fields.ts';
import type { Place } from '#shared/api/paths.ts';
import { repairs as routes } from '#shared/api/routes/repairs.ts';
import { limits } from '#shared/config/limits.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { toSearchKey } from '#shared/records/search-key.ts';
import { isEan, normalizeEan } from '#shared/returns/ean.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { toFailure } from '#web/data/api-errors.ts';
import { call } from '#web/data/api.ts';
import type { RecordKindView, SubmittedRecord } from '#web/features/records/record-kind-view.ts';
import type { RecordEntry } from '#web/features/records/record-links.tsx';
import { toRecordEntry } from '#web/features/records/record-links.tsx';

/** Maximum number of hits of each record kind. */
const maxHits = 5;

export type FoundRecords = {
  readonly name: RecordKindName;
  readonly hits: readonly RecordEntry[];
  /** URL of the list with all matching records; undefined if `hits` has all of them. */
  readonly allHref: string | undefined;
};

/** Returns the text as a serial number if one of the records found has it; otherwise undefined. A return lists many devices, so its hit has no serial number. If such a hit does not match by RMA number or reference either, an extra call looks for the device. Never rejects. */
const findDeviceSerialNumber = async (
  text: string,
  { region }: Place,
  foundRecords: readonly FoundRecords[],
): Promise<string | undefined> => {
  const input = routes.findDevice.input.safeParse({ region, serialNumber: text }).data;
  if (!input) return undefined;
  const key = toSearchKey(text);
  const hits = foundRecords.flatMap((group) => group.hits);
  const serialNumbers = hits.flatMap((hit) => hit.serialNumber ?? []);
  const bookedSerialNumber = serialNumbers.find((serialNumber) => toSearchKey(serialNumber) === key);
  if (bookedSerialNumber !== undefined) return bookedSerialNumber;
  const mayMatchByDevice = hits.some(
    (hit) => hit.serialNumber === undefined && !hit.names.some((name) => toSearchKey(name).startsWith(key)),
  );
  const canFindDevices = foundRecords.some(({ name }) => name === 'repairs');
  if (!mayMatchByDevice || !canFindDevices || isEan(normalizeEan(text) ?? '')) return undefined;
  const { returns } = await call(routes.findDevice, input).catch(() => ({ returns: [] }));
  return returns.length > 0 ? input.serialNumber : undefined;
};

/** Finds records of a kind by the prefix of their RMA number, reference, serial number or EAN. Rejects with an AppError. */
export type Finder = (text: string, place: Place) => Promise<FoundRecords>;

export const createFinder =
  <Summary extends SubmittedRecord>(kind: RecordKindView<Summary>): Finder =>
  async (text, place) => {
    const { items, cursor } = await call(kind.routes.list, { region: place.region, search: text, limit: maxHits });
    return {
      name: kind.name,
      hits: items.map((record) => toRecordEntry(kind, record, place)),
      allHref: cursor === undefined ? undefined : `${kind.paths.list(place)}?${new URLSearchParams({ search: text })}`,
    };
  };

/** Debounce time of the search while typing. */
const debounceMs = 250;

type SearchResult =
  | { readonly text: string; readonly groups: readonly FoundRecords[]; readonly deviceSerialNumber: string | undefined }
  | { readonly text: string; readonly failure: Failure };

type Options = {
  readonly finders: readonly Finder[];
  /** Called with the rendered results of a text submitted with Enter; `deviceSerialNumber` is set if the text is the serial number of a device. */
  readonly onSubmitted: (
    text: string,
    foundRecords: readonly FoundRecords[],
    deviceSerialNumber: string | undefined,
  ) => void;
};

/** Searches for the typed or scanned text: after a pause while typing, and at once on Enter, which scanners send. */
export const useFinder = ({ finders, onSubmitted }: Options) => {
  const place = usePlace();
  const [inputText, setInputText] = useState('');
  const [result, setResult] = useState<SearchResult>();
  const { data: text = '' } = requiredLine(limits.text.search).safeParse(inputText);
  const requestedText = useRef('');
  const submittedText = useRef<string>(undefined);
  const isSearchable = text !== '';
  const currentResult = isSearchable && result?.text === text ? result : undefined;

  const search = async () => {
    if (requestedText.current === text) return;
    requestedText.current = text;
    const newResult = await Promise.all(finders.map((find) => find(text, place))).then(
      async (foundRecords): Promise<SearchResult> => ({
        text,
        groups: foundRecords,
        deviceSerialNumber: await findDeviceSerialNumber(text, place, foundRecords),
      }),
      (error: unknown): SearchResult => ({ text, failure: toFailure(error) }),
    );
    // A response for an earlier text is ignored.
    if (requestedText.current !== newResult.text) return;
    flushSync(() => setResult(newResult));
    if (submittedText.current !== newResult.text) return;
    submittedText.current = undefined;
    if ('groups' in newResult) onSubmitted(newResult.text, newResult.groups, newResult.deviceSerialNumber);
  };
  const searchNow = useEffectEvent(search);
  useEffect(() => {
    if (!isSearchable) requestedText.current = '';
    // A single character is searched only on Enter (`submit`).
    if (!isSearchable || text.length < 2) return undefined;
    const timer = setTimeout(() => void searchNow(), debounceMs);
    return () => clearTimeout(timer);
  }, [text, isSearchable]);

  return {
    inputText,
    setText: (newText: string) => {
      submittedText.current = undefined;
      setInputText(newText);
    },
    result: currentResult,
    isSearching: isSearchable && currentResult === undefined && text.length > 1,
    submit: () => {
      if (!isSearchable) return;
      if (currentResult && 'groups' in currentResult)
        return onSubmitted(text, currentResult.groups, currentResult.deviceSerialNumber);
      // The search failed, so it is sent again.
      if (currentResult) requestedText.current = '';
      submittedText.current = text;
      void search();
    },
  };
};
