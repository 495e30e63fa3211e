import { AppError } from '#shared/api/errors.ts';
import { trackCall } from './api.ts';

type Upload = {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly file: Blob;
  /** Receives the share of the file that has been sent, 0 to 1. */
  readonly onProgress: (progress: number) => void;
  readonly signal: AbortSignal;
};

const buildForm = ({ fields, file }: Upload) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // S3 ignores fields after the file.
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
    request.send(buildForm(upload));
  });

/**
 * Uploads a file by presigned POST with XMLHttpRequest, because `fetch` reports no upload progress. Throws AppError, or
 * the signal's reason.
 */
export const upload = async (options: Upload): Promise<void> => {
  options.signal.throwIfAborted();
  await trackCall(send(options));
};
