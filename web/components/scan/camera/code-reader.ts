import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { codeFormats, otherFormats } from './code-formats.ts';
import type { CodeReaderRequest, CodeReaderResponse } from './open-code-reader.ts';

// A worker of its own, because only its policy allows WebAssembly; its file name is part of that policy (codeReaderPath).

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's messages go to its page only
const respond = (response: CodeReaderResponse) => self.postMessage(response);

const prepared = prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
prepared.then(
  () => respond({ type: 'ready' }),
  () => respond({ type: 'failed' }),
);

const detector = new BarcodeDetector({ formats: [...codeFormats, ...otherFormats] });

self.addEventListener('message', ({ data }: MessageEvent<CodeReaderRequest>) => {
  const { pixels, width, height } = data;
  detector.detect(new ImageData(new Uint8ClampedArray(pixels), width, height)).then(
    (codes) =>
      respond({ type: 'codes', codes: codes.map(({ rawValue: text, cornerPoints: corners }) => ({ text, corners })) }),
    () => respond({ type: 'failed' }),
  );
});
