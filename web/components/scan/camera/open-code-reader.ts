import type { BarcodeDetector } from 'barcode-detector/ponyfill';
import { codeFormats, optionalFormats } from './code-formats.ts';

export type Point = { readonly x: number; readonly y: number };

/** Code in a picture; its corners are in pixels of the picture. */
export type FoundCode = { readonly text: string; readonly corners: readonly Point[] };

export type CodeReaderRequest = { readonly pixels: ArrayBuffer; readonly width: number; readonly height: number };
export type CodeReaderResponse =
  | { readonly type: 'ready' | 'failed' }
  | { readonly type: 'codes'; readonly codes: readonly FoundCode[] };

export type CodeReader = {
  /** Reads the codes in the current picture of a playing video. */
  readonly read: (video: HTMLVideoElement) => Promise<readonly FoundCode[]>;
  readonly close: () => void;
};

/** Opens a reader that uses the browser's own detector; undefined if the browser has no detector, or one that cannot read all formats. */
const openNativeReader = async (): Promise<CodeReader | undefined> => {
  const Detector = Reflect.get(globalThis, 'BarcodeDetector') as typeof BarcodeDetector | undefined;
  // `getSupportedFormats` rejects if the operating system's part of the detector is missing.
  const formats = await Detector?.getSupportedFormats().catch(() => undefined);
  if (!Detector || !formats || !codeFormats.every((format) => formats.includes(format))) return undefined;
  const detector = new Detector({
    formats: [...codeFormats, ...optionalFormats.filter((format) => formats.includes(format))],
  });
  return {
    read: async (video) =>
      (await detector.detect(video)).map(({ rawValue: text, cornerPoints: corners }) => ({ text, corners })),
    close: () => undefined,
  };
};

/** Opens a reader that runs WebAssembly in a worker. Throws if one of its files cannot be loaded. */
const openWorkerReader = async (): Promise<CodeReader> => {
  const worker = new Worker(new URL('./code-reader.ts', import.meta.url), { type: 'module' });
  const waitForResponse = () =>
    new Promise<CodeReaderResponse>((resolve) => {
      const controller = new AbortController();
      const { signal } = controller;
      const finish = (response: CodeReaderResponse) => {
        controller.abort();
        resolve(response);
      };
      worker.addEventListener('message', ({ data }: MessageEvent<CodeReaderResponse>) => finish(data), { signal });
      worker.addEventListener('error', () => finish({ type: 'failed' }), { signal });
    });
  const close = () => worker.terminate();
  const { type } = await waitForResponse();
  if (type !== 'ready') {
    close();
    throw new Error('The reader of codes could not be loaded.');
  }
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    read: async (video) => {
      const { videoWidth: width, videoHeight: height } = video;
      if (!context) return [];
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      context.drawImage(video, 0, 0);
      const pixels = context.getImageData(0, 0, width, height).data.buffer;
      const responsePromise = waitForResponse();
      worker.postMessage({ pixels, width, height } satisfies CodeReaderRequest, [pixels]);
      const response = await responsePromise;
      return response.type === 'codes' ? response.codes : [];
    },
    close,
  };
};

/** Opens a reader that uses the browser's own detector or, without one, WebAssembly. */
export const openCodeReader = async (): Promise<CodeReader> => {
  const nativeReader = await openNativeReader();
  if (!nativeReader) return openWorkerReader();
  let workerReader: CodeReader | undefined;
  return {
    read: async (video) => {
      if (workerReader) return workerReader.read(video);
      try {
        return await nativeReader.read(video);
      } catch {
        // Some devices report formats as supported, but lack a part that is needed to read them.
        workerReader = await openWorkerReader();
        return [];
      }
    },
    close: () => workerReader?.close(),
  };
};
