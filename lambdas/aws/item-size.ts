/** The most that DynamoDB holds in one item, in bytes. */
export const mostItemBytes = 400 * 1024;

/** The size of a value as DynamoDB counts it, in bytes: texts in UTF-8, lists and maps three bytes and one more for each thing in them. */
export const itemBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 2;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + 1 + itemBytes(item), 3);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .reduce((sum, [name, item]) => sum + 1 + Buffer.byteLength(name) + itemBytes(item), 3);
};
