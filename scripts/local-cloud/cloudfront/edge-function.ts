import { createContext, Script } from 'node:vm';

export type EdgeFunction = (event: unknown) => Promise<unknown>;

/** Compiles a CloudFront Function (cloudfront-js). It sees nothing but its event; modules and key value stores are refused by name. */
export const edgeFunction = (name: string, code: string, log: (line: string) => void): EdgeFunction => {
  if (/^\s*import\s/m.test(code))
    throw new Error(`the CloudFront Function ${name} imports a module: the local cloud has none for it`);
  const context = createContext({
    console: { log: (...parts: unknown[]) => log(parts.map(String).join(' ')) },
    require: (module: string) => {
      throw new Error(`The local cloud has no module ${module} for CloudFront Functions`);
    },
  });
  new Script(code, { filename: name }).runInContext(context);
  // Without the time limit of `runInContext`: a thread that watches each call costs more than all the rest of a request.
  const call: (event: string) => Promise<string> = new Script(
    '(event) => (async () => JSON.stringify(await handler(JSON.parse(event))))()',
    { filename: name },
  ).runInContext(context);
  return async (event) => JSON.parse(await call(JSON.stringify(event)));
};
