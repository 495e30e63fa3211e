import { useEffect, useRef, useState } from 'react';
import { spreadsheetLimits } from '#shared/text/spreadsheet.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { toFailure } from '#web/data/api-errors.ts';
import { upload } from '#web/data/upload.ts';

type FileState<Answer> =
  | { readonly status: 'none' }
  /** `sent` is the share that has been sent, 0 to 1. */
  | { readonly status: 'uploading'; readonly name: string; readonly sent: number }
  | { readonly status: 'reading'; readonly name: string }
  | ({ readonly status: 'failed'; readonly name: string } & Failure)
  | { readonly status: 'read'; readonly name: string; readonly answer: Answer };

type Unsent = 'FileEmpty' | 'FileTooLarge';

type Options<Answer, Choices> = {
  readonly requestUpload: (bytes: number) => Promise<{
    readonly key: string;
    readonly url: string;
    readonly fields: Readonly<Record<string, string>>;
  }>;
  readonly readUpload: (key: string, choices?: Choices) => Promise<Answer>;
  readonly rejectUnsent: (code: Unsent) => Answer;
};

export type FileUpload<Answer> = {
  readonly state: FileState<Answer>;
  /** Uploads a file and has the server read it, in place of an earlier file. */
  readonly read: (file: File) => void;
  /** Repeats the last `read` or `readAgain`. */
  readonly retry: () => void;
  /** Cancels an upload and discards its answer. */
  readonly close: () => void;
};

/** File upload whose file can be read again with choices that its answer has asked for. */
type FileUploadWithChoices<Answer, Choices> = FileUpload<Answer> & { readonly readAgain: (choices: Choices) => void };

/** Uploads a chosen file and has the server read it; only one file at a time. */
export const useFileUpload = <Answer, Choices = never>({
  requestUpload,
  readUpload,
  rejectUnsent,
}: Options<Answer, Choices>): FileUploadWithChoices<Answer, Choices> => {
  const [state, setState] = useState<FileState<Answer>>({ status: 'none' });
  const latest = useRef<{ readonly file: File; readonly choices?: Choices | undefined }>(undefined);
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);

  const work = async (file: File, choices: Choices | undefined, signal: AbortSignal): Promise<Answer> => {
    const { name, size } = file;
    if (size === 0) return rejectUnsent('FileEmpty');
    if (size > spreadsheetLimits.bytes) return rejectUnsent('FileTooLarge');
    const { key, url, fields } = await requestUpload(size);
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
    try {
      const answer = await work(file, choices, control.signal);
      if (!control.signal.aborted) setState({ status: 'read', name, answer });
    } catch (error) {
      if (!control.signal.aborted) setState({ status: 'failed', name, ...toFailure(error) });
    }
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
      setState({ status: 'none' });
    },
  };
};
