import { test } from '@playwright/test';
import { mainNames, takePicture, writeTaken } from './pictures.ts';

const out = 'docs/pictures';

test('the main pages’ pictures', async ({ browser, baseURL }) => {
  test.setTimeout(900_000);
  const taken: Record<string, string> = {};
  for (const name of mainNames) taken[name] = await takePicture({ browser, site: baseURL ?? '', out }, name);
  await writeTaken(out, taken);
});
