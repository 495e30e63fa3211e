/** Returns an exported cell's text without the apostrophes that prevent formulas: at the start, and before a formula sign after a separator. */
export const unescapeCsvCell = (cell: string) =>
  cell.replace(/^'/, '').replace(/([,;|\t\r\n]["\s]*)'(?='*[=+\-@＝＋－＠])/gu, '$1');
