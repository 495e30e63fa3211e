import { beforeEach, expect, test } from 'vitest';
import { answerUploads } from '#web/testing/upload.ts';
import { activeCallCount } from './api.ts';
import { upload } from './upload.ts';

const progress: number[] = [];
const createUpload = (signal: AbortSignal) => ({
  url: 'https://bucket.example/',
  fields: { key: 'a/b', policy: 'p' },
  file: new Blob(['x']),
  onProgress: (sent: number) => progress.push(sent),
  signal,
});
const startUpload = (signal = new AbortController().signal) => {
  const uploads = answerUploads();
  const completion = upload(createUpload(signal));
  const [request] = uploads;
  if (!request) throw new Error('Nothing was sent.');
  return { completion, request };
};

beforeEach(() => {
  progress.length = 0;
  activeCallCount.set(0);
});

test('sends the file last, reports progress and counts as an active call', async () => {
  const { completion, request } = startUpload();
  expect(activeCallCount.get()).toBe(1);
  request.progress(1, 4);
  request.progress(4, 4);
  request.answer(201);
  await completion;
  expect([progress, activeCallCount.get()]).toEqual([[0.25, 1], 0]);
  expect(request.url).toBe('POST https://bucket.example/');
  expect([...request.form.keys()]).toEqual(['key', 'policy', 'file']);
  expect(request.form.get('key')).toBe('a/b');
});

test.each<[string, (request: ReturnType<typeof startUpload>['request']) => void, string]>([
  ['a denied request', ({ answer }) => answer(403, '<Code>AccessDenied</Code>'), 'ServiceUnavailable'],
  ['a file that violates the policy', ({ answer }) => answer(400, 'EntityTooLarge'), 'PayloadTooLarge'],
  ['a network failure', ({ breakDown }) => breakDown(), 'NoAnswer'],
])('rejects %s with %s', async (_, respond, code) => {
  const { completion, request } = startUpload();
  respond(request);
  await expect(completion).rejects.toMatchObject({ code });
  expect(activeCallCount.get()).toBe(0);
});

test('can be aborted before and during the upload', async () => {
  const controller = new AbortController();
  const { completion, request } = startUpload(controller.signal);
  controller.abort();
  await expect(completion).rejects.toMatchObject({ name: 'AbortError' });
  expect(request.isAborted()).toBe(true);
  await expect(upload(createUpload(controller.signal))).rejects.toMatchObject({ name: 'AbortError' });
});
