import * as z from 'zod/mini';

/** `{{resolve:service:rest}}`, as CloudFormation puts values in at deployment. */
const reference = /\{\{resolve:([a-z-]+):([^{}]+)\}\}/g;

/** A whole text of a secret, of the current version or of the one with an id. */
const secretReference = /^(arn:[^:]+:secretsmanager:[^:]*:[^:]*:secret:[^:]+|[^:]+):SecretString:::([^:]*)$/;

/** Text of a secret, by name or ARN; of the current version when none is named by its id. */
type SecretText = (id: string, versionId?: string) => string | undefined;

/** Throws, by name, for a reference that leads nowhere. */
export const resolveDynamicReferences = (text: string, secret: SecretText): string =>
  text.replace(reference, (whole, service: string, rest: string) => {
    const [, id = '', versionId = ''] = secretReference.exec(rest) ?? [];
    const value = service === 'secretsmanager' ? secret(id, versionId || undefined) : undefined;
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

const text = z.string();
const texts = z.array(z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String)));

/** By name: what an argument, whose own expressions are resolved, comes to. Throws where it has another form. */
const intrinsics: Record<string, (argument: unknown, names: Names) => unknown> = {
  Ref: (argument, { ref }) => ref(text.parse(argument)),
  'Fn::GetAtt': (argument, { attribute }) => attribute(...z.tuple([text, text]).parse(argument)),
  'Fn::Join': (argument) => {
    const [separator, parts] = z.tuple([text, texts]).parse(argument);
    return parts.join(separator);
  },
  'Fn::Sub': async (argument, { ref }) => {
    const parts = text.parse(argument).split(/\$\{([^!}][^}]*)\}/);
    const values = await Promise.all(parts.map((part, index) => (index % 2 === 1 ? ref(part) : part)));
    return texts.parse(values).join('');
  },
  'Fn::Select': (argument) => {
    const [index, values] = z.tuple([z.coerce.number(), z.array(z.unknown())]).parse(argument);
    if (values[index] === undefined) throw new Error(`Fn::Select: there is no element ${index}`);
    return values[index];
  },
  'Fn::Split': (argument) => {
    const [separator, whole] = z.tuple([text, text]).parse(argument);
    return whole.split(separator);
  },
  'Fn::GetStackOutput': (argument, { outputOf }) => {
    const { StackName, OutputName } = z.looseObject({ StackName: text, OutputName: text }).parse(argument);
    return outputOf(StackName, OutputName);
  },
};

/** A template's expression with every intrinsic function and reference replaced by what it stands for. */
export const resolve = async (value: unknown, names: Names): Promise<unknown> => {
  const again = (inner: unknown) => resolve(inner, names);
  if (typeof value === 'string') return names.finish(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map(again));
  const [[name, argument] = ['', undefined], ...others] = Object.entries(value);
  const intrinsic = others.length === 0 ? intrinsics[name] : undefined;
  if (intrinsic) {
    const result = await intrinsic(await again(argument), names);
    return typeof result === 'string' ? names.finish(result) : result;
  }
  if (name.startsWith('Fn::')) throw new Error(`The local cloud does not do ${name}`);
  const entries = await Promise.all(
    Object.entries(value).map(async ([key, inner]) => [key, await again(inner)] as const),
  );
  return Object.fromEntries(entries);
};
