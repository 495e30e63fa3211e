/** The package has no types. These are of the options that the build uses. */
declare module 'subset-font' {
  type Options = {
    readonly targetFormat: 'woff2' | 'sfnt';
    /** Drops the hinting instructions. */
    readonly noHinting?: boolean;
    /** OpenType features to keep, by tag; by default all. */
    readonly keepFeatures?: readonly string[];
  };

  /** Resolves to a font that has the glyphs of `text` only, as far as the given font has them. */
  const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>;
  export default subsetFont;
}
