/** Paper to print on: an A4 sheet, or a label of a 62 mm roll. */
export type Paper = 'a4' | '62';

/** Width in modules (a module is the width of the narrowest bar) of the quiet zone on either side of a Code 128, which scanners need to find the code. */
export const quietModules = 10;

/**
 * Module widths that scanners can read, preferred one first, and the maximum width of a code, in millimeters. Module
 * widths of labels are whole dots of a 300 dpi printer.
 */
const measures: { readonly [P in Paper]: { readonly moduleWidths: readonly number[]; readonly codeWidth: number } } = {
  a4: { moduleWidths: [0.33, 0.25], codeWidth: 170 },
  '62': { moduleWidths: [0.254, 0.1693], codeWidth: 58 },
};

/** Returns the width in millimeters of a module of a code with this number of modules; undefined if it would be too small to scan. */
export const computeModuleWidth = (moduleCount: number, paper: Paper): number | undefined => {
  const { moduleWidths, codeWidth } = measures[paper];
  return moduleWidths.find((width) => (moduleCount + 2 * quietModules) * width <= codeWidth);
};
