/** What an exported text means: one apostrophe less at the beginning, and one less before what would begin a formula behind a separator. */
export const meant = (cell: string) =>
  cell.replace(/^'/, '').replace(/([,;|\t\r\n]["\s]*)'(?='*[=+\-@＝＋－＠])/gu, '$1');
