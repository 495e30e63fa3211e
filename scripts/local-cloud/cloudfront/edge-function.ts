import { createContext, Script } from 'node:vm';

export type EdgeFunction = (event: unknown) => Promise<unknown>;

// In ms. CloudFront ends them after less than one; a machine under load may not run anything for a good while. This only ends what never would.
const timeout = 5000;

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
  new Script(code, { filename: name }).runInContext(context, { timeout });
  const call = new Script('(async () => JSON.stringify(await handler(JSON.parse(event))))()', { filename: name });
  return async (event) => {
    context['event'] = JSON.stringify(event);
    return JSON.parse(await call.runInContext(context, { timeout }));
  };
};
