import { afterEach, expect, test, vi } from 'vitest';
import { codeFormats } from './code-formats.ts';
import type { CodeReaderResponse } from './open-code-reader.ts';
import { openCodeReader } from './open-code-reader.ts';

const corners = [{ x: 0, y: 0 }];
const video = document.createElement('video');

/** Stubs the browser's own detector, which only some browsers have. */
const stubDetector = (
  formats: readonly string[] | Error,
  detect = () => Promise.resolve([{ rawValue: 'A1', cornerPoints: corners }]),
) => {
  const constructorMock = vi.fn();
  class BarcodeDetector {
    static getSupportedFormats = () => (formats instanceof Error ? Promise.reject(formats) : Promise.resolve(formats));
    readonly detect = detect;
    constructor(options: unknown) {
      constructorMock(options);
    }
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector);
  return constructorMock;
};

/** Stubs the worker, which sends this response when it has started, and then a code for each image. */
const stubWorker = (firstResponse: CodeReaderResponse['type'] = 'ready') => {
  const constructorMock = vi.fn();
  const terminateMock = vi.fn();
  class Worker extends EventTarget {
    terminate = terminateMock;
    constructor(url: URL) {
      super();
      constructorMock(String(url));
      queueMicrotask(() => this.#respond(firstResponse === 'codes' ? { type: 'failed' } : { type: firstResponse }));
    }
    #respond(data: CodeReaderResponse) {
      this.dispatchEvent(new MessageEvent('message', { data }));
    }
    postMessage() {
      this.#respond({ type: 'codes', codes: [{ text: 'B2', corners }] });
    }
  }
  vi.stubGlobal('Worker', Worker);
  return { constructorMock, terminateMock };
};

const stubCanvas = () =>
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => undefined,
    getImageData: () => ({ data: new Uint8ClampedArray(4) }),
  } as never);

afterEach(() => vi.unstubAllGlobals());

test("uses the browser's own detector if it reads all formats", async () => {
  const worker = stubWorker();
  const detectorConstructorMock = stubDetector([...codeFormats, 'aztec']);
  const reader = await openCodeReader();
  expect(detectorConstructorMock).toHaveBeenCalledExactlyOnceWith({ formats: [...codeFormats] });
  expect(await reader.read(video)).toEqual([{ text: 'A1', corners }]);
  expect(worker.constructorMock).not.toHaveBeenCalled();
});

test.each([
  ['there is none', undefined],
  ['it lacks a format', codeFormats.slice(1)],
  ['its formats are unknown', new Error('Service unavailable')],
])('uses the reader in the worker if %s', async (_, formats) => {
  const worker = stubWorker();
  stubCanvas();
  if (formats) stubDetector(formats);
  const reader = await openCodeReader();
  expect(worker.constructorMock).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('code-reader'));
  expect(await reader.read(video)).toEqual([{ text: 'B2', corners }]);
  reader.close();
  expect(worker.terminateMock).toHaveBeenCalledOnce();
});

test('continues with the worker if the detector fails while reading', async () => {
  const worker = stubWorker();
  stubCanvas();
  stubDetector(codeFormats, () => Promise.reject(new Error('Service unavailable')));
  const reader = await openCodeReader();
  expect(await reader.read(video)).toEqual([]);
  expect(await reader.read(video)).toEqual([{ text: 'B2', corners }]);
  reader.close();
  expect(worker.terminateMock).toHaveBeenCalledOnce();
});

test('removes the listeners of the worker after each response', async () => {
  stubWorker();
  stubCanvas();
  const addListener = vi.spyOn(EventTarget.prototype, 'addEventListener');
  const reader = await openCodeReader();
  await reader.read(video);
  await reader.read(video);
  const signals = addListener.mock.calls.map(([, , options]) => typeof options === 'object' && options.signal);
  expect(signals).toHaveLength(6);
  expect(signals.every((signal) => signal instanceof AbortSignal && signal.aborted)).toBe(true);
});

test('throws if the reader cannot be loaded', async () => {
  const worker = stubWorker('failed');
  await expect(openCodeReader()).rejects.toThrow('could not be loaded');
  expect(worker.terminateMock).toHaveBeenCalledOnce();
});
