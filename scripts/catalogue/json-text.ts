const isList = Array.isArray;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const holdsList = (value: unknown): boolean =>
  isObject(value) && (isList(value) || Object.values(value).some(holdsList));

/** JSON as the data files have it: a line for each part of what holds a list, and one for everything else, so that a change of an entry shows as one. */
export const jsonText = (value: unknown, indent = ''): string => {
  if (!isObject(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = isList(value)
    ? value.map((part) => jsonText(part, inner))
    : Object.entries(value).flatMap(([name, part]) =>
        part === undefined ? [] : [`${JSON.stringify(name)}: ${jsonText(part, inner)}`],
      );
  const [open, close] = isList(value) ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  return holdsList(value)
    ? `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${close}`
    : `${open} ${parts.join(', ')} ${close}`;
};
