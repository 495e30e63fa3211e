import type { BarcodeDetector } from 'barcode-detector/ponyfill';
import { codeFormats, otherFormats } from './code-formats.ts';

export type Point = { readonly x: number; readonly y: number };

/** Code in a picture; its corners are in pixels of the picture. */
export type FoundCode = { readonly text: string; readonly corners: readonly Point[] };

export type CodeReaderRequest = { readonly pixels: ArrayBuffer; readonly width: number; readonly height: number };
export type CodeReaderResponse =
  | { readonly type: 'ready' | 'failed' }
  | { readonly type: 'codes'; readonly codes: readonly FoundCode[] };

export type CodeReader = {
  /** Reads the codes in the current picture of a video that plays. */
  readonly read: (video: HTMLVideoElement) => Promise<readonly FoundCode[]>;
  readonly close: () => void;
};

/** Returns a reader with the browser's own detector; undefined if there is none, or it cannot read all formats. */
const openNativeReader = async (): Promise<CodeReader | undefined> => {
  const Detector = Reflect.get(globalThis, 'BarcodeDetector') as typeof BarcodeDetector | undefined;
  // Throws where the operating system's part is missing.
  const formats = await Detector?.getSupportedFormats().catch(() => undefined);
  if (!Detector || !formats || !codeFormats.every((format) => formats.includes(format))) return undefined;
  const detector = new Detector({
    formats: [...codeFormats, ...otherFormats.filter((format) => formats.includes(format))],
  });
  return {
    read: async (video) =>
      (await detector.detect(video)).map(({ rawValue: text, cornerPoints: corners }) => ({ text, corners })),
    close: () => undefined,
  };
};

/** Returns a reader in a worker with its own WebAssembly. Throws if a file of it cannot be loaded. */
const openWorkerReader = async (): Promise<CodeReader> => {
  const worker = new Worker(new URL('./code-reader.ts', import.meta.url), { type: 'module' });
  const nextResponse = () =>
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
  const { type } = await nextResponse();
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
      const response = nextResponse();
      worker.postMessage({ pixels, width, height } satisfies CodeReaderRequest, [pixels]);
      const answer = await response;
      return answer.type === 'codes' ? answer.codes : [];
    },
    close,
  };
};

/** Opens the browser's own reader of codes, or else one with its own WebAssembly. */
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
        // Some devices name formats for which a part is missing when they are read.
        workerReader = await openWorkerReader();
        return [];
      }
    },
    close: () => workerReader?.close(),
  };
};
