import type { RequestListener } from 'node:http';
import type { ResourceType } from '../template/deploy.ts';
import type { CountRequest } from './rates.ts';
import { ratesOf } from './rates.ts';

type Options = {
  readonly now: () => Date;
  /** Whether they block anybody. */
  readonly isOn: () => boolean;
};

/** The template's firewalls, as far as they count. */
export const createFirewalls = ({ now, isOn }: Options) => {
  const acls = new Map<string, CountRequest>();
  const webAcl: ResourceType = ({ logicalId, properties, place }) => {
    const arn = `arn:aws:wafv2:${place.region}:${place.accountId}:global/webacl/${place.stackName}/${logicalId}`;
    acls.set(
      arn,
      ratesOf(properties, () => now().getTime()),
    );
    return { ref: logicalId, attributes: { Arn: arn, Id: logicalId } };
  };
  return {
    resourceTypes: { 'AWS::WAFv2::WebACL': webAcl },
    /** What answers once the firewall has let a request pass; the same where there is none. */
    behind:
      (arn: string | undefined, listener: RequestListener): RequestListener =>
      (req, res) => {
        const { url = '', headers: sent, socket } = req;
        const request = {
          source: socket.remoteAddress ?? '',
          path: url.split('?')[0] ?? '',
          cookies: Object.fromEntries((sent.cookie ?? '').split('; ').map((pair) => pair.split(/=(.*)/))),
          isDocument: sent.accept?.includes('text/html') ?? false,
        };
        const blocked = isOn() ? acls.get(arn ?? '')?.(request) : undefined;
        if (!blocked) return listener(req, res);
        const { status, headers, body } = blocked;
        res.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
        req.resume();
      },
  };
};
