/** `{{resolve:service:rest}}`, as CloudFormation puts values in at deployment. */
const reference = /\{\{resolve:([a-z-]+):([^{}]+)\}\}/g;

const secretReference =
  /^(arn:[^:]+:secretsmanager:[^:]*:[^:]*:secret:[^:]+|[^:]+)(?::SecretString(?::([^:]*)(?::([^:]*)(?::([^:]*))?)?)?)?$/;

/** Which of a secret's versions is meant; the current one when neither is said. */
export type Version = { readonly stage?: string | undefined; readonly id?: string | undefined };

/** Text of a secret, by name or ARN. */
export type SecretValue = (id: string, version: Version) => string | undefined;

const secretPart = (rest: string, secret: SecretValue): string | undefined => {
  const [, id = '', key = '', stage, versionId] = secretReference.exec(rest) ?? [];
  const value = secret(id, { stage: stage || undefined, id: versionId || undefined });
  if (value === undefined || key === '') return value;
  const part: unknown = JSON.parse(value)[key];
  return typeof part === 'string' ? part : undefined;
};

/** Throws, by name, for a reference that leads nowhere. */
export const resolveDynamicReferences = (text: string, secret: SecretValue): string =>
  text.replace(reference, (whole, service: string, rest: string) => {
    const value = service === 'secretsmanager' ? secretPart(rest, secret) : undefined;
    if (value === undefined) throw new Error(`Nothing stands behind ${whole}`);
    return value;
  });
