import { AppError } from '#shared/errors.ts';
import { tracked } from './api.ts';

type Upload = {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly file: Blob;
  /** Hears which part of the file has been sent: 0 to 1. */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
};

const formOf = ({ fields, file }: Upload) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // What follows the file is not read.
  form.append('file', file);
  return form;
};

const send = (upload: Upload) =>
  new Promise<void>((resolve, reject) => {
    const { url, onProgress, signal } = upload;
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) return resolve();
      const isTooLarge = request.responseText.includes('EntityTooLarge');
      return reject(new AppError(isTooLarge ? 'PayloadTooLarge' : 'ServiceUnavailable', { cause: request.status }));
    });
    request.addEventListener('error', () => reject(new AppError(navigator.onLine ? 'NoAnswer' : 'Offline')));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', url);
    request.send(formOf(upload));
  });

/** The one request beside api.ts: `fetch` cannot tell how much of a file was sent. Throws AppError, or the signal's reason. */
export const upload = async (wanted: Upload): Promise<void> => {
  wanted.signal.throwIfAborted();
  await tracked(send(wanted));
};
