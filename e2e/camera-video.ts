import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { WriteInputBarcodeFormat } from 'zxing-wasm/writer';

/** Printed code in a picture. The place is the center, from 0 to 1; the scale is in pixels per module. */
type PrintedCode = {
  readonly format: WriteInputBarcodeFormat;
  readonly text: string;
  readonly x?: number;
  readonly y?: number;
  readonly scale?: number;
  readonly degrees?: number;
};

/** Some time of a video: the codes that it shows, and how blurred it is, in pixels. */
export type Scene = { readonly codes: readonly PrintedCode[]; readonly blur?: number; readonly seconds?: number };

const width = 640;
const height = 480;
const framesPerSecond = 5;
/** Brightness of a table and of paper, and of ink. */
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
      // The place on the label, before it was turned.
      const right = column - x * width;
      const down = row - y * height;
      const across = right * Math.cos(angle) + down * Math.sin(angle) + columns / 2;
      const along = down * Math.cos(angle) - right * Math.sin(angle) + rows / 2;
      if (across < -margin || across >= columns + margin || along < -margin || along >= rows + margin) continue;
      const isOnCode = across >= 0 && across < columns && along >= 0 && along < rows;
      const module = isLinear ? 0 : Math.floor(along / scale);
      const isInk = isOnCode && bitmap.data[module * bitmap.width + Math.floor(across / scale)] === 0;
      pixels[row * width + column] = isInk ? ink : paper;
    }
};

/** Blurs with a box of the radius, first along the rows, then along the columns. */
const blurPixels = (pixels: Uint8Array, radius: number): Uint8Array => {
  const along = (source: Uint8Array, step: number) =>
    source.map((_, place) => {
      let sum = 0;
      for (let offset = -radius; offset <= radius; offset += 1) sum += source[place + offset * step] ?? table;
      return sum / (2 * radius + 1);
    });
  return radius === 0 ? pixels : along(along(pixels, 1), width);
};

/** Makes a video (YUV4MPEG2, which Chromium plays as its fake camera) of scenes one after the other. */
export const makeCameraVideo = async (scenes: readonly Scene[]): Promise<Buffer> => {
  const parts = [Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)];
  const colors = Buffer.alloc((width * height) / 2, 128);
  for (const { codes, blur = 0, seconds = 1 } of scenes) {
    const pixels = new Uint8Array(width * height).fill(table);
    // One after the other, on the same pixels.
    // oxlint-disable-next-line no-await-in-loop
    for (const code of codes) await drawCode(code, pixels);
    const frame = [Buffer.from('FRAME\n'), Buffer.from(blurPixels(pixels, blur)), colors];
    for (let count = 0; count < seconds * framesPerSecond; count += 1) parts.push(...frame);
  }
  return Buffer.concat(parts);
};
