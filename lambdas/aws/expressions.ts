type Key = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;
type Texts = {
  readonly [Name in 'KeyCondition' | 'Condition' | 'Update' | 'Filter' as `${Name}Expression`]?: string;
};

/** DynamoDB's expressions, with what stands in them: `:name` for one of these values, `#name` for an attribute that has a reserved name. */
export const expressions = <Some extends Texts>(texts: Some, values: Values = {}) => {
  const names = Object.values(texts).flatMap((text) => text.match(/#\w+/g) ?? []);
  const valueOf = Object.entries(values).map(([name, value]) => [`:${name}`, value] as const);
  return {
    ...texts,
    ...(names.length > 0 && {
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [name, name.slice(1)])),
    }),
    ...(valueOf.length > 0 && { ExpressionAttributeValues: Object.fromEntries(valueOf) }),
  };
};

/** A change of an item, where a condition holds: of a command of its own, or of a transaction. */
export const updateItem = (
  TableName: string,
  Key: Key,
  UpdateExpression: string,
  values: Values,
  ConditionExpression?: string,
) => ({
  TableName,
  Key,
  ...expressions({ UpdateExpression, ...(ConditionExpression !== undefined && { ConditionExpression }) }, values),
});

/** An update of what differs between two states of an item, so that it overwrites nothing else that was written meanwhile. Each name can be written with a `#` in the condition. */
export const updateOf = (before: Values, after: Values, ConditionExpression: string, values: Values) => {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const set = names.filter((name) => after[name] !== undefined);
  const removed = names.filter((name) => after[name] === undefined);
  const UpdateExpression = [
    ...(set.length > 0 ? [`SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`] : []),
    ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
  ].join(' ');
  const written = Object.fromEntries(set.map((name) => [name, after[name]]));
  return expressions({ UpdateExpression, ConditionExpression }, { ...written, ...values });
};
