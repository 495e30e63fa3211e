import { useEffect, useRef, useState } from 'react';
import { spreadsheetLimits } from '#shared/spreadsheet.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { failureOf } from '#web/data/api-errors.ts';
import { upload } from '#web/data/upload.ts';

export type FileState<Answer> =
  | { readonly status: 'none' }
  /** `sent`: which part of it, 0 to 1. */
  | { readonly status: 'uploading'; readonly name: string; readonly sent: number }
  | { readonly status: 'reading'; readonly name: string }
  | ({ readonly status: 'failed'; readonly name: string } & Failure)
  | { readonly status: 'read'; readonly name: string; readonly answer: Answer };

export type Unsent = 'FileEmpty' | 'FileTooLarge';

type Options<Answer, Choices> = {
  readonly requestUpload: (bytes: number) => Promise<{
    readonly key: string;
    readonly url: string;
    readonly fields: Readonly<Record<string, string>>;
  }>;
  readonly readUpload: (key: string, choices?: Choices) => Promise<Answer>;
  /** What is said of a file that nobody needs to send. */
  readonly unsent: (code: Unsent) => Answer;
};

const none = { status: 'none' } as const;

const refusedUnsent = ({ size }: File): Unsent | undefined => {
  if (size === 0) return 'FileEmpty';
  return size > spreadsheetLimits.bytes ? 'FileTooLarge' : undefined;
};

export const useFile = <Answer, Choices = never>({ requestUpload, readUpload, unsent }: Options<Answer, Choices>) => {
  const [state, setState] = useState<FileState<Answer>>(none);
  const latest = useRef<{ readonly file: File; readonly choices?: Choices | undefined }>(undefined);
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);

  const work = async (file: File, choices: Choices | undefined, signal: AbortSignal): Promise<Answer> => {
    const refused = refusedUnsent(file);
    if (refused) return unsent(refused);
    const { name } = file;
    const { key, url, fields } = await requestUpload(file.size);
    await upload({ url, fields, file, signal, onProgress: (sent) => setState({ status: 'uploading', name, sent }) });
    signal.throwIfAborted();
    setState({ status: 'reading', name });
    return readUpload(key, choices);
  };

  const read = async (file: File, choices?: Choices) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    latest.current = { file, choices };
    const { name } = file;
    setState({ status: 'uploading', name, sent: 0 });
    const settled: FileState<Answer> = await work(file, choices, control.signal).then(
      (answer) => ({ status: 'read', name, answer }),
      (error: unknown) => ({
        status: 'failed',
        name,
        ...(control.signal.aborted ? ({ code: 'OtherAwsError' } as const) : failureOf(error)),
      }),
    );
    if (!control.signal.aborted) setState(settled);
  };

  return {
    state,
    read: (file: File) => void read(file),
    retry: () => {
      if (latest.current) void read(latest.current.file, latest.current.choices);
    },
    readAgain: (choices: Choices) => {
      if (latest.current) void read(latest.current.file, choices);
    },
    close: () => {
      running.current?.abort();
      setState(none);
    },
  };
};

export type FileOnItsWay<Answer> = Omit<ReturnType<typeof useFile<Answer>>, 'readAgain'>;
