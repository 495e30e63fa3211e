import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { codeFormats, optionalFormats } from './code-formats.ts';
import type { CodeReaderRequest, CodeReaderResponse } from './open-code-reader.ts';

// This is a separate worker, because only its content security policy allows WebAssembly. That policy depends on the
// file name (codeReaderPath).

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's messages go to its page only
const respond = (response: CodeReaderResponse) => self.postMessage(response);

const preparedModule = prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
preparedModule.then(
  () => respond({ type: 'ready' }),
  () => respond({ type: 'failed' }),
);

const detector = new BarcodeDetector({ formats: [...codeFormats, ...optionalFormats] });

self.addEventListener('message', ({ data }: MessageEvent<CodeReaderRequest>) => {
  const { pixels, width, height } = data;
  detector.detect(new ImageData(new Uint8ClampedArray(pixels), width, height)).then(
    (codes) =>
      respond({ type: 'codes', codes: codes.map(({ rawValue: text, cornerPoints: corners }) => ({ text, corners })) }),
    () => respond({ type: 'failed' }),
  );
});
