import { useEffect, useRef, useState } from 'react';
import { spreadsheetLimits } from '#shared/text/spreadsheet.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { toFailure } from '#web/data/api-errors.ts';
import { upload } from '#web/data/upload.ts';

type FileState<Result> =
  | { readonly status: 'none' }
  /** `sent` is the share of the file that has been sent, 0 to 1. */
  | { readonly status: 'uploading'; readonly name: string; readonly sent: number }
  | { readonly status: 'reading'; readonly name: string }
  | ({ readonly status: 'failed'; readonly name: string } & Failure)
  | { readonly status: 'read'; readonly name: string; readonly result: Result };

type UnsentFileProblem = 'FileEmpty' | 'FileTooLarge';

type Options<Result, Choices> = {
  readonly requestUpload: (bytes: number) => Promise<{
    readonly key: string;
    readonly url: string;
    readonly fields: Readonly<Record<string, string>>;
  }>;
  readonly readUpload: (key: string, choices?: Choices) => Promise<Result>;
  /** Returns the result for a file that is not sent, because its size is out of bounds. */
  readonly rejectUnsent: (code: UnsentFileProblem) => Result;
};

export type FileUpload<Result> = {
  readonly state: FileState<Result>;
  /** Uploads a file and has the server read it, in place of an earlier file. */
  readonly read: (file: File) => void;
  /** Repeats the last `read` or `readAgain`. */
  readonly retry: () => void;
  /** Cancels an upload and discards its result. */
  readonly close: () => void;
};

/** File upload whose file can be read again with choices that its result has asked for. */
type FileUploadWithChoices<Result, Choices> = FileUpload<Result> & { readonly readAgain: (choices: Choices) => void };

/** Uploads a chosen file and has the server read it; only one file at a time. */
export const useFileUpload = <Result, Choices = never>({
  requestUpload,
  readUpload,
  rejectUnsent,
}: Options<Result, Choices>): FileUploadWithChoices<Result, Choices> => {
  const [state, setState] = useState<FileState<Result>>({ status: 'none' });
  const lastRequest = useRef<{ readonly file: File; readonly choices?: Choices | undefined }>(undefined);
  const controllerRef = useRef<AbortController>(undefined);

  useEffect(() => () => controllerRef.current?.abort(), []);

  const uploadAndRead = async (file: File, choices: Choices | undefined, signal: AbortSignal): Promise<Result> => {
    const { name, size } = file;
    if (size === 0) return rejectUnsent('FileEmpty');
    if (size > spreadsheetLimits.bytes) return rejectUnsent('FileTooLarge');
    const { key, url, fields } = await requestUpload(size);
    await upload({
      url,
      fields,
      file,
      signal,
      onProgress: (progress) => setState({ status: 'uploading', name, sent: progress }),
    });
    signal.throwIfAborted();
    setState({ status: 'reading', name });
    return readUpload(key, choices);
  };

  const read = async (file: File, choices?: Choices) => {
    controllerRef.current?.abort();
    const controller = new AbortController();
    controllerRef.current = controller;
    lastRequest.current = { file, choices };
    const { name } = file;
    setState({ status: 'uploading', name, sent: 0 });
    try {
      const result = await uploadAndRead(file, choices, controller.signal);
      if (!controller.signal.aborted) setState({ status: 'read', name, result });
    } catch (error) {
      if (!controller.signal.aborted) setState({ status: 'failed', name, ...toFailure(error) });
    }
  };

  return {
    state,
    read: (file: File) => void read(file),
    retry: () => {
      if (lastRequest.current) void read(lastRequest.current.file, lastRequest.current.choices);
    },
    readAgain: (choices: Choices) => {
      if (lastRequest.current) void read(lastRequest.current.file, choices);
    },
    close: () => {
      controllerRef.current?.abort();
      setState({ status: 'none' });
    },
  };
};
