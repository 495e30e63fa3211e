import { execFileSync } from 'node:child_process';

/** Private key and certificate of a server, as PEM. */
export type Certificate = { readonly key: string; readonly cert: string };

/** Creates a certificate for localhost that is valid for a month. Browsers warn, because no authority has signed it. Throws without `openssl`. */
export const createCertificate = (): Certificate => {
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 30 -subj /CN=localhost';
  const args = ['req', ...options.split(' '), '-addext', 'subjectAltName=DNS:localhost', '-keyout', '-', '-out', '-'];
  const pem = execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const start = pem.indexOf('-----BEGIN CERTIFICATE-----');
  return { key: pem.slice(0, start), cert: pem.slice(start) };
};
