import { apiStage, requestHeader } from '#shared/http.ts';

export const apiHeaders = { accept: 'application/json', [requestHeader.name]: requestHeader.value };

/** Aborts when no answer can come any more, so that whoever waits is told: API Gateway gives up 30 seconds after the whole request is there. */
export const whileAnswersCome = () => AbortSignal.timeout(60_000);

const answers = new Map<string, Promise<Response>>();

const askEarly = (path: string, init: RequestInit) => {
  const answer = fetch(path, { ...init, signal: whileAnswersCome() });
  // Whoever wants it hears of its failure.
  answer.catch(() => undefined);
  answers.set(path, answer);
};

export const askFileEarly = (path: string) => askEarly(path, { credentials: 'same-origin', cache: 'no-cache' });

export const askApiEarly = (path: string) =>
  askEarly(`/${apiStage}${path}`, { credentials: 'same-origin', method: 'GET', headers: apiHeaders });

export const takeEarly = (path: string): Promise<Response> | undefined => {
  const answer = answers.get(path);
  answers.delete(path);
  return answer;
};

/** What nobody has wanted once the first page is there would be old when somebody does. */
export const forgetEarly = () => answers.clear();
