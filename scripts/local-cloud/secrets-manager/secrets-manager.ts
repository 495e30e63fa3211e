import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { parseAuthorization } from '../sigv4.ts';
import { generateSecret, randomText } from './generate-secret.ts';
import type { GenerateSecretString } from './generate-secret.ts';
import { isSecretsOperation, runOperation, SecretsError, withVersion } from './operations.ts';
import { openSecretStore } from './secret-store.ts';

export type SecretsManagerOptions = {
  stateFile?: string | undefined;
  region: string;
  accountId: string;
  /** In ms. */
  now: () => number;
  /** Whether a key's owner may do an action (`secretsmanager:GetSecretValue`) on a secret's ARN. */
  allow: (accessKeyId: string, action: string, resourceArn: string) => boolean;
};

type NewSecret = { name: string } & ({ value: string } | { generate: GenerateSecretString });

export type SecretsManager = {
  listener: RequestListener;
  /** Makes the secret unless an earlier run did, whose value then stays; answers its ARN. */
  ensureSecret: (secret: NewSecret) => string;
};

const largestBody = 512 * 1024;

const readJson = async (req: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw new SecretsError('RequestEntityTooLargeException', 'The request is too large.', 413);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new SecretsError('SerializationException', 'The body is not JSON.');
  }
};

/** A small Secrets Manager: reads and changes the secrets that `ensureSecret` made. Whatever else is asked of it is refused by name. */
export const createSecretsManager = ({
  stateFile,
  region,
  accountId,
  now,
  allow,
}: SecretsManagerOptions): SecretsManager => {
  const store = openSecretStore(stateFile);
  const arnOf = (name: string): string => `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}`;

  const serve = async (req: IncomingMessage): Promise<object> => {
    const target = String(req.headers['x-amz-target'] ?? '');
    const [, operation = ''] = /^secretsmanager\.(\w+)$/.exec(target) ?? [];
    if (!isSecretsOperation(operation))
      throw new SecretsError(
        'UnknownOperationException',
        `The local Secrets Manager does not do ${operation || target || 'requests without X-Amz-Target'}.`,
      );
    const authorization = parseAuthorization(req.headers.authorization);
    if (!authorization)
      throw new SecretsError('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
    const { accessKeyId } = authorization.credential;
    const action = `secretsmanager:${operation}`;
    const permit = (id: string): void => {
      const resource = id.startsWith('arn:') ? id : arnOf(id);
      if (allow(accessKeyId, action, resource)) return;
      throw new SecretsError(
        'AccessDeniedException',
        `User: ${accessKeyId} is not authorized to perform: ${action} on resource: ${id} because no identity-based policy allows the ${action} action`,
      );
    };
    return runOperation(operation, await readJson(req), { store, now: now(), permit });
  };

  return {
    listener: (req, res) => {
      const answer = (status: number, body: object): void => {
        res.writeHead(status, { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() });
        res.end(JSON.stringify(body));
        req.resume();
      };
      serve(req).then(
        (body) => answer(200, body),
        (thrown: unknown) => {
          if (!(thrown instanceof SecretsError)) console.error('Secrets Manager:', thrown);
          const error =
            thrown instanceof SecretsError
              ? thrown
              : new SecretsError('InternalServiceError', 'An error occurred on the server side.', 500);
          answer(error.status, { __type: error.code, Message: error.message });
        },
      );
    },
    ensureSecret: (wanted) => {
      const existing = store.find(wanted.name);
      if (existing) return existing.arn;
      const createdAt = new Date(now()).toISOString();
      const arn = `${arnOf(wanted.name)}-${randomText(6)}`;
      const value = 'value' in wanted ? wanted.value : generateSecret(wanted.generate);
      store.save(
        withVersion(
          { name: wanted.name, arn, createdAt, versions: [] },
          { id: randomUUID(), createdAt, string: value },
        ),
      );
      return arn;
    },
  };
};
