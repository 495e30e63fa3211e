import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { calendarDate } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { regions } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { failureOf } from '#web/data/api-errors.ts';
import type { TextKey } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import type { AskPage, Row } from '#web/ui/list/load-rows.ts';
import { loadRows } from '#web/ui/list/load-rows.ts';
import type { ExportColumn, ExportFormat } from './export-column.ts';
import { saveFile } from './save-file.ts';
import { writers } from './writers.ts';

type Message = { readonly key: TextKey; readonly values?: Readonly<Record<string, string | number>> };

type Told = {
  readonly status: 'running' | 'done' | 'capped' | 'failed';
  readonly message: Message;
  readonly failure?: Failure | undefined;
};
export type ExportState = { readonly status: 'idle' } | Told;

const idle: ExportState = { status: 'idle' };

/** Rows between two announcements. */
const announcedRows = 2000;

type Options<Item> = {
  readonly name: string;
  /** Of the sheet: at most 31 characters, none of []:*?/\ */
  readonly title: string;
  readonly columns: readonly ExportColumn<Item>[];
  readonly ask: AskPage<Item>;
  /** Identifies what the list asks for: with another question the message about the last file goes. */
  readonly question?: unknown;
};

/** Saves all rows that a list has, not only those it shows, as a file, up to a maximum; one page that fails fails them all. Show it with ExportMenu and, where there is room for a line, ExportStatus. */
export const useExport = <Item extends Row>({ name, title, columns, ask, question }: Options<Item>) => {
  const { t, locale } = useTexts();
  const { region } = usePlace();
  const [state, setState] = useState<ExportState>(idle);
  const asked = JSON.stringify(question);
  const [lastAsked, setLastAsked] = useState(asked);
  if (lastAsked !== asked) {
    setLastAsked(asked);
    if (state.status !== 'running') setState(idle);
  }
  const running = useRef<AbortController>(undefined);
  const menu = useRef<ButtonDropdownProps.Ref>(null);
  // Also where the list is only hidden: nobody could call it off there.
  useEffect(
    () => () => {
      running.current?.abort();
      setState((last) => (last.status === 'running' ? idle : last));
    },
    [],
  );

  const { timeZone } = regions[region];
  const show = (status: Told['status'], message: Message, failure?: Failure) => {
    setState({ status, message, failure });
    if (status !== 'running') announce(t(message.key, message.values));
  };

  const write = async (format: ExportFormat, signal: AbortSignal) => {
    const writer = writers[format]();
    // It is awaited further down: until then its failure is nobody's surprise.
    writer.catch(() => undefined);
    let announced = 0;
    let items: readonly Item[] = [];
    // One more than fits is asked for: only then is it known that there are more.
    for await (const found of loadRows({ ask, size: limits.exportRows + 1, cursor: undefined })) {
      signal.throwIfAborted();
      items = found.items;
      const count = Math.min(items.length, limits.exportRows);
      const message: Message = { key: 'export.reading', values: { count } };
      show('running', message);
      if (count - announced < announcedRows) continue;
      announced = count;
      announce(t(message.key, message.values));
    }
    const isCapped = items.length > limits.exportRows;
    const rows = items.slice(0, limits.exportRows);
    show('running', { key: 'export.writing' });
    // Writing a large file occupies the page for a moment: first it shows that it does.
    await new Promise((shown) => setTimeout(shown));
    const file = await (await writer)({ title, columns, items: rows, locale, timeZone });
    signal.throwIfAborted();
    const first = isCapped ? [t('export.firstRows', { count: String(rows.length) })] : [];
    const fileName = `${[name, region, calendarDate(new Date(), timeZone), ...first].join('-')}.${format}`;
    saveFile(file, fileName);
    show(isCapped ? 'capped' : 'done', {
      key: isCapped ? 'export.capped' : 'export.done',
      values: { file: fileName, count: rows.length },
    });
  };

  const start = async (format: ExportFormat) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    show('running', { key: 'export.reading', values: { count: 0 } });
    announce(t('export.progress'));
    try {
      await write(format, control.signal);
    } catch (error) {
      if (control.signal.aborted) return;
      if (error instanceof AppError) return show('failed', { key: 'export.failed' }, failureOf(error));
      reportError(error);
      show('failed', { key: 'export.notWritten' });
    }
  };

  const close = () => {
    if (state.status === 'running') announce(t('export.cancelled'));
    running.current?.abort();
    // The line that tells of it goes with its button, which had the focus.
    flushSync(() => setState(idle));
    menu.current?.focus();
  };

  return { state, start, close, menu };
};

export type Export = ReturnType<typeof useExport>;
