import * as z from 'zod/mini';

/** CloudFormation's dynamic reference, `{{resolve:service:rest}}`. */
const reference = /\{\{resolve:([a-z-]+):([^{}]+)\}\}/g;

/** Reference to a secret's whole text, of the current version or of a version id. */
const secretReference = /^(arn:[^:]+:secretsmanager:[^:]*:[^:]*:secret:[^:]+|[^:]+):SecretString:::([^:]*)$/;

/** Returns the text of a secret by name or ARN, of the current version unless a version id is given. */
type FindSecretText = (id: string, versionId?: string) => string | undefined;

/** Replaces dynamic references by their values. Throws for an unknown one with an error that names it. */
export const resolveDynamicReferences = (text: string, findSecretText: FindSecretText): string =>
  text.replace(reference, (whole, service: string, target: string) => {
    const [, id = '', versionId = ''] = secretReference.exec(target) ?? [];
    const value = service === 'secretsmanager' ? findSecretText(id, versionId || undefined) : undefined;
    if (value === undefined) throw new Error(`${whole} cannot be resolved`);
    return value;
  });

/** Resolves the names in an expression. Each function throws for an unknown name with an error that contains it. */
export type NameResolver = {
  resolveRef: (name: string) => Promise<unknown>;
  resolveAttribute: (logicalId: string, attribute: string) => Promise<unknown>;
  findStackOutput: (stackName: string, output: string) => unknown;
  /** Resolves the dynamic references (`{{resolve:…}}`) in a text. */
  resolveReferences: (text: string) => string;
};

const text = z.string();
const texts = z.array(z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String)));

/** Intrinsic functions by name. They receive the resolved argument and throw if it has an unexpected form. */
const intrinsics: Record<string, (argument: unknown, resolver: NameResolver) => unknown> = {
  Ref: (argument, { resolveRef }) => resolveRef(text.parse(argument)),
  'Fn::GetAtt': (argument, { resolveAttribute }) => resolveAttribute(...z.tuple([text, text]).parse(argument)),
  'Fn::Join': (argument) => {
    const [separator, parts] = z.tuple([text, texts]).parse(argument);
    return parts.join(separator);
  },
  'Fn::Sub': async (argument, { resolveRef }) => {
    // Splitting by a pattern with a group puts the captured names at the odd positions.
    const parts = text.parse(argument).split(/\$\{([^!}][^}]*)\}/);
    const values = await Promise.all(parts.map((part, index) => (index % 2 === 1 ? resolveRef(part) : part)));
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
  'Fn::GetStackOutput': (argument, { findStackOutput }) => {
    const { StackName, OutputName } = z.looseObject({ StackName: text, OutputName: text }).parse(argument);
    return findStackOutput(StackName, OutputName);
  },
};

/** Resolves every intrinsic function and reference in a template expression. */
export const resolveExpression = async (value: unknown, resolver: NameResolver): Promise<unknown> => {
  const resolveInner = (inner: unknown) => resolveExpression(inner, resolver);
  if (typeof value === 'string') return resolver.resolveReferences(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map(resolveInner));
  const [[name, argument] = ['', undefined], ...otherEntries] = Object.entries(value);
  const intrinsic = otherEntries.length === 0 ? intrinsics[name] : undefined;
  if (intrinsic) {
    const result = await intrinsic(await resolveInner(argument), resolver);
    return typeof result === 'string' ? resolver.resolveReferences(result) : result;
  }
  if (name.startsWith('Fn::')) throw new Error(`The local cloud does not do ${name}`);
  const entries = await Promise.all(
    Object.entries(value).map(async ([key, inner]) => [key, await resolveInner(inner)] as const),
  );
  return Object.fromEntries(entries);
};
