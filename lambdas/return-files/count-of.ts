/** How often a text occurs in another. */
export const countOf = (text: string, searched: string): number => {
  let count = 0;
  for (let at = text.indexOf(searched); at !== -1; at = text.indexOf(searched, at + searched.length)) count += 1;
  return count;
};
