import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { AppError } from '#shared/api/errors.ts';
import { limits } from '#shared/config/limits.ts';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { usePlace } from '#web/browser/place.ts';
import type { RequestPage, Row } from '#web/components/lists/load-rows.ts';
import { loadRows } from '#web/components/lists/load-rows.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { toFailure } from '#web/data/api-errors.ts';
import type { TextKey } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import type { ExportColumn, ExportFormat } from './export-column.ts';
import { saveFile } from './save-file.ts';
import { writers } from './writers.ts';

type Message = { readonly key: TextKey; readonly values?: Readonly<Record<string, string | number>> };

type ShownState = {
  readonly status: 'running' | 'done' | 'capped' | 'failed';
  readonly message: Message;
  readonly failure?: Failure | undefined;
};
export type ExportState = { readonly status: 'idle' } | ShownState;

const idle: ExportState = { status: 'idle' };

/** Number of rows between two announcements of the progress. */
const announcementInterval = 2000;

type Options<Item> = {
  readonly name: string;
  /** Title of the sheet: at most 31 characters, none of []:*?/\ */
  readonly title: string;
  readonly columns: readonly ExportColumn<Item>[];
  readonly requestPage: RequestPage<Item>;
  /** Filters of the list; when they change, the message about the last file is removed. */
  readonly query?: unknown;
};

/** Export of a list, which ExportMenu and ExportStatus render. */
export type Export = {
  readonly state: ExportState;
  /** Starts an export, in place of a running one. */
  readonly start: (format: ExportFormat) => Promise<void>;
  /** Cancels a running export, removes the status line, and focuses the menu. */
  readonly close: () => void;
  readonly menu: RefObject<ButtonDropdownProps.Ref | null>;
};

/** Exports all rows of a list as a file, up to a maximum; if a page fails, no file is saved. */
export const useExport = <Item extends Row>({ name, title, columns, requestPage, query }: Options<Item>): Export => {
  const { t, locale } = useTexts();
  const { region } = usePlace();
  const [state, setState] = useState<ExportState>(idle);
  const queryKey = JSON.stringify(query);
  const [lastQueryKey, setLastQueryKey] = useState(queryKey);
  if (lastQueryKey !== queryKey) {
    setLastQueryKey(queryKey);
    if (state.status !== 'running') setState(idle);
  }
  const controllerRef = useRef<AbortController>(undefined);
  const menu = useRef<ButtonDropdownProps.Ref>(null);
  // The cleanup also runs when the list is hidden (Activity), because the user cannot cancel an export of a hidden list.
  useEffect(
    () => () => {
      controllerRef.current?.abort();
      setState((last) => (last.status === 'running' ? idle : last));
    },
    [],
  );

  const { timeZone } = regions[region];
  const show = (status: ShownState['status'], message: Message, failure?: Failure) => {
    setState({ status, message, failure });
    if (status !== 'running') announce(t(message.key, message.values));
  };

  const write = async (format: ExportFormat, signal: AbortSignal) => {
    const writer = writers[format]();
    // The writer is awaited below; this avoids an unhandled rejection until then.
    writer.catch(() => undefined);
    let announcedCount = 0;
    let items: readonly Item[] = [];
    // One row more than the maximum shows whether the export is capped.
    for await (const loaded of loadRows({ requestPage, size: limits.exportRows + 1, cursor: undefined })) {
      signal.throwIfAborted();
      items = loaded.items;
      const count = Math.min(items.length, limits.exportRows);
      const message: Message = { key: 'export.reading', values: { count } };
      show('running', message);
      if (count - announcedCount < announcementInterval) continue;
      announcedCount = count;
      announce(t(message.key, message.values));
    }
    const isCapped = items.length > limits.exportRows;
    const rows = items.slice(0, limits.exportRows);
    show('running', { key: 'export.writing' });
    // Writing a large file blocks the page, so the message is shown first.
    await new Promise((resolve) => setTimeout(resolve));
    const file = await (await writer)({ title, columns, items: rows, locale, timeZone });
    signal.throwIfAborted();
    const nameSuffix = isCapped ? [t('export.firstRows', { count: String(rows.length) })] : [];
    const fileName = `${[name, region, toCalendarDate(new Date(), timeZone), ...nameSuffix].join('-')}.${format}`;
    saveFile(file, fileName);
    show(isCapped ? 'capped' : 'done', {
      key: isCapped ? 'export.capped' : 'export.done',
      values: { file: fileName, count: rows.length },
    });
  };

  const start = async (format: ExportFormat) => {
    controllerRef.current?.abort();
    const controller = new AbortController();
    controllerRef.current = controller;
    show('running', { key: 'export.reading', values: { count: 0 } });
    announce(t('export.progress'));
    try {
      await write(format, controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error instanceof AppError) return show('failed', { key: 'export.failed' }, toFailure(error));
      reportError(error);
      show('failed', { key: 'export.notWritten' });
    }
  };

  const close = () => {
    if (state.status === 'running') announce(t('export.cancelled'));
    controllerRef.current?.abort();
    // The status line is removed with the button that had the focus.
    flushSync(() => setState(idle));
    menu.current?.focus();
  };

  return { state, start, close, menu };
};
