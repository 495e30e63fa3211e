import { apiStage, requestHeader } from '#shared/http.ts';

/** What every call of the API says. */
export const apiHeaders = { accept: 'application/json', [requestHeader.name]: requestHeader.value };

/** Aborts when no answer can come any more, so that whoever waits is told: API Gateway gives up 30 seconds after the whole request is there. */
export const whileAnswersCome = () => AbortSignal.timeout(60_000);

/** By path. */
const answers = new Map<string, Promise<Response>>();

const askEarly = (path: string, init: RequestInit) => {
  const answer = fetch(path, { ...init, signal: whileAnswersCome() });
  // Whoever wants it hears of its failure.
  answer.catch(() => undefined);
  answers.set(path, answer);
};

/** Asks for a file of our own site before the code that wants it is there. */
export const askFileEarly = (path: string) => askEarly(path, { credentials: 'same-origin', cache: 'no-cache' });

/** Asks the API (GET), as `call` will, for what lies at a path. */
export const askApiEarly = (path: string) =>
  askEarly(`/${apiStage}${path}`, { credentials: 'same-origin', method: 'GET', headers: apiHeaders });

/** The answer that was asked for early, if it was: it serves once. */
export const takeEarly = (path: string): Promise<Response> | undefined => {
  const answer = answers.get(path);
  answers.delete(path);
  return answer;
};

/** What nobody has wanted once the first page is there would be old when somebody does. */
export const forgetEarly = () => answers.clear();
