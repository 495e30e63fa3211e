/** JSON on one line, as the data files have it: `{ "en": "Dock", "de": "Station" }`. What is undefined is left out. */
export const inline = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{ ${fields.map(([name, field]) => `${JSON.stringify(name)}: ${inline(field)}`).join(', ')} }`;
};

/** A list with an entry a line, so that a change of one shows as one; `indent` is of the line that it begins on. */
export const listed = (entries: readonly string[], indent: string): string =>
  entries.length === 0 ? '[]' : `[\n${entries.map((entry) => `${indent}  ${entry}`).join(',\n')}\n${indent}]`;
