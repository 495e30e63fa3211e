/** `{{resolve:service:rest}}`, as CloudFormation puts values in at deployment. */
const reference = /\{\{resolve:([a-z-]+):([^{}]+)\}\}/g;

/** A whole text, of the current version or of the one with an id. */
const secretReference = /^(arn:[^:]+:secretsmanager:[^:]*:[^:]*:secret:[^:]+|[^:]+):SecretString:::([^:]*)$/;

/** Text of a secret, by name or ARN; of the current version when none is named by its id. */
export type SecretValue = (id: string, versionId?: string) => string | undefined;

const secretText = (rest: string, secret: SecretValue): string | undefined => {
  const [, id = '', versionId = ''] = secretReference.exec(rest) ?? [];
  return secret(id, versionId || undefined);
};

/** Throws, by name, for a reference that leads nowhere. */
export const resolveDynamicReferences = (text: string, secret: SecretValue): string =>
  text.replace(reference, (whole, service: string, rest: string) => {
    const value = service === 'secretsmanager' ? secretText(rest, secret) : undefined;
    if (value === undefined) throw new Error(`Nothing stands behind ${whole}`);
    return value;
  });

/** Where an expression's names lead. Each of them throws, by name, for what there is not. */
export type Names = {
  ref: (name: string) => Promise<unknown>;
  attribute: (logicalId: string, attribute: string) => Promise<unknown>;
  outputOf: (stackName: string, output: string) => unknown;
  /** Dynamic references (`{{resolve:…}}`) of a whole text. */
  finish: (text: string) => string;
};

/** The value of AWS::NoValue: whatever holds it is left out. */
export const noValue = Symbol('AWS::NoValue');

const text = (value: unknown, where: string): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`${where} needs a text, not ${JSON.stringify(value)}`);
};

const list = (value: unknown, where: string): unknown[] => {
  if (Array.isArray(value)) return value;
  throw new Error(`${where} needs a list, not ${JSON.stringify(value)}`);
};

type Resolve = (value: unknown) => Promise<unknown>;
type Intrinsic = (argument: unknown, resolve: Resolve, names: Names) => Promise<unknown>;

const attributeOf = (path: string, names: Names) => {
  const [logicalId = '', attribute = ''] = path.split(/\.(.*)/s, 2);
  return names.attribute(logicalId, attribute);
};

const substitute: Intrinsic = async (argument, resolve, names) => {
  const [pattern, given = {}] = Array.isArray(argument) ? argument : [argument];
  const variables = (await resolve(given)) as Record<string, unknown>;
  const valueOf = (name: string) => {
    if (Object.hasOwn(variables, name)) return variables[name];
    return name.includes('.') ? attributeOf(name, names) : names.ref(name);
  };
  const parts = text(pattern, 'Fn::Sub').split(/(\$\{[^}]+\})/);
  const values = parts.map(async (part) => {
    const name = /^\$\{(.+)\}$/.exec(part)?.[1];
    if (name === undefined) return part;
    // `${!Name}` stands for the text `${Name}` itself.
    return name.startsWith('!') ? `\${${name.slice(1)}}` : text(await valueOf(name), `Fn::Sub of ${name}`);
  });
  return (await Promise.all(values)).join('');
};

const intrinsics: Record<string, Intrinsic> = {
  Ref: (argument, _, names) => names.ref(text(argument, 'Ref')),
  'Fn::GetAtt': async (argument, resolve, names) =>
    names.attribute(
      text(list(argument, 'Fn::GetAtt')[0], 'Fn::GetAtt'),
      text(await resolve(list(argument, 'Fn::GetAtt')[1]), 'Fn::GetAtt'),
    ),
  'Fn::Join': async (argument, resolve) => {
    const [separator, parts] = list(argument, 'Fn::Join');
    return list(await resolve(parts), 'Fn::Join')
      .map((part) => text(part, 'Fn::Join'))
      .join(text(separator, 'Fn::Join'));
  },
  'Fn::Sub': substitute,
  'Fn::Select': async (argument, resolve) => {
    const [index, values] = list(await resolve(argument), 'Fn::Select');
    const chosen = list(values, 'Fn::Select')[Number(index)];
    if (chosen === undefined) throw new Error(`Fn::Select: there is no element ${String(index)}`);
    return chosen;
  },
  'Fn::Split': async (argument, resolve) => {
    const [separator, whole] = list(await resolve(argument), 'Fn::Split');
    return text(whole, 'Fn::Split').split(text(separator, 'Fn::Split'));
  },
  'Fn::GetStackOutput': async (argument, resolve, names) => {
    const { StackName, OutputName } = (await resolve(argument)) as Record<string, unknown>;
    return names.outputOf(text(StackName, 'Fn::GetStackOutput'), text(OutputName, 'Fn::GetStackOutput'));
  },
};

const intrinsicOf = (value: object): [Intrinsic, unknown] | undefined => {
  const [name, ...others] = Object.keys(value);
  if (name === undefined || others.length > 0) return undefined;
  const known = intrinsics[name];
  if (!known && name.startsWith('Fn::')) throw new Error(`The local cloud does not do ${name}`);
  return known && [known, Object.values(value)[0]];
};

/** A template's expression with every intrinsic function and reference replaced by what it stands for. */
export const resolve = async (value: unknown, names: Names): Promise<unknown> => {
  const again: Resolve = (inner) => resolve(inner, names);
  if (typeof value === 'string') return names.finish(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (await Promise.all(value.map(again))).filter((each) => each !== noValue);
  const call = intrinsicOf(value);
  if (call) {
    const [intrinsic, argument] = call;
    const result = await intrinsic(argument, again, names);
    return typeof result === 'string' ? names.finish(result) : result;
  }
  const entries = await Promise.all(
    Object.entries(value).map(async ([key, inner]) => [key, await again(inner)] as const),
  );
  return Object.fromEntries(entries.filter(([, inner]) => inner !== noValue));
};
