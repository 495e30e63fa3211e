import { useEffect, useRef, useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { Output } from '#shared/route.ts';
import { returnFiles } from '#shared/routes/return-files.ts';
import { usePlace } from '#web/browser/place.ts';
import { errorCode } from '#web/data/api-errors.ts';
import { call } from '#web/data/api.ts';
import { upload } from '#web/data/upload.ts';

export type ReadFile = Output<typeof returnFiles.readReturnFile>;

/** How it goes with a file; none of it touches the return. */
type FileState =
  | { readonly status: 'none' }
  /** `sent`: which part of it, 0 to 1. */
  | { readonly status: 'uploading'; readonly name: string; readonly sent: number }
  | { readonly status: 'reading'; readonly name: string }
  | { readonly status: 'failed'; readonly name: string; readonly code: ErrorCode }
  | { readonly status: 'read'; readonly name: string; readonly answer: ReadFile };

const none: FileState = { status: 'none' };

/** What nobody needs to send a file for. */
const refusedUnsent = ({ size }: File) => {
  if (size === 0) return 'FileEmpty';
  return size > returnLimits.file.bytes ? 'FileTooLarge' : undefined;
};

const unsent = (code: 'FileEmpty' | 'FileTooLarge'): ReadFile => ({ report: { outcome: 'refused', code }, hash: '' });

/** A returns file on its way: uploaded, read, and told about. `storeId` is that an admin books for. */
export const useReturnFile = (storeId: string | undefined) => {
  const { region } = usePlace();
  const [state, setState] = useState<FileState>(none);
  const latest = useRef<File>(undefined);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const work = async (file: File, signal: AbortSignal): Promise<ReadFile> => {
    const refused = refusedUnsent(file);
    if (refused) return unsent(refused);
    const { name } = file;
    const { key, url, fields } = await call(returnFiles.requestUpload, { region, bytes: file.size });
    await upload({ url, fields, file, signal, onProgress: (sent) => setState({ status: 'uploading', name, sent }) });
    signal.throwIfAborted();
    setState({ status: 'reading', name });
    return call(returnFiles.readReturnFile, { region, key, ...(storeId !== undefined && { storeId }) });
  };

  const read = async (file: File) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    latest.current = file;
    const { name } = file;
    setState({ status: 'uploading', name, sent: 0 });
    const settled: FileState = await work(file, control.signal).then(
      (answer) => ({ status: 'read', name, answer }),
      (error: unknown) => ({
        status: 'failed',
        name,
        code: control.signal.aborted ? 'OtherAwsError' : errorCode(error),
      }),
    );
    if (!control.signal.aborted) setState(settled);
  };

  return {
    state,
    read: (file: File) => void read(file),
    retry: () => {
      if (latest.current) void read(latest.current);
    },
    /** Calls off what is running, or puts the report away. */
    close: () => {
      running.current?.abort();
      setState(none);
    },
  };
};
