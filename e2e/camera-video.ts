import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { WriteInputBarcodeFormat } from 'zxing-wasm/writer';

/** Printed code in a picture: `x` and `y` of its center from 0 to 1, and the scale in pixels per module. */
type PrintedCode = {
  readonly format: WriteInputBarcodeFormat;
  readonly text: string;
  readonly x?: number;
  readonly y?: number;
  readonly scale?: number;
  readonly degrees?: number;
};

/** Part of a video: its codes, the radius of the blur in pixels, and the duration (1 second by default). */
export type Scene = { readonly codes: readonly PrintedCode[]; readonly blur?: number; readonly seconds?: number };

const width = 640;
const height = 480;
const framesPerSecond = 5;
/** Brightness of the table, the paper and the ink, from 0 to 255. */
const table = 150;
const paper = 235;
const ink = 30;

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } });

type Bitmap = { readonly width: number; readonly height: number; readonly data: ArrayLike<number> };

const drawCode = async (code: PrintedCode, pixels: Uint8Array) => {
  const { format, text, x = 0.5, y = 0.5, scale = 3, degrees = 0 } = code;
  const { symbol, error } = await writeBarcode(text, { format });
  if (!symbol) throw new Error(`${format} ${text}: ${error}`);
  const bitmap: Bitmap = symbol;
  const isLinear = bitmap.height === 1;
  const rows = isLinear ? 90 : bitmap.height * scale;
  const columns = bitmap.width * scale;
  const margin = 10 * scale;
  const angle = (degrees * Math.PI) / 180;
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      // Converts the pixel to a position on the code, which is rotated around its center.
      const offsetX = column - x * width;
      const offsetY = row - y * height;
      const codeX = offsetX * Math.cos(angle) + offsetY * Math.sin(angle) + columns / 2;
      const codeY = offsetY * Math.cos(angle) - offsetX * Math.sin(angle) + rows / 2;
      if (codeX < -margin || codeX >= columns + margin || codeY < -margin || codeY >= rows + margin) continue;
      const isOnCode = codeX >= 0 && codeX < columns && codeY >= 0 && codeY < rows;
      const moduleRow = isLinear ? 0 : Math.floor(codeY / scale);
      const isInk = isOnCode && bitmap.data[moduleRow * bitmap.width + Math.floor(codeX / scale)] === 0;
      pixels[row * width + column] = isInk ? ink : paper;
    }
};

/** Blurs with a box of the radius, first along the rows, then along the columns. */
const blurPixels = (pixels: Uint8Array, radius: number): Uint8Array => {
  const blurInDirection = (source: Uint8Array, step: number) =>
    source.map((_, index) => {
      let sum = 0;
      for (let offset = -radius; offset <= radius; offset += 1) sum += source[index + offset * step] ?? table;
      return sum / (2 * radius + 1);
    });
  return radius === 0 ? pixels : blurInDirection(blurInDirection(pixels, 1), width);
};

/** Creates a video of the scenes, in the format YUV4MPEG2, which Chromium plays as its fake camera. */
export const makeCameraVideo = async (scenes: readonly Scene[]): Promise<Buffer> => {
  const parts = [Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)];
  // The planes of the color difference, whose value 128 means gray.
  const colorPlanes = Buffer.alloc((width * height) / 2, 128);
  for (const { codes, blur = 0, seconds = 1 } of scenes) {
    const pixels = new Uint8Array(width * height).fill(table);
    // The codes are drawn one after the other, because they share the pixels.
    // oxlint-disable-next-line no-await-in-loop
    for (const code of codes) await drawCode(code, pixels);
    const frame = [Buffer.from('FRAME\n'), Buffer.from(blurPixels(pixels, blur)), colorPlanes];
    for (let count = 0; count < seconds * framesPerSecond; count += 1) parts.push(...frame);
  }
  return Buffer.concat(parts);
};
