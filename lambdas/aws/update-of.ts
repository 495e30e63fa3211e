type Item = Readonly<Record<string, unknown>>;

type Condition = { readonly expression: string; readonly values: Readonly<Record<string, unknown>> };

/** An Update of what differs between two states of an item, so that it overwrites nothing else that was written meanwhile. Each name can be written with a `#` in the condition. */
export const updateOf = (before: Item, after: Item, { expression, values }: Condition) => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const set = names.filter((name) => after[name] !== undefined);
  const removed = names.filter((name) => after[name] === undefined);
  const clause = (word: string, parts: readonly string[]) => (parts.length > 0 ? [`${word} ${parts.join(', ')}`] : []);
  return {
    UpdateExpression: [
      ...clause(
        'SET',
        set.map((name) => `#${name} = :${name}`),
      ),
      ...clause(
        'REMOVE',
        removed.map((name) => `#${name}`),
      ),
    ].join(' '),
    ConditionExpression: expression,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: { ...Object.fromEntries(set.map((name) => [`:${name}`, after[name]])), ...values },
  };
};
