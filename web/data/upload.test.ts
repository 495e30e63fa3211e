import { beforeEach, expect, test } from 'vitest';
import { answerUploads } from '#web/testing/upload.ts';
import { activity } from './activity.ts';
import { upload } from './upload.ts';

const begin = (signal = new AbortController().signal) => {
  const uploads = answerUploads();
  const told: number[] = [];
  const done = upload({
    url: 'https://bucket.example/',
    fields: { key: 'a/b', policy: 'p' },
    file: new Blob(['x']),
    onProgress: (sent) => told.push(sent),
    signal,
  });
  const [request] = uploads;
  if (!request) throw new Error('Nothing was sent.');
  return { done, told, request };
};

beforeEach(() => activity.set(0));

test('the policy’s fields go first, and the file last: what follows it is not read', async () => {
  const { done, request } = begin();
  request.answer(204);
  await done;
  expect(request.url).toBe('POST https://bucket.example/');
  expect([...request.form.keys()]).toEqual(['key', 'policy', 'file']);
  expect(request.form.get('key')).toBe('a/b');
});

test('how much has been sent is told, and the loading bar knows of it', async () => {
  const { done, told, request } = begin();
  expect(activity.get()).toBe(1);
  request.progress(1, 4);
  request.progress(4, 4);
  request.answer(201);
  await done;
  expect([told, activity.get()]).toEqual([[0.25, 1], 0]);
});

test.each([
  [
    'a bucket that refuses',
    (request: ReturnType<typeof begin>['request']) => request.answer(403, '<Code>AccessDenied</Code>'),
    'ServiceUnavailable',
  ],
  [
    'a file that its policy does not allow',
    (request: ReturnType<typeof begin>['request']) => request.answer(400, '<Error><Code>EntityTooLarge</Code></Error>'),
    'PayloadTooLarge',
  ],
  ['a network that breaks down', (request: ReturnType<typeof begin>['request']) => request.breakDown(), 'NoAnswer'],
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
  await expect(
    upload({
      url: 'https://bucket.example/',
      fields: {},
      file: new Blob([]),
      onProgress: () => undefined,
      signal: control.signal,
    }),
  ).rejects.toMatchObject({ name: 'AbortError' });
});
