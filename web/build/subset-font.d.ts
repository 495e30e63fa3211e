/** The package has no types. These are of the options that the build uses. */
declare module 'subset-font' {
  type Options = {
    readonly targetFormat: 'woff2';
    /** Drops the hinting instructions. */
    readonly noHinting: boolean;
    /** Drops glyphs that only substitutions such as ligatures reach. */
    readonly noLayoutClosure: boolean;
  };

  /** Resolves to a font that has the glyphs of `text` only, as far as the given font has them. */
  const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>;
  export default subsetFont;
}
