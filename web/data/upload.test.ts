import { beforeEach, expect, test } from 'vitest';
import { answerUploads } from '#web/testing/upload.ts';
import { activity } from './api.ts';
import { upload } from './upload.ts';

const told: number[] = [];
const wanted = (signal: AbortSignal) => ({
  url: 'https://bucket.example/',
  fields: { key: 'a/b', policy: 'p' },
  file: new Blob(['x']),
  onProgress: (sent: number) => told.push(sent),
  signal,
});
const begin = (signal = new AbortController().signal) => {
  const uploads = answerUploads();
  const done = upload(wanted(signal));
  const [request] = uploads;
  if (!request) throw new Error('Nothing was sent.');
  return { done, request };
};

beforeEach(() => {
  told.length = 0;
  activity.set(0);
});

test('the policy’s fields go first, and the file last: what follows it is not read; how much has been sent is told, and the loading bar knows of it', async () => {
  const { done, request } = begin();
  expect(activity.get()).toBe(1);
  request.progress(1, 4);
  request.progress(4, 4);
  request.answer(201);
  await done;
  expect([told, activity.get()]).toEqual([[0.25, 1], 0]);
  expect(request.url).toBe('POST https://bucket.example/');
  expect([...request.form.keys()]).toEqual(['key', 'policy', 'file']);
  expect(request.form.get('key')).toBe('a/b');
});

test.each<[string, (request: ReturnType<typeof begin>['request']) => void, string]>([
  ['a bucket that refuses', ({ answer }) => answer(403, '<Code>AccessDenied</Code>'), 'ServiceUnavailable'],
  ['a file that its policy does not allow', ({ answer }) => answer(400, 'EntityTooLarge'), 'PayloadTooLarge'],
  ['a network that breaks down', ({ breakDown }) => breakDown(), 'NoAnswer'],
])('%s ends it with %s', async (_, happens, code) => {
  const { done, request } = begin();
  happens(request);
  await expect(done).rejects.toMatchObject({ code });
  expect(activity.get()).toBe(0);
});

test('it can be called off, also before it begins', async () => {
  const control = new AbortController();
  const { done, request } = begin(control.signal);
  control.abort();
  await expect(done).rejects.toMatchObject({ name: 'AbortError' });
  expect(request.isAborted()).toBe(true);
  await expect(upload(wanted(control.signal))).rejects.toMatchObject({ name: 'AbortError' });
});
