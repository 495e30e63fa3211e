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
