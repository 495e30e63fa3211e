/** What is printed on: a sheet, or a label from a 62 mm roll. */
export type Paper = 'a4' | '62';

/** Light on either side of a Code 128, in modules: without it no scanner finds the code. */
export const quietModules = 10;

/** Widths of one module that scanners read, the better first, and how wide a code may be; millimetres. Those of the label are whole dots of its printer's 300 dpi. */
const measures: { readonly [On in Paper]: { readonly moduleWidths: readonly number[]; readonly codeWidth: number } } = {
  a4: { moduleWidths: [0.33, 0.25], codeWidth: 170 },
  '62': { moduleWidths: [0.254, 0.1693], codeWidth: 58 },
};

/** How wide a code's modules are on a paper, in millimetres; undefined where it would be too fine to be read. */
export const moduleWidth = (modules: number, paper: Paper): number | undefined => {
  const { moduleWidths, codeWidth } = measures[paper];
  return moduleWidths.find((width) => (modules + 2 * quietModules) * width <= codeWidth);
};
